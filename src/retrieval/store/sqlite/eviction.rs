//! The bounds on sessions, of each holder and of all together: the oldest goes first.

use rusqlite::{Connection, Transaction, params};

use crate::store::StoreError;
use crate::store::sessions::{FILL_PERCENT, HOLDER_DIVISOR, SESSION_OVERHEAD_BYTES};

/// Notes how large the session `id` is now, and who holds it.
pub(super) fn record_size(all: &Transaction<'_>, id: &str, holder: i64) -> Result<(), StoreError> {
    all.execute(
        "INSERT OR REPLACE INTO sizes (session, holder, bytes) VALUES (?1, ?2, ?3 +
         (SELECT coalesce(sum(octet_length(content) + octet_length(detail)), 0) FROM messages WHERE session = ?1) +
         (SELECT coalesce(sum(octet_length(passages)), 0) FROM attachments WHERE session = ?1) +
         (SELECT coalesce(sum(length(bytes)), 0) FROM images WHERE session = ?1))",
        params![id, holder, SESSION_OVERHEAD_BYTES],
    )?;
    Ok(())
}

/// Deletes the oldest sessions where `holder` has too much or the store is larger than `most` bytes;
/// whether there were any.
pub(super) fn evict(all: &Transaction<'_>, holder: i64, most: i64) -> Result<bool, StoreError> {
    let mut dropped = 0;
    let share = most / HOLDER_DIVISOR;
    let held: i64 = all
        .prepare_cached("SELECT coalesce(sum(bytes), 0) FROM sizes WHERE holder = ?")?
        .query_row([holder], |row| row.get(0))?;
    if held > share {
        dropped += evict_oldest(all, Some(holder), share)?;
    }
    if used(all)? > most {
        dropped += evict_oldest(all, None, most)?;
    }
    Ok(dropped > 0)
}

/// Deletes the oldest sessions of `holder`, or of all, until the others take nine tenths of `most`.
fn evict_oldest(
    all: &Transaction<'_>,
    holder: Option<i64>,
    most: i64,
) -> Result<usize, StoreError> {
    let deleted = all.execute(
        "DELETE FROM sessions WHERE id IN (SELECT id FROM (
             SELECT id, sum(coalesce(bytes, ?1)) OVER (ORDER BY used DESC, sizes.rowid DESC) AS until
             FROM sessions LEFT JOIN sizes ON session = id WHERE ?2 IS NULL OR holder = ?2)
         WHERE until > ?3)",
        params![SESSION_OVERHEAD_BYTES, holder, most / 100 * FILL_PERCENT],
    )?;
    Ok(deleted)
}

/// The bytes of the file that are in use.
fn used(connection: &Connection) -> Result<i64, StoreError> {
    let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let pages = number("page_count")? - number("freelist_count")?;
    Ok(pages * number("page_size")?)
}
