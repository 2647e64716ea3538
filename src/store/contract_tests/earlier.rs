//! Files as earlier versions have written them, for tests.

use std::path::Path;

use rusqlite::Connection;

use crate::SqliteContent;

/// The versions before the current one.
pub fn earlier_versions() -> std::ops::Range<i64> {
    let schema = SqliteContent::Conversations.schema();
    schema.version..schema.newest()
}

/// Makes a file of conversations of an earlier version, with one conversation of `ada` named `a`.
pub fn write_earlier(file: &Path, version: i64) {
    let old = Connection::open(file).unwrap();
    let schema = SqliteContent::Conversations.schema();
    old.execute_batch(schema.tables).unwrap();
    for upgrade in schema.upgrades.iter().take(usize::try_from(version - 1).unwrap()) {
        old.execute_batch(upgrade).unwrap();
    }
    old.pragma_update(None, "user_version", version).unwrap();
    let said = "INSERT INTO sessions (id, owner, used) VALUES ('a', 'ada', unixepoch()); \
        INSERT INTO messages (place, session, role, content) VALUES \
            (1, 'a', 'user', 'Tea?'), (2, 'a', 'assistant', 'At four.')";
    old.execute_batch(said).unwrap();
}

/// Makes a file of conversations that says it is of the first version, but cannot be upgraded.
pub fn write_stuck(file: &Path) {
    write_earlier(file, SqliteContent::Conversations.newest());
    Connection::open(file).unwrap().pragma_update(None, "user_version", 1).unwrap();
}
