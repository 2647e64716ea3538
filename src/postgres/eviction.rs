//! The bounds on sessions, of each holder and of all together: the oldest goes first.

use std::sync::atomic::{AtomicI64, Ordering};

use deadpool_postgres::Transaction;
use footnote_retrieval::store::StoreError;
use footnote_retrieval::store::sessions::{FILL_PERCENT, HOLDER_DIVISOR, SESSION_OVERHEAD_BYTES};

use crate::error::failure;
use crate::parameters::p;

/// The part of the bound that is written before all sessions are counted again, which is not for each turn.
const COUNT_DIVISOR: i64 = 100;

/// The bound on the bytes of all sessions.
#[derive(Debug)]
pub(crate) struct Bound {
    most: i64,
    /// The bytes of what was written here since all sessions were counted.
    uncounted: AtomicI64,
}

impl Bound {
    /// A bound of so many bytes. The first turn counts: nobody here knows how much there is.
    pub(crate) fn of(most: i64) -> Self {
        Self { most, uncounted: AtomicI64::new(most / COUNT_DIVISOR) }
    }

    /// Deletes the oldest sessions where `holder` has too much or the store is too large, now that a session of so
    /// many `bytes` was written.
    pub(crate) async fn evict(
        &self,
        all: &Transaction<'_>,
        holder: i64,
        bytes: i64,
    ) -> Result<(), StoreError> {
        evict_oldest(all, Some(holder), self.most / HOLDER_DIVISOR).await?;
        let uncounted = self.uncounted.fetch_add(bytes, Ordering::Relaxed).saturating_add(bytes);
        if uncounted > self.most / COUNT_DIVISOR {
            evict_oldest(all, None, self.most).await?;
            self.uncounted.store(0, Ordering::Relaxed);
        }
        Ok(())
    }
}

/// Notes how large a session is now, and returns it.
pub(crate) async fn record_size(all: &Transaction<'_>, session: i64) -> Result<i64, StoreError> {
    let record = "UPDATE footnote.sessions SET bytes = $2 + \
        (SELECT coalesce(sum(octet_length(content) + octet_length(detail)), 0) FROM footnote.messages WHERE session = $1) + \
        (SELECT coalesce(sum(octet_length(passages)), 0) FROM footnote.attachments WHERE session = $1) + \
        (SELECT coalesce(sum(octet_length(images.bytes)), 0) FROM footnote.images WHERE session = $1) \
        WHERE number = $1 RETURNING bytes";
    let parameters = [p(&session), p(&SESSION_OVERHEAD_BYTES)];
    let row = all.query_typed_one(record, &parameters).await.map_err(failure)?;
    Ok(row.get(0))
}

/// Deletes the oldest sessions of `holder`, or of all, until the others take nine tenths of `most` bytes, if all of
/// them take more.
async fn evict_oldest(
    all: &Transaction<'_>,
    holder: Option<i64>,
    most: i64,
) -> Result<(), StoreError> {
    let held = "SELECT coalesce(sum(bytes), 0)::bigint FROM footnote.sessions \
        WHERE $1 IS NULL OR holder = $1";
    let held = all.query_typed_one(held, &[p(&holder)]).await.map_err(failure)?;
    if held.get::<_, i64>(0) > most {
        let rest = most / 100 * FILL_PERCENT;
        all.execute_typed(EVICT, &[p(&holder), p(&rest)]).await.map_err(failure)?;
    }
    Ok(())
}

/// A session that another turn is changing at this moment stays: two that waited for each other's sessions would wait for ever.
const EVICT: &str = "DELETE FROM footnote.sessions WHERE number IN \
    (SELECT number FROM footnote.sessions WHERE number IN \
        (SELECT number FROM \
            (SELECT number, sum(bytes) OVER (ORDER BY used DESC, number DESC) AS until \
             FROM footnote.sessions WHERE $1 IS NULL OR holder = $1) AS ranked \
         WHERE until > $2) \
     FOR UPDATE SKIP LOCKED)";
