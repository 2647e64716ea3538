//! Tracks the sizes of sessions, and evicts sessions over a quota.

use std::net::IpAddr;

use rusqlite::{Connection, Transaction, params};

use crate::StoreError;
use crate::quotas::{Excess, Holder, Sums, excess};
use crate::sessions::SESSION_OVERHEAD_BYTES;

/// Totals for the holder `?1`; `?2` says whether it is an owner.
const SUMS: &str = "SELECT coalesce((SELECT bytes FROM pots WHERE holder = ?1), 0), coalesce(sum(bytes), 0), \
    coalesce(holder, 0), coalesce(max(bytes), 0) FROM pots WHERE known = ?2";

/// Deletes sessions of the holder `?1`, or of all unknown readers, beyond `?2` bytes. Keeps `?3`, unless it
/// alone is larger than `?4`.
const EVICT: &str = "DELETE FROM sessions WHERE id IN (SELECT id FROM \
    (SELECT id, bytes, sum(bytes) OVER (ORDER BY id = ?3 DESC, \
        pinned OR EXISTS (SELECT 1 FROM shares WHERE session = id) DESC, used DESC, rowid DESC) AS until \
     FROM sessions WHERE CASE WHEN ?1 IS NULL THEN owner < 'a' ELSE holder = ?1 END) \
    WHERE until > ?2 AND NOT (id = ?3 AND bytes <= ?4))";

/// Records the size of the session `?1`: its content and `?2` bytes. Its holder becomes `?3`, unless that is null.
const WEIGH: &str = "UPDATE sessions SET holder = coalesce(?3, holder), bytes = ?2 +
    (SELECT coalesce(sum(octet_length(content) + octet_length(detail)), 0) FROM messages WHERE session = ?1) +
    (SELECT coalesce(sum(octet_length(passages)), 0) FROM attachments WHERE session = ?1) +
    (SELECT coalesce(sum(length(bytes)), 0) FROM images WHERE session = ?1) WHERE id = ?1";

/// Sessions with attachments that were last used before `?1`.
const OLD_ATTACHMENTS: &str = "SELECT id FROM sessions WHERE used <= ?1 AND (\
    EXISTS (SELECT 1 FROM attachments WHERE session = id) OR EXISTS (SELECT 1 FROM images WHERE session = id))";

/// Key for hashing holders.
fn secret(connection: &Connection) -> Result<String, StoreError> {
    let secret = "SELECT secret FROM secrets WHERE name = 'holders'";
    Ok(connection.prepare_cached(secret)?.query_row([], |row| row.get(0))?)
}

/// The holder of a session.
pub(super) fn holder(
    connection: &Connection,
    owner: &str,
    client: Option<IpAddr>,
) -> Result<Holder, StoreError> {
    Ok(Holder::of(&secret(connection)?, owner, client))
}

/// The holder of an imported session.
pub(super) fn holder_of_import(
    connection: &Connection,
    owner: &str,
    id: &str,
) -> Result<Holder, StoreError> {
    Ok(Holder::of_import(&secret(connection)?, owner, id))
}

/// Records the size of the session `id`, and evicts others over a quota; returns true if any were evicted.
pub(super) fn settle(
    all: &Transaction<'_>,
    id: &str,
    holder: Holder,
    most: i64,
) -> Result<bool, StoreError> {
    all.execute(WEIGH, params![id, SESSION_OVERHEAD_BYTES, holder.number])?;
    let mut has_dropped = false;
    while let Some(Excess { holder, rest, newest }) = excess(most, holder, sums(all, holder)?) {
        if all.execute(EVICT, params![holder, rest, id, newest])? == 0 {
            break;
        }
        has_dropped = true;
    }
    Ok(has_dropped)
}

/// Deletes the attachments of sessions last used before this time; returns the number of these sessions.
pub(super) fn expire_attachments(
    connection: &mut Connection,
    before: i64,
) -> Result<usize, StoreError> {
    let all = connection.transaction()?;
    let old: Vec<String> = all
        .prepare(OLD_ATTACHMENTS)?
        .query_map([before], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for id in &old {
        for table in ["attachments", "images"] {
            all.execute(&format!("DELETE FROM {table} WHERE session = ?"), [id])?;
        }
        all.execute(WEIGH, params![id, SESSION_OVERHEAD_BYTES, None::<i64>])?;
    }
    all.commit()?;
    Ok(old.len())
}

fn sums(all: &Transaction<'_>, holder: Holder) -> Result<Sums, StoreError> {
    let sums = |row: &rusqlite::Row<'_>| {
        Ok(Sums { own: row.get(0)?, kind: row.get(1)?, fullest: row.get(2)?, most: row.get(3)? })
    };
    let mut statement = all.prepare_cached(SUMS)?;
    Ok(statement.query_row(params![holder.number, holder.is_known], sums)?)
}

/// Migrates the sizes of an earlier version. Clients without an owner keep their numbers.
pub(super) fn fill_pots(all: &Connection) -> Result<(), StoreError> {
    let former = "SELECT 1 FROM sqlite_schema WHERE name = 'sizes'";
    if !all.prepare(former)?.exists([])? {
        return Ok(());
    }
    let sized = "UPDATE sessions SET holder = sizes.holder, bytes = sizes.bytes FROM sizes WHERE session = id";
    all.execute(sized, [])?;
    let owners: Vec<String> = all
        .prepare("SELECT DISTINCT owner FROM sessions WHERE owner <> ''")?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for owner in owners {
        let number = holder(all, &owner, None)?.number;
        all.execute("UPDATE sessions SET holder = ?2 WHERE owner = ?1", params![owner, number])?;
    }
    Ok(all.execute_batch("DROP TABLE sizes")?)
}
