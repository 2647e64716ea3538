//! The vectors in memory, joined with the passages that they stand for.

use std::collections::{HashMap, HashSet};

use super::best::Best;
use super::rows::{Record, Row, Rows};
use super::small::Wanted;
use super::{Key, Near};
use crate::rag::corpus::Passage;
use crate::rag::corpus::index::{Mapped, Stamp};
use crate::rag::corpus::readers::Access;

/// So many times as many as are wanted are compared exactly, those nearest by coarse integers.
const COMPARED: usize = 4;

/// More new vectors than this do not stay in memory.
const MANY: usize = 1_000;

/// While they come, so much of those in the file may stand in memory: for each that is written anew
/// then, eight were.
const SHARE: usize = 8;

/// Which vectors are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    /// All, in their order.
    All,
    /// Those that stand for a passage.
    Standing,
}

/// All vectors, and where each belongs.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// Those in the file that is mapped.
    kept: Rows<Mapped>,
    /// Those that came since, which come after them.
    recent: Rows<Vec<u8>>,
    /// The passage of each; `None` for one that is no longer so, or not known yet.
    places: Vec<Option<Place>>,
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
    /// Over these vectors, none of which stands for a passage.
    pub(super) fn over(kept: Rows<Mapped>) -> Self {
        let row_of = kept.iter().enumerate().map(|(at, row)| (row.key(), at));
        Self {
            row_of: row_of.collect(),
            places: vec![None; kept.len()],
            kept,
            ..Self::default()
        }
    }

    /// How many numbers a vector has; 0 until there is one.
    pub(super) fn dimension(&self) -> usize {
        self.kept.dimension.max(self.recent.dimension)
    }

    /// Adds a vector; whoever awaits it has it from now on.
    pub(super) fn add(&mut self, record: &Record) {
        let (key, _) = record;
        if self.row_of.contains_key(key) {
            return;
        }
        self.recent.add(record);
        self.row_of.insert(*key, self.places.len());
        let place = self.awaited.remove(key);
        self.ready += usize::from(place.is_some());
        self.places.push(place);
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
            let row = self.row_of.get(key);
            match row.and_then(|at| self.places.get_mut(*at)) {
                Some(own) => self.ready += usize::from(own.replace(place).is_none()),
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
            let row = self.row_of.get(&key);
            let place = row.and_then(|at| self.places.get_mut(*at)?.take());
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
        let documents = self.documents.iter();
        let admitted: Vec<bool> = documents.map(|one| admits(&one.about)).collect();
        let mut best = Best::of(most.saturating_mul(COMPARED));
        self.guess(&mut best, wanted, 0, self.kept.iter(), &admitted);
        self.guess(
            &mut best,
            wanted,
            self.kept.len(),
            self.recent.iter(),
            &admitted,
        );
        let mut near: Vec<(f32, usize)> = Vec::new();
        for at in best.places() {
            let row = self.row(at);
            near.extend(row.map(|row| (wanted.cosine(row.scale(), row.coarse, row.rest), at)));
        }
        near.sort_by(|(a, first), (b, second)| b.total_cmp(a).then(first.cmp(second)));
        near.truncate(most);
        let near = near.into_iter();
        near.filter_map(|(score, at)| self.near(at, score))
            .collect()
    }

    /// Puts among the best those of `rows`, which begin at `from`, whose documents are admitted, by
    /// their coarse integers.
    fn guess<'a>(
        &self,
        best: &mut Best,
        wanted: &Wanted,
        from: usize,
        rows: impl Iterator<Item = Row<'a>>,
        admitted: &[bool],
    ) {
        let places = self.places.iter().enumerate().skip(from);
        for (row, (at, place)) in rows.zip(places) {
            let is_in = |place: Place| admitted.get(place.document).copied();
            if place.and_then(is_in) == Some(true) {
                best.add(wanted.about(row.scale(), row.coarse), at);
            }
        }
    }

    fn row(&self, at: usize) -> Option<Row<'_>> {
        match at.checked_sub(self.kept.len()) {
            None => self.kept.get(at),
            Some(at) => self.recent.get(at),
        }
    }

    fn near(&self, at: usize, score: f32) -> Option<Near> {
        let place = self.places.get(at).copied()??;
        Some(Near {
            path: self.documents.get(place.document)?.about.path.clone(),
            ordinal: place.ordinal,
            key: self.row(at)?.key(),
            score,
        })
    }

    /// Whether so much else is kept than what stands for a passage that it is worth dropping.
    pub(super) fn is_littered(&self) -> bool {
        let gone = self.documents.len() - self.document_of.len();
        let stale = self.places.iter().filter(|place| place.is_none()).count();
        stale.max(gone) > MANY + self.places.len() / 2
    }

    /// Whether so many are not mapped that it is worth it, `while_more_come` or once.
    pub(super) fn is_heavy(&self, while_more_come: bool) -> bool {
        let share = self.kept.len() / SHARE;
        self.recent.len() > MANY + if while_more_come { share } else { 0 }
    }

    /// These vectors, in their order.
    pub(super) fn rows(&self, which: Kept) -> impl Iterator<Item = Row<'_>> + Clone {
        let all = self.kept.iter().chain(self.recent.iter());
        let placed = all.zip(&self.places);
        placed
            .filter(move |(_, place)| which == Kept::All || place.is_some())
            .map(|(row, _)| row)
    }

    /// Keeps only these vectors, which are those of `mapped`, or else stay in memory; and only the
    /// documents that there are.
    pub(super) fn settle(&mut self, which: Kept, mapped: Option<Rows<Mapped>>) {
        let (kept, recent) = match mapped {
            Some(mapped) => (mapped, Rows::default()),
            None => (Rows::default(), self.copied(which)),
        };
        (self.kept, self.recent) = (kept, recent);
        if which == Kept::Standing {
            self.join_again();
        }
    }

    fn copied(&self, which: Kept) -> Rows<Vec<u8>> {
        let mut copied = Rows::default();
        for row in self.rows(which) {
            copied.copy(&row);
        }
        copied
    }

    /// Finds the place of each vector after some were dropped.
    fn join_again(&mut self) {
        let moved = self.tidy_documents();
        let place = |place: Place| {
            let document = moved.get(&place.document).copied()?;
            Some(Place { document, ..place })
        };
        let awaited = std::mem::take(&mut self.awaited).into_iter();
        // What has a vector that was dropped awaits another.
        let rows = std::mem::take(&mut self.row_of).into_iter();
        let placed = rows.filter_map(|(key, at)| Some((key, self.places.get(at).copied()??)));
        let all = awaited.chain(placed);
        let mut all: HashMap<Key, Place> = all
            .filter_map(|(key, old)| Some((key, place(old)?)))
            .collect();
        let rows = self.kept.iter().chain(self.recent.iter()).enumerate();
        self.row_of = rows.map(|(at, row)| (row.key(), at)).collect();
        let rows = self.kept.iter().chain(self.recent.iter());
        self.places = rows.map(|row| all.remove(&row.key())).collect();
        self.ready = self.places.iter().flatten().count();
        self.awaited = all;
    }

    /// Forgets the documents that are no longer there, and says where the others are now.
    fn tidy_documents(&mut self) -> HashMap<usize, usize> {
        let mut moved = HashMap::new();
        for (at, document) in std::mem::take(&mut self.documents).into_iter().enumerate() {
            let own = self.document_of.get_mut(&document.about.path);
            if let Some(own) = own.filter(|own| **own == at) {
                *own = self.documents.len();
                moved.insert(at, *own);
                self.documents.push(document);
            }
        }
        moved
    }
}
