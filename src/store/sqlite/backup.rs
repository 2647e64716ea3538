//! Copies of the `SQLite` files as of one moment, for backups.

use std::fs;
use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::{BUSY_TIMEOUT, Database, Schema, insights, make_private, sessions};
use crate::StoreError;

/// A kind of file that backups contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SqliteContent {
    /// Conversations, their attachments and their links.
    Conversations,
    /// Outcomes of questions, and judgements.
    Insights,
}

impl SqliteContent {
    /// Its schema.
    pub(crate) fn schema(self) -> &'static Schema {
        match self {
            Self::Conversations => &sessions::SCHEMA,
            Self::Insights => &insights::SCHEMA,
        }
    }

    /// Name of its file in a data folder.
    pub fn file_name(self) -> &'static str {
        self.schema().file
    }

    /// The newest schema version that this program knows.
    pub fn newest(self) -> i64 {
        self.schema().newest()
    }

    /// The schema version of `file`; `None` if there is no file, or nothing in it.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn version(self, file: &Path) -> Result<Option<i64>, StoreError> {
        if !file.exists() {
            return Ok(None);
        }
        let version = version(&open(file)?)?;
        Ok(Some(version).filter(|version| *version != 0))
    }

    /// True if this program would upgrade `file` when it opens it.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn is_older(self, file: &Path) -> Result<bool, StoreError> {
        let version = self.version(file)?;
        Ok(version.is_some_and(|version| version < self.newest()))
    }

    /// Upgrades `file` to the newest schema version.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn upgrade(self, file: &Path) -> Result<(), StoreError> {
        Database::open(file, self.schema()).map(drop)
    }

    /// Copies `file` to `target` as it is at one moment, in its own schema version, while others may write to it.
    /// Leaves out conversations that have been discarded, and replaces secrets by new ones. Blocks the thread.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, or the copy cannot be written.
    pub fn copy(self, file: &Path, target: &Path) -> Result<(), StoreError> {
        make_private(target)?;
        // In one read transaction, which holds up no writer; what was deleted is not in the copy.
        open(file)?.execute("VACUUM INTO ?", [target.to_string_lossy()])?;
        let copy = open(target)?;
        copy.pragma_update(None, "foreign_keys", true)?;
        // Overwrites what is left out and replaced.
        copy.pragma_update(None, "secure_delete", true)?;
        if has(&copy, "SELECT 1 FROM sqlite_schema WHERE name = 'secrets'")? {
            copy.execute("UPDATE secrets SET secret = lower(hex(randomblob(32)))", [])?;
        }
        if has(&copy, "SELECT 1 FROM pragma_table_info('sessions') WHERE name = 'discarded'")? {
            copy.execute("DELETE FROM sessions WHERE discarded IS NOT NULL", [])?;
        }
        drop(copy);
        Ok(fs::File::open(target)?.sync_all()?)
    }

    /// Number of rows of a table of `file`, in any schema version; 0 if there is no such table.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn rows(self, file: &Path, table: &'static str) -> Result<u64, StoreError> {
        let connection = open(file)?;
        let is_there = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?";
        if !connection.prepare(is_there)?.exists([table])? {
            return Ok(0);
        }
        let count = format!("SELECT count(*) FROM {table}");
        let count: i64 = connection.query_row(&count, [], |row| row.get(0))?;
        Ok(count.unsigned_abs())
    }
}

/// Opens an existing file without upgrading it.
pub(super) fn open(file: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    Ok(connection)
}

fn version(connection: &Connection) -> Result<i64, StoreError> {
    Ok(connection.pragma_query_value(None, "user_version", |row| row.get(0))?)
}

fn has(connection: &Connection, statement: &str) -> Result<bool, StoreError> {
    Ok(connection.prepare(statement)?.exists([])?)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use footnote_protocol::Message;

    use super::*;
    use crate::contract_tests::earlier::{earlier_versions, write_earlier};
    use crate::sqlite::sessions::SqliteSessions;
    use crate::{Change, ConversationStore as _, SessionStore as _};

    const DAY: Duration = Duration::from_hours(24);

    #[tokio::test]
    async fn a_copy_is_of_one_moment_and_has_neither_secrets_nor_what_was_discarded() {
        let folder = tempfile::tempdir().unwrap();
        let (file, target) = (folder.path().join("sessions.db"), folder.path().join("copy.db"));
        let sessions = SqliteSessions::open(&file, DAY).unwrap();
        let said = |text: &str| Change { messages: vec![Message::user(text)], ..Change::default() };
        for (id, text) in [("a", "kept"), ("b", "thrown away"), ("c", "deleted long ago")] {
            sessions.begin("ada", id, said(text)).await.unwrap();
        }
        sessions.discard("ada", "b", true).await.unwrap();
        sessions.delete("ada", "c").await.unwrap();
        let secret: String = open(&file)
            .unwrap()
            .query_row("SELECT secret FROM secrets", [], |row| row.get(0))
            .unwrap();
        let content = SqliteContent::Conversations;
        content.copy(&file, &target).unwrap();
        let bytes = fs::read(&target).unwrap();
        let has = |text: &str| bytes.windows(text.len()).any(|part| part == text.as_bytes());
        assert!(has("kept") && !has("thrown away") && !has("deleted") && !has(&secret));
        assert_eq!(content.rows(&target, "sessions").unwrap(), 1);
        assert_eq!(content.version(&target).unwrap(), Some(content.newest()));
        assert!(!target.with_extension("db-wal").exists(), "it is one file");
        let copied = SqliteSessions::open(&target, DAY).unwrap();
        assert_eq!(copied.export("", 9).await.unwrap().len(), 1);
        assert!(content.copy(&file, &target).is_err(), "over nothing");
    }

    #[test]
    fn an_older_file_is_copied_in_its_own_version_and_not_upgraded() {
        for version in earlier_versions() {
            let folder = tempfile::tempdir().unwrap();
            let (file, target) = (folder.path().join("sessions.db"), folder.path().join("copy.db"));
            let content = SqliteContent::Conversations;
            assert_eq!(content.version(&file).unwrap(), None);
            write_earlier(&file, version);
            assert!(content.is_older(&file).unwrap());
            content.copy(&file, &target).unwrap();
            for file in [&file, &target] {
                assert_eq!(content.version(file).unwrap(), Some(version));
                assert_eq!(content.rows(file, "messages").unwrap(), 2);
            }
            assert_eq!(content.rows(&target, "none").unwrap(), 0);
        }
    }
}
