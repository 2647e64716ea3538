//! The passages of a set of documents, for filtering and counting in tantivy.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use footnote_store::DocumentSet;
use tantivy::index::SegmentId;
use tantivy::query::{
    BitSetDocSet, ConstScorer, EnableScoring, Explanation, Query, Scorer, Weight,
};
use tantivy::schema::IndexRecordOption;
use tantivy::{BitSet, DocId, DocSet, Score, Searcher, SegmentReader, TERMINATED, Term};

use super::IndexError;
use super::schema::PassageColumns;

/// Maximum number of cached sets.
const MAX_KEPT: usize = 16;

/// Cache of the passages in the most recent sets of documents.
#[derive(Default)]
pub(super) struct ScopedPassagesCache(Mutex<Vec<KeptPassages>>);

/// The passages of a set, per segment.
struct KeptPassages {
    set: Weak<DocumentSet>,
    segments: HashMap<(SegmentId, u32), Arc<BitSet>>,
}

impl ScopedPassagesCache {
    /// Returns the passages of `set`. Each segment is scanned once while the set is cached.
    pub(super) fn passages(
        &self,
        searcher: &Searcher,
        set: &Arc<DocumentSet>,
    ) -> Result<ScopedPassages, IndexError> {
        let known = self.known(set);
        let mut segments = HashMap::new();
        for segment in searcher.segment_readers() {
            // Deletions reduce the number of documents in a segment, so it is part of the key.
            let name = (segment.segment_id(), segment.num_docs());
            let passages = match known.get(&name) {
                Some(passages) => Arc::clone(passages),
                None => Arc::new(passages_of(segment, set)?),
            };
            segments.insert(name, passages);
        }
        self.keep(set, segments.clone());
        let count = segments.values().map(|passages| passages.len() as u64).sum();
        let of_segment = segments.into_iter().map(|((segment, _), passages)| (segment, passages));
        Ok(ScopedPassages { count, segments: Arc::new(of_segment.collect()) })
    }

    fn known(&self, set: &Arc<DocumentSet>) -> HashMap<(SegmentId, u32), Arc<BitSet>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let of_set = kept.iter().find(|kept| kept.is_of(set));
        of_set.map(|kept| kept.segments.clone()).unwrap_or_default()
    }

    fn keep(&self, set: &Arc<DocumentSet>, segments: HashMap<(SegmentId, u32), Arc<BitSet>>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|one| one.set.strong_count() > 0 && !one.is_of(set));
        kept.truncate(MAX_KEPT - 1);
        kept.insert(0, KeptPassages { set: Arc::downgrade(set), segments });
    }
}

impl KeptPassages {
    fn is_of(&self, set: &Arc<DocumentSet>) -> bool {
        std::ptr::eq(self.set.as_ptr(), Arc::as_ptr(set))
    }
}

/// The passages of a segment that belong to a set.
fn passages_of(segment: &SegmentReader, set: &DocumentSet) -> Result<BitSet, IndexError> {
    let columns = PassageColumns::of(segment)?;
    let mut passages = BitSet::with_max_value(segment.max_doc());
    for at in segment.doc_ids_alive() {
        if columns.document(at).is_some_and(|key| set.contains_key(key)) {
            passages.insert(at);
        }
    }
    Ok(passages)
}

/// The passages of a set of documents, as a query that does not affect scores.
#[derive(Clone)]
pub(super) struct ScopedPassages {
    segments: Arc<HashMap<SegmentId, Arc<BitSet>>>,
    /// Number of passages.
    pub(super) count: u64,
}

impl ScopedPassages {
    /// Number of these passages with a term.
    pub(super) fn frequency(&self, searcher: &Searcher, term: &Term) -> tantivy::Result<u64> {
        let mut count = 0;
        for segment in searcher.segment_readers() {
            let Some(passages) = self.segments.get(&segment.segment_id()) else {
                continue;
            };
            let index = segment.inverted_index(term.field())?;
            let Some(mut postings) = index.read_postings(term, IndexRecordOption::Basic)? else {
                continue;
            };
            let mut at: DocId = postings.doc();
            while at != TERMINATED {
                count += u64::from(passages.contains(at));
                at = postings.advance();
            }
        }
        Ok(count)
    }

    /// The passages in a segment.
    fn of(&self, segment: &SegmentReader) -> BitSet {
        let passages = self.segments.get(&segment.segment_id());
        passages.map_or_else(|| BitSet::with_max_value(0), |passages| passages.as_ref().clone())
    }
}

impl std::fmt::Debug for ScopedPassages {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ScopedPassages").field("count", &self.count).finish_non_exhaustive()
    }
}

impl Query for ScopedPassages {
    fn weight(&self, _: EnableScoring<'_>) -> tantivy::Result<Box<dyn Weight>> {
        Ok(Box::new(self.clone()))
    }
}

impl Weight for ScopedPassages {
    fn scorer(&self, segment: &SegmentReader, _: Score) -> tantivy::Result<Box<dyn Scorer>> {
        Ok(Box::new(ConstScorer::new(BitSetDocSet::from(self.of(segment)), 0.0)))
    }

    fn explain(&self, _: &SegmentReader, _: DocId) -> tantivy::Result<Explanation> {
        Ok(Explanation::new("in the scope", 0.0))
    }
}
