//! The vectors in memory, assigned to their passages.

use std::collections::{BTreeSet, HashMap};

use footnote_documents::acl::Acl;
use footnote_documents::{Passage, Stamp};
use footnote_store::{EmbeddingPlace, NearPassage, Vector, VectorKey};

use super::coarse::{MAX_EXACT, SignBits};
use super::quantized::QuantizedQuestion;

/// Number of unassigned vectors above which they are dropped, if they are also more than half of all.
const ORPHANS_ALLOWED: usize = 1_000;

/// All vectors, and the passages of each.
#[derive(Debug, Default)]
pub(super) struct Table {
    vectors: Vec<Vector>,
    sign_bits: SignBits,
    /// The passages of each vector, which have the same text; empty if no known document has that text.
    passages: Vec<Vec<PassageSlot>>,
    row_of: HashMap<VectorKey, usize>,
    documents: Vec<IndexedDocument>,
    /// Unused slots in `documents`.
    free: Vec<usize>,
    document_of: HashMap<String, usize>,
    /// Passages without a vector yet.
    awaited: HashMap<VectorKey, Vec<PassageSlot>>,
    /// Number of passages with vectors; maintained, because each question reads it.
    ready: usize,
    /// Number of passages that get a vector: all but those that only have further rows of a table.
    all: usize,
}

#[derive(Clone, Copy, Debug)]
struct PassageSlot {
    document: usize,
    ordinal: u32,
}

#[derive(Debug, Default)]
struct IndexedDocument {
    /// Its first passage without the text, for filters.
    about: Passage,
    stamp: Stamp,
    keys: Vec<VectorKey>,
}

impl Table {
    /// A table of these vectors, without passages.
    pub(super) fn over(mut vectors: Vec<Vector>) -> Self {
        let length = vectors.first().map_or(0, |first| first.numbers.len());
        vectors.retain(|vector| vector.numbers.len() == length);
        let mut table =
            Self { passages: vec![Vec::new(); vectors.len()], vectors, ..Self::default() };
        table.index_rows();
        table
    }

    fn index_rows(&mut self) {
        self.sign_bits = SignBits::of(&self.vectors);
        let rows = self.vectors.iter().enumerate();
        self.row_of = rows.map(|(at, vector)| (vector.key, at)).collect();
    }

    /// All vectors.
    pub(super) fn vectors(&self) -> &[Vector] {
        &self.vectors
    }

    /// Length of the vectors; 0 if there are none.
    pub(super) fn dimension(&self) -> usize {
        self.vectors.first().map_or(0, |first| first.numbers.len())
    }

    /// Adds a vector, and assigns it to the passages that wait for it.
    pub(super) fn add(&mut self, vector: Vector) {
        if self.row_of.contains_key(&vector.key) {
            return;
        }
        let places = self.awaited.remove(&vector.key).unwrap_or_default();
        self.ready += places.len();
        self.row_of.insert(vector.key, self.vectors.len());
        self.vectors.push(vector);
        self.sign_bits.add_last(&self.vectors);
        self.passages.push(places);
    }

    /// True if the document at `path` is up to date: same stamp and same ACL.
    pub(super) fn knows(&self, path: &str, stamp: Stamp, acl: &Acl) -> bool {
        let at = self.document_of.get(path);
        at.and_then(|at| self.documents.get(*at))
            .is_some_and(|document| document.stamp == stamp && document.about.acl == *acl)
    }

    /// Sets the passages of the document at `path`.
    pub(super) fn join(&mut self, path: &str, stamp: Stamp, passages: &[Passage]) {
        self.forget(path);
        let document = self.free.pop().unwrap_or(self.documents.len());
        let embedded = || passages.iter().filter(|passage| !passage.only_rows);
        let keys: Vec<VectorKey> = embedded().map(VectorKey::of).collect();
        for (key, passage) in keys.iter().zip(embedded()) {
            let place = PassageSlot { document, ordinal: passage.ordinal };
            let row = self.row_of.get(key);
            match row.and_then(|at| self.passages.get_mut(*at)) {
                Some(places) => {
                    places.push(place);
                    self.ready += 1;
                }
                None => self.awaited.entry(*key).or_default().push(place),
            }
        }
        self.all += keys.len();
        let about = passages.first().cloned().unwrap_or_default();
        let about = Passage { text: String::new(), path: path.to_owned(), ..about };
        let joined = IndexedDocument { about, stamp, keys };
        match self.documents.get_mut(document) {
            Some(room) => *room = joined,
            None => self.documents.push(joined),
        }
        self.document_of.insert(path.to_owned(), document);
    }

    /// Removes the document at `path`.
    pub(super) fn forget(&mut self, path: &str) {
        let Some(at) = self.document_of.remove(path) else {
            return;
        };
        self.free.push(at);
        let document = self.documents.get_mut(at).map(std::mem::take);
        let keys = document.unwrap_or_default().keys;
        self.all -= keys.len();
        for key in keys {
            let is_other = |place: &PassageSlot| place.document != at;
            if let Some(places) = self.awaited.get_mut(&key) {
                places.retain(is_other);
                if places.is_empty() {
                    self.awaited.remove(&key);
                }
            }
            let row = self.row_of.get(&key);
            if let Some(places) = row.and_then(|at| self.passages.get_mut(*at)) {
                self.ready -= places.len();
                places.retain(is_other);
                self.ready += places.len();
            }
        }
    }

