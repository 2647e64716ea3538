//! The vectors in memory, joined with the passages that they stand for.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use super::log::Record;
use super::small::{Small, Wanted};
use super::{Key, Near};
use crate::rag::corpus::Passage;
use crate::rag::corpus::index::Stamp;
use crate::rag::corpus::readers::Access;

/// All vectors, and where each belongs.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// How many numbers a vector has; 0 until there is one.
    pub(super) dimension: usize,
    /// The vectors one after the other.
    numbers: Vec<i8>,
    rows: Vec<Row>,
    row_of: HashMap<Key, usize>,
    documents: Vec<Document>,
    document_of: HashMap<String, usize>,
    /// Passages whose vectors are not there yet.
    awaited: HashMap<Key, Place>,
    /// How many vectors stand for a passage; counted as they change, for each question asks.
    ready: usize,
    /// How many passages there are.
    all: usize,
}

#[derive(Debug)]
struct Row {
    key: Key,
    scale: f32,
    /// The passage; `None` for one that is no longer so, or not known yet.
    place: Option<Place>,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    document: usize,
    ordinal: u32,
}

#[derive(Debug, Default)]
struct Document {
    /// Its first passage without the text, which filters look at.
    about: Passage,
    stamp: Stamp,
    keys: Vec<Key>,
}

impl Table {
    /// Adds a vector; whoever awaits it has it from now on.
    pub(super) fn add(&mut self, (key, small): Record) {
        if self.row_of.contains_key(&key) {
            return;
        }
        self.dimension = small.numbers.len();
        self.numbers.extend(small.numbers);
        self.row_of.insert(key, self.rows.len());
        let place = self.awaited.remove(&key);
        self.ready += usize::from(place.is_some());
        self.rows.push(Row {
            key,
            scale: small.scale,
            place,
        });
    }

    /// Whether the document at `path` stands here as it was with this stamp, for the same readers.
    pub(super) fn knows(&self, path: &str, stamp: Stamp, access: &Access) -> bool {
        let at = self.document_of.get(path);
        at.and_then(|at| self.documents.get(*at))
            .is_some_and(|document| document.stamp == stamp && document.about.access == *access)
    }

    /// From now on the document at `path` has these passages and no others.
    pub(super) fn join(&mut self, path: &str, stamp: Stamp, passages: &[Passage]) {
        self.forget(path);
        let document = self.documents.len();
        let keys: Vec<Key> = passages.iter().map(Key::of).collect();
        for (key, passage) in keys.iter().zip(passages) {
            let place = Place {
                document,
                ordinal: passage.ordinal,
            };
            let row = self.row_of.get(key).and_then(|at| self.rows.get_mut(*at));
            match row {
                Some(row) => self.ready += usize::from(row.place.replace(place).is_none()),
                None => _ = self.awaited.insert(*key, place),
            }
        }
        self.all += keys.len();
        let about = passages.first().cloned().unwrap_or_default();
        self.documents.push(Document {
            about: Passage {
                text: String::new(),
                path: path.to_owned(),
                ..about
            },
            stamp,
            keys,
        });
        self.document_of.insert(path.to_owned(), document);
    }

    /// From now on there is no document at `path`.
    pub(super) fn forget(&mut self, path: &str) {
        let at = self.document_of.remove(path);
        let Some(document) = at.and_then(|at| self.documents.get_mut(at)) else {
            return;
        };
        let keys = std::mem::take(document).keys;
        self.all -= keys.len();
        for key in keys {
            self.awaited.remove(&key);
            let row = self.row_of.get(&key).and_then(|at| self.rows.get_mut(*at));
            let place = row.and_then(|row| row.place.take());
            self.ready -= usize::from(place.is_some());
        }
    }

    /// Gives up on a passage until its document changes.
    pub(super) fn give_up(&mut self, key: Key) {
        self.awaited.remove(&key);
    }

    /// The documents that are not among `paths`.
    pub(super) fn others(&self, is_there: impl Fn(&str) -> bool) -> Vec<String> {
        let paths = self.document_of.keys();
        paths.filter(|path| !is_there(path)).cloned().collect()
    }

