//! `SQLite` files: private to their owner, recreated if they are gone, and set aside if damaged.

mod backup;
mod contents;
mod conversations;
mod eviction;
mod exporting;
mod insights;
mod keys;
mod sessions;
mod sharing;
mod vectors;

use std::fs::{self, OpenOptions};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

pub use backup::SqliteContent;
pub use insights::SqliteInsights;
pub use keys::SqliteKeys;
use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
use rusqlite::{Connection, TransactionBehavior};
pub use sessions::SqliteSessions;
pub use vectors::SqliteVectors;

use super::StoreError;
use super::aside::set_aside;

/// Time that a write waits for another process that is writing.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Schema of a file.
#[derive(Debug)]
pub(super) struct Schema {
    /// Name of the content, for messages.
    content: &'static str,
    /// Name of the file in a data folder.
    file: &'static str,
    /// Version created by `tables`. Files of an earlier version are set aside.
    pub(super) version: i64,
    /// Statements that create the tables if they do not exist.
    pub(super) tables: &'static str,
    /// Statements that upgrade each version to the next.
    pub(super) upgrades: &'static [&'static str],
    /// The part of an upgrade that SQL cannot express; runs after the statements in the same transaction.
    complete: fn(&Connection) -> Result<(), StoreError>,
}

impl Schema {
    /// Checks that no newer program has written a database.
    fn check(&self, connection: &Connection) -> Result<(), StoreError> {
        let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
        let (content, newest) = (self.content, self.newest());
        if version <= newest {
            return Ok(());
        }
        Err(StoreError::Mismatch(format!(
            "a newer Footnote has written the {content} (version {version}, and this one knows {newest}): start that \
             Footnote, or restore a backup into another folder"
        )))
    }

    /// Version after all upgrades.
    pub(super) fn newest(&self) -> i64 {
        self.version + i64::try_from(self.upgrades.len()).unwrap_or(i64::MAX)
    }
}

/// A database and its connection.
#[derive(Debug)]
struct Database {
    /// `None` until the file can be opened.
    connection: Mutex<Option<Connection>>,
    /// Path of the file; `None` in memory.
    file: Option<PathBuf>,
    schema: &'static Schema,
}

impl Database {
    /// Opens the database in `file`, creating it if necessary.
    ///
    /// A damaged database, or one of a version that is too old, is set aside and replaced: a server that answers is
    /// worth more than its contents. One of a newer version is left alone.
    fn open(file: &Path, schema: &'static Schema) -> Result<Self, StoreError> {
        let database = Self::unopened(file, schema);
        database.run(|_| Ok(()))?;
        Ok(database)
    }

    /// The database in `file`, opened as soon as that succeeds; until then every operation fails.
    fn unopened(file: &Path, schema: &'static Schema) -> Self {
        Self { connection: Mutex::default(), file: Some(file.to_owned()), schema }
    }

    /// A database in memory.
    fn in_memory(schema: &'static Schema) -> Result<Self, StoreError> {
        Ok(Self {
            connection: Mutex::new(Some(prepare(Connection::open_in_memory()?, schema)?)),
            file: None,
            schema,
        })
    }

    /// Path of the file, for messages.
    fn location(&self) -> String {
        let file = self.file.as_ref();
        file.map_or_else(|| "memory".to_owned(), |file| file.display().to_string())
    }

    /// Runs `work`; blocks the thread. Recreates a file that was removed, since anything written to it would be lost
    /// with the process. Also recreates a file that turns out to be damaged, for the next operation.
    fn run<T>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut held = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let file = self.file.as_deref();
        if let (None, Some(file)) = (&*held, file) {
            *held = Some(open_or_replace(file, self.schema)?);
        }
        let connection = held.as_mut().ok_or(StoreError::Cancelled)?;
        if let Some(gone) = file.filter(|file| !file.exists()) {
            tracing::error!(file = %gone.display(), "the file of the {} is gone; it is begun anew", self.schema.content);
            self.recreate(connection, gone)?;
        }
        let done = work(connection);
        if let (Err(StoreError::Damaged(error)), Some(file)) = (&done, file) {
            tracing::error!(%error, "{} cannot be read", self.schema.content);
            set_aside(file)?;
            self.recreate(connection, file)?;
        }
        done
    }

    fn recreate(&self, connection: &mut Connection, file: &Path) -> Result<(), StoreError> {
        // Close the old connection first: its cleanup would affect the new file of the same name.
        *connection = Connection::open_in_memory()?;
        if let Some(folder) = file.parent() {
            // For its owner alone, as its files are.
            fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        }
        *connection = open_file(file, self.schema)?;
        Ok(())
    }
}

/// Checks that no newer program has written the files in a data folder. Changes none.
///
/// # Errors
///
/// Fails with [`StoreError::Mismatch`] if one has.
pub fn check_versions(data: &Path) -> Result<(), StoreError> {
    for schema in [&sessions::SCHEMA, &insights::SCHEMA, &keys::SCHEMA, &vectors::SCHEMA] {
        let file = data.join(schema.file);
        // A file that cannot be read is set aside when it is opened.
        let opened = file.exists().then(|| backup::open(&file).ok()).flatten();
        if let Some(Err(error @ StoreError::Mismatch(_))) = opened.map(|it| schema.check(&it)) {
            return Err(error);
        }
    }
    Ok(())
}

/// Opens the database in `file`, or a new one if it is damaged.
fn open_or_replace(file: &Path, schema: &Schema) -> Result<Connection, StoreError> {
    match open_file(file, schema) {
        Err(StoreError::Damaged(error)) => {
            tracing::warn!(error = &*error, "{} cannot be read", schema.content);
            set_aside(file)?;
            open_file(file, schema)
        }
        connection => connection,
    }
}

fn open_file(file: &Path, schema: &Schema) -> Result<Connection, StoreError> {
    make_private(file)?;
    let connection = Connection::open(file)?;
    schema.check(&connection)?;
    // In WAL mode, readers and the writer do not block each other, and a crash leaves nothing half-written.
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    prepare(connection, schema)
}

/// Creates the file with access for its owner only, before it has any content.
fn make_private(file: &Path) -> Result<(), StoreError> {
    let mut options = OpenOptions::new();
    options.create(true).append(true).mode(0o600).open(file)?;
    Ok(())
}

fn prepare(mut connection: Connection, schema: &Schema) -> Result<Connection, StoreError> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // Overwrite deleted data, so that it cannot be recovered from the file.
    connection.pragma_update(None, "secure_delete", true)?;
    upgrade(&mut connection, schema)?;
    Ok(connection)
}

/// Upgrades the tables to the current version in one transaction.
fn upgrade(connection: &mut Connection, schema: &Schema) -> Result<(), StoreError> {
    let all = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let version: i64 = all.pragma_query_value(None, "user_version", |row| row.get(0))?;
    schema.check(&all)?;
    let newest = schema.newest();
    if version != 0 && version < schema.version {
        return Err(StoreError::Damaged(format!("version {version}").into()));
    }
    if version <= schema.version {
        all.execute_batch(schema.tables)?;
    }
    for (from, upgrade) in (schema.version..).zip(schema.upgrades) {
        if from >= version {
            all.execute_batch(upgrade)?;
        }
    }
    if version < newest {
        (schema.complete)(&all)?;
    }
    all.pragma_update(None, "user_version", newest)?;
    Ok(all.commit()?)
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(DatabaseCorrupt | NotADatabase) => Self::Damaged(error.into()),
            _ => Self::Database(error.into()),
        }
    }
}
