//! A set of documents: the scope of a question.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use footnote_documents::Record;

use super::{Counts, FileKind};
use crate::names::document_key;

/// A set of documents, with their records.
#[derive(Debug, Default)]
pub struct DocumentSet {
    /// Sorted by path.
    records: Vec<Arc<Record>>,
    keys: HashSet<u64, BuildHasherDefault<KeyHasher>>,
    counts: Counts,
}

impl DocumentSet {
    /// The set of these files, in whatever state.
    pub fn of(mut records: Vec<Arc<Record>>) -> Self {
        records.sort_by(|one, other| one.path.cmp(&other.path));
        records.dedup_by(|one, other| one.path == other.path);
        let mut counts = Counts::default();
        for record in &records {
            *counts.of_mut(FileKind::of(record)) += 1;
            counts.passages += record.passages() as usize;
        }
        let ready = records.iter().filter(|record| record.is_ready());
        let keys = ready.map(|record| document_key(&record.path)).collect();
        Self { records, keys, counts }
    }

    /// The record of the file at `path`.
    pub fn get(&self, path: &str) -> Option<&Arc<Record>> {
        let place = self.records.binary_search_by(|record| record.path.as_str().cmp(path));
        place.ok().and_then(|place| self.records.get(place))
    }

    /// True if the set contains the document at `path` and it is searchable.
    pub fn contains(&self, path: &str) -> bool {
        self.contains_key(document_key(path))
    }

    /// The same for the document with this [`document_key`].
    pub fn contains_key(&self, key: u64) -> bool {
        self.keys.contains(&key)
    }

    /// Keys of the searchable documents.
    pub fn keys(&self) -> impl Iterator<Item = u64> {
        self.keys.iter().copied()
    }

    /// The files, by path.
    pub fn records(&self) -> &[Arc<Record>] {
        &self.records
    }

    /// Counts of the files.
    pub fn counts(&self) -> Counts {
        self.counts
    }
}

/// Sets are equal if they contain the same documents.
impl PartialEq for DocumentSet {
    fn eq(&self, other: &Self) -> bool {
        self.keys == other.keys
    }
}

/// A no-op hasher, since keys are hashes already.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        let fold = |hash: u64, byte: &u8| hash.rotate_left(8) ^ u64::from(*byte);
        self.0 = bytes.iter().fold(self.0, fold);
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

#[cfg(test)]
mod tests {
    use footnote_documents::FileState;

    use super::*;

    #[test]
    fn a_set_has_each_file_once_and_counts_it_by_what_became_of_it() {
        let record = |path: &str, state| {
            Arc::new(Record { path: path.to_owned(), state, ..Record::default() })
        };
        let ready = || FileState::Ready { passages: 2, pages: 1 };
        let failed = FileState::Failed("is empty".to_owned());
        let files = [("b.md", ready()), ("a.md", ready()), ("b.md", ready()), ("c.md", failed)];
        let set = DocumentSet::of(files.map(|(path, state)| record(path, state)).to_vec());
        let paths: Vec<&str> = set.records().iter().map(|record| record.path.as_str()).collect();
        assert_eq!(paths, ["a.md", "b.md", "c.md"]);
        let counts = set.counts();
        assert_eq!((counts.ready, counts.failed, counts.passages), (2, 1, 4));
        assert!(set.contains("a.md") && set.get("c.md").is_some());
        assert!(!set.contains("c.md"), "it cannot be found");
        assert!(!set.contains("d.md") && set.keys().count() == 2);
    }
}
