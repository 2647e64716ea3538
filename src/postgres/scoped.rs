//! The passages of a set of documents, for filtering rankings and counting words.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use footnote_retrieval::store::{DocumentSet, StoreError};
use uuid::Uuid;

use crate::Database;
use crate::parameters::{p, path_hash};
use crate::snapshot::Snapshot;

/// Maximum number of cached sets.
const MAX_KEPT: usize = 16;

/// A cache of the passages of recently used document sets.
#[derive(Debug, Default)]
pub(crate) struct ScopedPassages(Mutex<Vec<KeptIds>>);

/// The passages of a set, as of one version.
#[derive(Debug)]
struct KeptIds {
    set: Weak<DocumentSet>,
    version: u64,
    ids: Arc<IdSet>,
}

impl ScopedPassages {
    /// Returns the ids of the passages of `set`.
    pub(crate) async fn ids(
        &self,
        (database, analysis): (&Database, i32),
        (snapshot, acls): (&Snapshot, &Vec<i32>),
        set: &Arc<DocumentSet>,
    ) -> Result<Arc<IdSet>, StoreError> {
        if let Some(ids) = self.cached(snapshot.version, set) {
            return Ok(ids);
        }
        let ready = set.records().iter().filter(|record| record.is_ready());
        let hashes: Vec<Uuid> = ready.map(|record| path_hash(&record.path)).collect();
        let statement = "SELECT p.id FROM footnote.documents d \
            JOIN footnote.passages p ON p.document = d.id AND p.acl = ANY($3) \
            WHERE d.analysis = $1 AND d.path_hash IN (SELECT unnest($2::uuid[]))";
        let parameters = [p(&analysis), p(&hashes), p(acls)];
        let rows = database.rows(statement, &parameters).await?;
        let ids: Arc<IdSet> = Arc::new(rows.iter().map(|row| row.get::<_, i64>(0)).collect());
        let version = snapshot.version;
        let new = KeptIds { set: Arc::downgrade(set), version, ids: Arc::clone(&ids) };
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|one| one.set.strong_count() > 0 && !one.is_of(set));
        kept.truncate(MAX_KEPT - 1);
        kept.insert(0, new);
        Ok(ids)
    }

    fn cached(&self, version: u64, set: &Arc<DocumentSet>) -> Option<Arc<IdSet>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let of_set = kept.iter().find(|one| one.version == version && one.is_of(set))?;
        Some(Arc::clone(&of_set.ids))
    }
}

impl KeptIds {
    fn is_of(&self, set: &Arc<DocumentSet>) -> bool {
        std::ptr::eq(self.set.as_ptr(), Arc::as_ptr(set))
    }
}

/// A set of ids as bits. Consecutive ids share a word.
#[derive(Debug, Default)]
pub(crate) struct IdSet {
    blocks: HashMap<i64, [u64; WORDS]>,
    count: u64,
}

/// Number of words in a block.
const WORDS: usize = 64;

impl IdSet {
    /// Returns the number of ids.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Returns true if the set contains this id.
    pub(crate) fn contains(&self, id: i64) -> bool {
        let (block, word, bit) = place(id);
        let word = self.blocks.get(&block).and_then(|block| block.get(word));
        word.is_some_and(|word| word & bit != 0)
    }

    fn insert(&mut self, id: i64) {
        let (block, word, bit) = place(id);
        let block = self.blocks.entry(block).or_insert([0; WORDS]);
        if let Some(word) = block.get_mut(word) {
            self.count += u64::from(*word & bit == 0);
            *word |= bit;
        }
    }
}

impl FromIterator<i64> for IdSet {
    fn from_iter<T: IntoIterator<Item = i64>>(ids: T) -> Self {
        let mut set = Self::default();
        ids.into_iter().for_each(|id| set.insert(id));
        set
    }
}

/// Returns the block of an id, its word in the block, and its bit in the word.
fn place(id: i64) -> (i64, usize, u64) {
    let bits = i64::from(u64::BITS);
    let of_block = bits * 64;
    let (block, rest) = (id.div_euclid(of_block), id.rem_euclid(of_block));
    let word = usize::try_from(rest / bits).unwrap_or_default();
    (block, word, 1 << (rest % bits))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_set_holds_what_was_put_into_it(
            ids in prop::collection::btree_set(-9_000_i64..9_000, 0..60),
            others in prop::collection::btree_set(any::<i64>(), 0..60),
        ) {
            let all: BTreeSet<i64> = ids.union(&others).copied().collect();
            let set: IdSet = all.iter().chain(&ids).copied().collect();
            prop_assert_eq!(set.count(), all.len() as u64);
            for id in -9_000..9_000 {
                prop_assert_eq!(set.contains(id), all.contains(&id));
            }
        }
    }
}
