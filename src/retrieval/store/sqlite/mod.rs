//! `SQLite` files: private to their owner, begun anew when they are gone, and set aside when damaged.

mod contents;
mod conversations;
mod eviction;
mod exporting;
mod insights;
mod sessions;
mod sharing;
mod vectors;

use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

pub use insights::SqliteInsights;
use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
use rusqlite::{Connection, TransactionBehavior};
pub use sessions::SqliteSessions;
pub use vectors::SqliteVectors;

use super::StoreError;

/// The time that a write waits for another process that writes.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// The tables of a file.
#[derive(Debug)]
struct Schema {
    /// The content, for messages.
    content: &'static str,
    /// The version that `tables` makes. A file of an earlier one is set aside.
    version: i64,
    /// The statements that make them where they are not there yet.
    tables: &'static str,
    /// The statements that bring each version from that one on to the next.
    upgrades: &'static [&'static str],
    /// What statements cannot do for an upgrade, done after them in the same transaction.
    complete: fn(&Connection) -> Result<(), StoreError>,
}

/// A database and its connection.
#[derive(Debug)]
struct Database {
    /// `None` as long as the file cannot be opened.
    connection: Mutex<Option<Connection>>,
    /// The file; `None` in memory.
    file: Option<PathBuf>,
    schema: &'static Schema,
}

impl Database {
    /// The database in `file`, which is made if need be.
    ///
    /// A damaged database, or one of another version, is set aside under another name: its contents are worth
    /// less than a server that answers.
    fn open(file: &Path, schema: &'static Schema) -> Result<Self, StoreError> {
        let database = Self::unopened(file, schema);
        database.run(|_| Ok(()))?;
        Ok(database)
    }

    /// The database in `file`, which is opened once it can be: until then all work fails.
    fn unopened(file: &Path, schema: &'static Schema) -> Self {
        Self { connection: Mutex::default(), file: Some(file.to_owned()), schema }
    }

    /// A database that vanishes with the process.
    fn in_memory(schema: &'static Schema) -> Result<Self, StoreError> {
        Ok(Self {
            connection: Mutex::new(Some(prepare(Connection::open_in_memory()?, schema)?)),
            file: None,
            schema,
        })
    }

    /// The path of the file.
    fn location(&self) -> String {
        let file = self.file.as_ref();
        file.map_or_else(|| "memory".to_owned(), |file| file.display().to_string())
    }

    /// Runs `work`; blocks. A file that was removed is begun anew: anything written to it would be lost with
    /// the process. So is a file that turns out to be damaged, for the next work.
    fn run<T>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut held = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let file = self.file.as_deref();
        if let (None, Some(file)) = (&*held, file) {
            *held = Some(open_or_replace(file, self.schema)?);
        }
        let connection = held.as_mut().ok_or(StoreError::Ended)?;
        if let Some(gone) = file.filter(|file| !file.exists()) {
            tracing::error!(file = %gone.display(), "the file of the {} is gone; it is begun anew", self.schema.content);
            self.recreate(connection, gone)?;
        }
        let done = work(connection);
        if let (Err(StoreError::Damaged(error)), Some(file)) = (&done, file) {
            tracing::error!(%error, "{} cannot be read", self.schema.content);
            move_aside(file)?;
            self.recreate(connection, file)?;
        }
        done
    }

    fn recreate(&self, connection: &mut Connection, file: &Path) -> Result<(), StoreError> {
        // Closed before the other is opened: its last act is to tidy up under the file's name.
        *connection = Connection::open_in_memory()?;
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        *connection = open_file(file, self.schema)?;
        Ok(())
    }
}

/// The database in `file`, or a new one where that is damaged.
fn open_or_replace(file: &Path, schema: &Schema) -> Result<Connection, StoreError> {
    match open_file(file, schema) {
        Err(StoreError::Damaged(error)) => {
            tracing::warn!(error = &*error, "{} cannot be read", schema.content);
            move_aside(file)?;
            open_file(file, schema)
        }
        connection => connection,
    }
}

fn move_aside(file: &Path) -> Result<(), StoreError> {
    let aside = file.with_extension("damaged");
    tracing::warn!(aside = %aside.display(), "the file is set aside");
    Ok(fs::rename(file, aside)?)
}

fn open_file(file: &Path, schema: &Schema) -> Result<Connection, StoreError> {
    make_private(file)?;
    let connection = Connection::open(file)?;
    // Readers and the writer do not wait for each other, and a crash leaves nothing half written.
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    prepare(connection, schema)
}

/// Makes the file for its owner only, before there is anything in it.
fn make_private(file: &Path) -> Result<(), StoreError> {
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = OpenOptions::new();
    options.create(true).append(true).mode(0o600).open(file)?;
    Ok(())
}

fn prepare(mut connection: Connection, schema: &Schema) -> Result<Connection, StoreError> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // Deleted data is overwritten, so that it is not found in the file later.
    connection.pragma_update(None, "secure_delete", true)?;
    upgrade(&mut connection, schema)?;
    Ok(connection)
}

/// Brings the tables to the version of this program, all or nothing.
fn upgrade(connection: &mut Connection, schema: &Schema) -> Result<(), StoreError> {
    let all = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let version: i64 = all.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let newest = schema.version + i64::try_from(schema.upgrades.len()).unwrap_or(i64::MAX);
    if version != 0 && !(schema.version..=newest).contains(&version) {
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