    /// Stops waiting for vectors of a key until the documents change.
    pub(super) fn give_up(&mut self, key: VectorKey) {
        for slot in self.awaited.remove(&key).unwrap_or_default() {
            if let Some(document) = self.documents.get_mut(slot.document) {
                let before = document.keys.len();
                document.keys.retain(|other| *other != key);
                self.all -= before - document.keys.len();
            }
        }
    }

    /// Paths of the documents that are not `is_there`.
    pub(super) fn others(&self, is_there: impl Fn(&str) -> bool) -> Vec<String> {
        let paths = self.document_of.keys();
        paths.filter(|path| !is_there(path)).cloned().collect()
    }

    /// The first documents behind `after` with passages that wait for their vectors, the newest first; at most `limit`.
    pub(super) fn awaiting(
        &self,
        after: Option<&EmbeddingPlace>,
        limit: usize,
    ) -> Vec<EmbeddingPlace> {
        let documents: BTreeSet<usize> =
            self.awaited.values().flatten().map(|slot| slot.document).collect();
        let documents = documents.into_iter().filter_map(|at| self.documents.get(at));
        let places = documents.map(|document| EmbeddingPlace {
            modified: document.stamp.modified,
            path: document.about.path.clone(),
        });
        let mut places: Vec<EmbeddingPlace> =
            places.filter(|place| after.is_none_or(|after| place < after)).collect();
        places.sort_unstable_by(|a, b| b.cmp(a));
        places.truncate(limit);
        places
    }

    /// True if passages with this key wait for their vector.
    pub(super) fn awaits(&self, key: VectorKey) -> bool {
        self.awaited.contains_key(&key)
    }

    /// Number of passages with vectors, and of all that get one.
    pub(super) fn counts(&self) -> (usize, usize) {
        (self.ready, self.all)
    }

    /// The passages nearest to `question`, best first, from documents that `admits` accepts.
    pub(super) fn nearest(
        &self,
        question: &QuantizedQuestion,
        most: usize,
        admits: impl Fn(&Passage) -> bool,
    ) -> Vec<NearPassage> {
        let documents = self.documents.iter();
        let admitted: Vec<bool> = documents.map(|one| admits(&one.about)).collect();
        let is_admitted = |place: &&PassageSlot| admitted.get(place.document) == Some(&true);
        let is_row_admitted = |row: usize| {
            let places = self.passages.get(row);
            places.is_some_and(|places| places.iter().any(|place| is_admitted(&place)))
        };
        let rows = match self.rows_of(&admitted) {
            Some(rows) => rows,
            None if self.vectors.len() > MAX_EXACT => {
                self.sign_bits.candidates(question, is_row_admitted)
            }
            None => (0..self.vectors.len()).filter(|row| is_row_admitted(*row)).collect(),
        };
        let rows = rows.into_iter().filter_map(|row| Some((row, self.vectors.get(row)?)));
        let mut scored = question.cosines(rows);
        let order = |a: &(f32, usize), b: &(f32, usize)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
        if scored.len() > most {
            scored.select_nth_unstable_by(most, order);
            scored.truncate(most);
        }
        scored.sort_unstable_by(order);
        let near = scored.into_iter().flat_map(|(score, row)| {
            let places = self.passages.get(row).into_iter().flatten();
            let places = places.filter(is_admitted);
            places.filter_map(move |place| self.near(*place, row, score))
        });
        near.take(most).collect()
    }

    /// The rows of the admitted documents, in order, if they have less than half of the vectors, and few enough to
    /// compare them all: finding a row takes about as long as comparing one.
    fn rows_of(&self, admitted: &[bool]) -> Option<Vec<usize>> {
        let documents = self.documents.iter().zip(admitted).filter(|(_, admitted)| **admitted);
        let documents: Vec<&IndexedDocument> = documents.map(|(document, _)| document).collect();
        let count: usize = documents.iter().map(|document| document.keys.len()).sum();
        if count >= self.vectors.len().min(MAX_EXACT) / 2 {
            return None;
        }
        let keys = documents.into_iter().flat_map(|document| &document.keys);
        let mut rows: Vec<usize> = keys.filter_map(|key| self.row_of.get(key).copied()).collect();
        rows.sort_unstable();
        rows.dedup();
        Some(rows)
    }

    fn near(&self, place: PassageSlot, row: usize, score: f32) -> Option<NearPassage> {
        Some(NearPassage {
            path: self.documents.get(place.document)?.about.path.clone(),
            ordinal: place.ordinal,
            key: self.vectors.get(row)?.key,
            score,
        })
    }

    /// Drops the unassigned vectors if there are many; returns their keys.
    pub(super) fn drop_orphans(&mut self) -> Vec<VectorKey> {
        let orphans = self.passages.iter().filter(|places| places.is_empty());
        if orphans.count() <= ORPHANS_ALLOWED + self.vectors.len() / 2 {
            return Vec::new();
        }
        let mut places = self.passages.iter();
        let is_orphan = |_: &mut Vector| places.next().is_none_or(Vec::is_empty);
        let orphans = self.vectors.extract_if(.., is_orphan);
        let orphans = orphans.map(|vector| vector.key).collect();
        self.vectors.shrink_to_fit();
        self.passages.retain(|places| !places.is_empty());
        self.index_rows();
        orphans
    }
}
