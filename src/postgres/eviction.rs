//! Sizes of sessions, and eviction when a quota is exceeded. Triggers in the database maintain the sums.

use deadpool_postgres::{Client, Transaction};
use footnote_store::StoreError;
use footnote_store::quotas::{Excess, Holder, Sums, excess};
use footnote_store::sessions::SESSION_OVERHEAD_BYTES;

use crate::Database;
use crate::error::failure;
use crate::parameters::p;

/// Records the size of the session `$1`: its content and `$2` bytes.
pub(crate) const RECORD_SIZE: &str = "UPDATE footnote.sessions SET bytes = $2 + \
    (SELECT coalesce(sum(octet_length(content) + octet_length(detail)), 0) FROM footnote.messages WHERE session = $1) + \
    (SELECT coalesce(sum(octet_length(passages)), 0) FROM footnote.attachments WHERE session = $1) + \
    (SELECT coalesce(sum(octet_length(images.bytes)), 0) FROM footnote.images WHERE session = $1) \
    WHERE number = $1";

/// The sums for the holder `$1`; `$2` says whether the holder is known.
const SUMS: &str = "SELECT coalesce((SELECT bytes FROM footnote.pots WHERE holder = $1), 0), \
    coalesce(sum(bytes), 0)::bigint, coalesce(max(bytes), 0), \
    coalesce((SELECT holder FROM footnote.pots WHERE known AND $2 ORDER BY bytes DESC LIMIT 1), 0) \
    FROM footnote.pots WHERE known = $2";

/// Deletes the oldest sessions of the holder `$1`, or of all unknown readers, beyond `$2` bytes. `$3` is kept,
/// unless it alone exceeds `$4`. A session that another turn is changing is kept, because it is no longer old.
const EVICT: &str = "DELETE FROM footnote.sessions WHERE number IN \
    (SELECT number FROM footnote.sessions WHERE number IN \
        (SELECT number FROM \
            (SELECT number, bytes, sum(bytes) OVER (ORDER BY number = $3 DESC, \
                pinned OR EXISTS (SELECT 1 FROM footnote.shares WHERE session = number) DESC, \
                used DESC, number DESC) AS until \
             FROM footnote.sessions WHERE CASE WHEN $1 IS NULL THEN owner < 'a' ELSE holder = $1 END) AS ranked \
         WHERE until > $2 AND NOT (number = $3 AND bytes <= $4)) \
     FOR UPDATE SKIP LOCKED)";

/// Deletes the attachments of some sessions that were not used for `$1` seconds; returns these sessions.
const EXPIRE_ATTACHMENTS: &str = "WITH old AS (\
        SELECT number FROM footnote.sessions WHERE used <= now() - $1 * interval '1 second' AND (\
            EXISTS (SELECT 1 FROM footnote.attachments WHERE session = number) \
            OR EXISTS (SELECT 1 FROM footnote.images WHERE session = number)) \
        LIMIT 100 FOR UPDATE SKIP LOCKED), \
    files AS (DELETE FROM footnote.attachments WHERE session IN (SELECT number FROM old)), \
    shown AS (DELETE FROM footnote.images WHERE session IN (SELECT number FROM old)) \
    SELECT number FROM old";

/// Deletes the attachments of sessions that have not been used for this many seconds.
pub(crate) async fn expire_attachments(
    database: &Database,
    lifetime: i64,
) -> Result<(), StoreError> {
    loop {
        let client = database.client().await?;
        let old = client.query_typed(EXPIRE_ATTACHMENTS, &[p(&lifetime)]).await.map_err(failure)?;
        if old.is_empty() {
            return Ok(());
        }
        for row in old {
            let session: i64 = row.get(0);
            let parameters = [p(&session), p(&SESSION_OVERHEAD_BYTES)];
            client.execute_typed(RECORD_SIZE, &parameters).await.map_err(failure)?;
        }
    }
}

/// Records the size of a session that was written.
pub(crate) async fn record_size(all: &Transaction<'_>, session: i64) -> Result<(), StoreError> {
    let parameters = [p(&session), p(&SESSION_OVERHEAD_BYTES)];
    all.execute_typed(RECORD_SIZE, &parameters).await.map_err(failure)?;
    Ok(())
}

/// Evicts sessions if `holder`, who has just written `session`, exceeds a quota of a store of `most` bytes. This
/// happens outside the transaction that wrote it: two transactions that evict each other's sessions would deadlock. If
/// it fails, the next turn tries again.
pub(crate) async fn evict(client: &Client, most: i64, holder: Holder, session: i64) {
    if let Err(error) = try_evict(client, most, holder, session).await {
        tracing::warn!(%error, "old conversations do not make way for new ones");
    }
}

async fn try_evict(
    client: &Client,
    most: i64,
    holder: Holder,
    session: i64,
) -> Result<(), StoreError> {
    while let Some(Excess { holder, rest, newest }) =
        excess(most, holder, sums(client, holder).await?)
    {
        let parameters = [p(&holder), p(&rest), p(&session), p(&newest)];
        if client.execute_typed(EVICT, &parameters).await.map_err(failure)? == 0 {
            break;
        }
    }
    Ok(())
}

async fn sums(client: &Client, holder: Holder) -> Result<Sums, StoreError> {
    let parameters = [p(&holder.number), p(&holder.is_known)];
    let row = client.query_typed_one(SUMS, &parameters).await.map_err(failure)?;
    Ok(Sums { own: row.get(0), kind: row.get(1), most: row.get(2), fullest: row.get(3) })
}