    /// The paths of the documents that await vectors, sorted.
    pub(super) fn awaiting(&self) -> Vec<String> {
        let documents: HashSet<usize> = self.awaited.values().map(|place| place.document).collect();
        let documents = documents.iter().filter_map(|at| self.documents.get(*at));
        let mut paths: Vec<_> = documents.map(|one| one.about.path.clone()).collect();
        paths.sort();
        paths
    }

    /// Whether a passage with this key awaits its vector.
    pub(super) fn awaits(&self, key: Key) -> bool {
        self.awaited.contains_key(&key)
    }

    /// How many passages have their vectors, and how many there are.
    pub(super) fn counts(&self) -> (usize, usize) {
        (self.ready, self.all)
    }

    /// The passages nearest to `wanted`, best first, of the documents that `admits` lets in.
    pub(super) fn nearest(
        &self,
        wanted: &Wanted,
        most: usize,
        admits: impl Fn(&Passage) -> bool,
    ) -> Vec<Near> {
        let admitted: Vec<bool> = self
            .documents
            .iter()
            .map(|one| admits(&one.about))
            .collect();
        let mut best = BinaryHeap::with_capacity(most + 1);
        let vectors = self.numbers.chunks_exact(self.dimension.max(1));
        for (at, (row, numbers)) in self.rows.iter().zip(vectors).enumerate() {
            let is_in = |place: Place| admitted.get(place.document).copied();
            if row.place.and_then(is_in) == Some(true) {
                let score = Scored(wanted.cosine(row.scale, numbers));
                best.push(Reverse((score, Reverse(at))));
                if best.len() > most {
                    best.pop();
                }
            }
        }
        let best = best.into_sorted_vec().into_iter();
        best.filter_map(|Reverse((score, Reverse(at)))| self.near(at, score.0))
            .collect()
    }

    fn near(&self, at: usize, score: f32) -> Option<Near> {
        let row = self.rows.get(at)?;
        let place = row.place?;
        Some(Near {
            path: self.documents.get(place.document)?.about.path.clone(),
            ordinal: place.ordinal,
            key: row.key,
            score,
        })
    }

    /// Whether more is kept than is worth it.
    pub(super) fn is_littered(&self) -> bool {
        let gone = self.documents.len() - self.document_of.len();
        let stale = self.rows.iter().filter(|row| row.place.is_none()).count();
        stale.max(gone) > 1_000 + self.rows.len() / 2
    }

    /// The vectors that stand for a passage.
    pub(super) fn records(&self) -> Vec<Record> {
        let vectors = self.numbers.chunks_exact(self.dimension.max(1));
        let joined = self.rows.iter().zip(vectors);
        joined
            .filter(|(row, _)| row.place.is_some())
            .map(|(row, numbers)| {
                let small = Small {
                    scale: row.scale,
                    numbers: numbers.to_vec(),
                };
                (row.key, small)
            })
            .collect()
    }

    /// Keeps only what stands for something.
    pub(super) fn tidy(&mut self, records: Vec<Record>) {
        let old = std::mem::take(self);
        self.awaited = old.awaited;
        self.all = old.all;
        let mut moved = HashMap::new();
        for (at, document) in old.documents.into_iter().enumerate() {
            if old.document_of.get(&document.about.path) == Some(&at) {
                moved.insert(at, self.documents.len());
                let path = document.about.path.clone();
                self.document_of.insert(path, self.documents.len());
                self.documents.push(document);
            }
        }
        let place = |place: Place| {
            let document = moved.get(&place.document).copied()?;
            Some(Place { document, ..place })
        };
        self.awaited = std::mem::take(&mut self.awaited)
            .into_iter()
            .filter_map(|(key, old)| Some((key, place(old)?)))
            .collect();
        for record in records {
            let at = old.row_of.get(&record.0);
            let row = at.and_then(|at| old.rows.get(*at));
            let place = row.and_then(|row| row.place).and_then(place);
            if let Some(place) = place {
                self.awaited.insert(record.0, place);
            }
            self.add(record);
        }
        self.dimension = old.dimension;
    }
}

/// A score with an order.
#[derive(Clone, Copy, PartialEq)]
struct Scored(f32);

impl Eq for Scored {}

impl PartialOrd for Scored {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Scored {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}
