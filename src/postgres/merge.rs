//! Merging segments of similar size, because every list that a question reads takes time.

use std::collections::{BTreeMap, HashSet};

use footnote_retrieval::store::StoreError;
use tokio_postgres::Row;

use crate::Documents;
use crate::error::failure;
use crate::parameters::p;
use crate::postings::{Posting, decoded, encoded};
use crate::segment::Batch;

/// Number of segments of similar size that are merged. Each posting is rewritten once per size.
const MERGED_AT_ONCE: usize = 8;

/// Number of passages below which segments count as the same size. Each larger class of sizes is [`MERGED_AT_ONCE`]
/// times as large.
const MIN_SIZE: i64 = 256;

/// Maximum number of lists read at once.
const LISTS_AT_ONCE: usize = 10_000;

/// The lists of some segments, ordered by term.
const LISTS: &str = "DECLARE lists NO SCROLL CURSOR FOR \
    SELECT field, term, acl, frequency, passages FROM footnote.postings \
    WHERE segment = ANY($1) ORDER BY field, term, acl";

/// Moves their counts to a new segment.
const COUNTS: &str = "WITH old AS (DELETE FROM footnote.segments WHERE id = ANY($1) RETURNING *) \
    INSERT INTO footnote.segments SELECT $2, acl, language, sum(passages), sum(text), sum(words), sum(hints) \
    FROM old GROUP BY acl, language";

/// Sums the numbers of files into one row for each ACL and kind.
const FILES: &str = "WITH old AS (DELETE FROM footnote.counts c USING footnote.acls a \
        WHERE a.id = c.acl AND a.analysis = $1 RETURNING c.acl, c.kind, c.files) \
    INSERT INTO footnote.counts SELECT acl, kind, sum(files) FROM old GROUP BY acl, kind HAVING sum(files) <> 0";

impl Documents {
    /// Merges segments as long as there are enough of the same size.
    pub(crate) async fn merge(&self) -> Result<(), StoreError> {
        while let Some(segments) = self.mergeable().await? {
            tracing::debug!(count = segments.len(), "segments are merged");
            if !self.merge_all(segments).await? {
                break;
            }
        }
        self.snapshots.invalidate();
        Ok(())
    }

    /// Returns the segments of a size that has enough of them.
    async fn mergeable(&self) -> Result<Option<Vec<i32>>, StoreError> {
        let statement = "SELECT s.id, sum(abs(s.passages))::bigint FROM footnote.segments s \
            JOIN footnote.acls a ON a.id = s.acl AND a.analysis = $1 GROUP BY s.id";
        let mut sizes: BTreeMap<u32, Vec<i32>> = BTreeMap::new();
        for row in self.database.rows(statement, &[p(&self.analysis)]).await? {
            sizes.entry(size(row.get(1))).or_default().push(row.get(0));
        }
        Ok(sizes.into_values().find(|segments| segments.len() >= MERGED_AT_ONCE))
    }

    /// Merges these segments in one transaction; returns false if another machine is merging.
    async fn merge_all(&self, segments: Vec<i32>) -> Result<bool, StoreError> {
        let mut client = self.database.client().await?;
        let transaction = client.transaction().await.map_err(failure)?;
        let alone = "SELECT pg_try_advisory_xact_lock($1)";
        let number = self.lock_number("merge");
        let alone = transaction.query_typed_one(alone, &[p(&number)]).await.map_err(failure)?;
        if !alone.get::<_, bool>(0) {
            return Ok(false);
        }
        let long = "SET LOCAL statement_timeout = 0; SET LOCAL work_mem = '128MB'";
        transaction.batch_execute(long).await.map_err(failure)?;
        let next = "SELECT nextval('footnote.segment_ids')::int";
        let id: i32 = transaction.query_typed_one(next, &[]).await.map_err(failure)?.get(0);
        transaction.execute_typed(LISTS, &[p(&segments)]).await.map_err(failure)?;
        let removed = transaction.query_typed("SELECT passage FROM footnote.removed", &[]).await;
        let removed = removed.map_err(failure)?.iter().map(|row| row.get(0)).collect();
        let mut merged = MergedLists { removed, ..MergedLists::default() };
        loop {
            let fetch = format!("FETCH {LISTS_AT_ONCE} FROM lists");
            let rows = transaction.query_typed(&fetch, &[]).await.map_err(failure)?;
            for row in &rows {
                merged.add(row);
            }
            let batch = merged.ready(rows.is_empty());
            batch.write(transaction.client(), id).await?;
            if rows.is_empty() {
                break;
            }
        }
        let old = "DELETE FROM footnote.postings WHERE segment = ANY($1)";
        transaction.execute_typed(old, &[p(&segments)]).await.map_err(failure)?;
        transaction.execute_typed(COUNTS, &[p(&segments), p(&id)]).await.map_err(failure)?;
        transaction.execute_typed(FILES, &[p(&self.analysis)]).await.map_err(failure)?;
        let seen: Vec<i64> = merged.seen.into_iter().collect();
        let gone = "DELETE FROM footnote.removed WHERE passage = ANY($1)";
        transaction.execute_typed(gone, &[p(&seen)]).await.map_err(failure)?;
        transaction.commit().await.map_err(failure)?;
        Ok(true)
    }
}

/// Returns the class of sizes that a segment belongs to.
fn size(passages: i64) -> u32 {
    let growth = i64::try_from(MERGED_AT_ONCE).unwrap_or(i64::MAX);
    (passages / MIN_SIZE).max(1).ilog(growth)
}

/// Lists of several segments, joined as they arrive in the order of their terms.
#[derive(Default)]
struct MergedLists {
    /// The removed passages, and those of them that were seen in a list.
    removed: HashSet<i64>,
    seen: HashSet<i64>,
    current: Option<(i8, String, i32)>,
    frequency: i32,
    postings: Vec<Posting>,
    batch: Batch,
}

impl MergedLists {
    fn add(&mut self, row: &Row) {
        let key = (row.get::<_, i8>(0), row.get::<_, &str>(1), row.get::<_, i32>(2));
        let current = self.current.as_ref().map(|(field, term, acl)| (*field, term.as_str(), *acl));
        if current != Some(key) {
            self.end_list();
            self.current = Some((key.0, key.1.to_owned(), key.2));
        }
        self.frequency += row.get::<_, i32>(3);
        for posting in decoded(row.get(4)) {
            if self.removed.contains(&posting.passage) {
                self.seen.insert(posting.passage);
            } else {
                self.postings.push(posting);
            }
        }
    }

    fn end_list(&mut self) {
        let Some((field, term, acl)) = self.current.take() else {
            return;
        };
        self.postings.sort_unstable_by_key(|posting| posting.passage);
        if self.frequency != 0 || !self.postings.is_empty() {
            self.batch.add(field, acl, term, self.frequency, encoded(&self.postings));
        }
        (self.frequency, self.postings) = (0, Vec::new());
    }

    /// Returns the finished lists, including the current one if all lists have arrived.
    fn ready(&mut self, is_all: bool) -> Batch {
        if is_all {
            self.end_list();
        }
        std::mem::take(&mut self.batch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_of_about_one_size_are_merged() {
        assert_eq!([0, 255, 256, 2_047].map(size), [0, 0, 0, 0]);
        assert_eq!([2_048, 16_383, 16_384].map(size), [1, 1, 2]);
    }
}
