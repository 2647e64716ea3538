//! Opening the file: private to its owner, and begun anew when it cannot be used.

use std::fs::{self, OpenOptions};
use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;

use super::StoreError;

/// Raised with every change of the tables; a file of another version is set aside.
const VERSION: i64 = 1;

const TABLES: &str = "
CREATE TABLE IF NOT EXISTS sessions (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    used INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS sessions_by_use ON sessions (used);
CREATE TABLE IF NOT EXISTS messages (
    place INTEGER PRIMARY KEY,
    session TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
    role TEXT NOT NULL,
    content TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS messages_by_session ON messages (session);
CREATE TABLE IF NOT EXISTS attachments (
    session TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
    name TEXT NOT NULL,
    passages TEXT NOT NULL,
    PRIMARY KEY (session, name)
);
CREATE TABLE IF NOT EXISTS images (
    place INTEGER PRIMARY KEY,
    session TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    bytes BLOB NOT NULL,
    UNIQUE (session, name)
);
CREATE TABLE IF NOT EXISTS sizes (
    session TEXT PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
    holder INTEGER NOT NULL,
    bytes INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS sizes_by_holder ON sizes (holder, bytes);
";

/// How long a write waits for another process that reads the file.
const PATIENCE: Duration = Duration::from_secs(5);

/// The connection to `file`, which is made if need be.
///
/// One that is damaged, or of another version, is set aside under another name: an old conversation
/// is worth less than a server that answers.
pub(super) fn file(file: &Path) -> Result<Connection, StoreError> {
    match try_file(file) {
        Err(StoreError::Sqlite(error)) if is_damage(&error) => {
            let aside = file.with_extension("damaged");
            tracing::warn!(%error, aside = %aside.display(), "the conversations cannot be read and are set aside");
            fs::rename(file, aside)?;
            try_file(file)
        }
        opened => opened,
    }
}

/// The connection to an empty `file` in the place of one that was removed.
pub(super) fn anew(file: &Path) -> Result<Connection, StoreError> {
    tracing::error!(file = %file.display(), "the file of the conversations is gone; it is begun anew");
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    self::file(file)
}

/// A store that vanishes with the process.
pub(super) fn in_memory() -> Result<Connection, StoreError> {
    prepared(Connection::open_in_memory()?)
}

fn try_file(file: &Path) -> Result<Connection, StoreError> {
    make_private(file)?;
    let connection = Connection::open(file)?;
    // Readers and the writer do not wait for each other, and a crash loses no whole turn.
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    prepared(connection)
}

/// Makes the file for its owner only, before there is anything in it.
fn make_private(file: &Path) -> Result<(), StoreError> {
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = OpenOptions::new();
    options.create(true).append(true).mode(0o600).open(file)?;
    Ok(())
}

fn prepared(connection: Connection) -> Result<Connection, StoreError> {
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // What is deleted is overwritten, so that it is not found in the file later.
    connection.pragma_update(None, "secure_delete", true)?;
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if version != 0 && version != VERSION {
        return Err(rusqlite::Error::InvalidQuery.into());
    }
    connection.execute_batch(TABLES)?;
    connection.pragma_update(None, "user_version", VERSION)?;
    Ok(connection)
}

/// Whether the file itself is at fault, and not the disk.
fn is_damage(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
    matches!(error, rusqlite::Error::InvalidQuery)
        || matches!(
            error.sqlite_error_code(),
            Some(DatabaseCorrupt | NotADatabase)
        )
}
