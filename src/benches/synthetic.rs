//! A synthetic collection, the same in every run: sentences of words with natural frequencies.

#![expect(clippy::expect_used, reason = "a benchmark that cannot start has nothing to say")]

use footnote_documents::{FileState, Passage, Record, Stamp};
use footnote_search::index::Index;

/// Number of words in a passage of about 600 characters.
const WORDS: u64 = 90;
/// Number of passages per document in a collection of long documents.
pub(crate) const LONG: u32 = 100;

/// Pseudo-random numbers, the same in every run.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Returns the next word. As in natural language, the first words are far more frequent than the last ones.
    pub(crate) fn word(&mut self) -> String {
        let octave = self.next() % 14;
        format!("w{}", self.next() % (2 << octave))
    }
}

fn document(name: u32, count: u32, numbers: &mut Numbers) -> (Record, Vec<Passage>) {
    let path = format!("document-{name}.md");
    let passage = |ordinal| Passage {
        id: format!("{path}#{ordinal}"),
        path: path.clone(),
        ordinal,
        title: format!("Document {name}"),
        text: text(numbers),
        ..Passage::default()
    };
    let passages: Vec<Passage> = (0..count).map(passage).collect();
    let record = Record {
        path,
        stamp: Stamp::default(),
        title: format!("Document {name}"),
        state: FileState::Ready { passages: count, pages: 1 },
        ..Record::default()
    };
    (record, passages)
}

/// Sentences of a dozen words.
fn text(numbers: &mut Numbers) -> String {
    let words = (1..=WORDS).map(|at| {
        let end = if at % 12 == 0 { ". " } else { " " };
        numbers.word() + end
    });
    words.collect()
}

/// Adds documents to an index.
pub(crate) fn fill(index: &Index, documents: &[(Record, Vec<Passage>)]) {
    for (record, passages) in documents {
        let replaced = index.replace(&record.path, record, passages);
        replaced.expect("an index in memory takes passages");
    }
    index.commit().expect("an index in memory commits");
}

/// This many passages in total, divided among documents of `of_each` passages.
pub(crate) fn documents(passages: u32, of_each: u32) -> Vec<(Record, Vec<Passage>)> {
    let mut numbers = Numbers(42);
    (0..passages / of_each).map(|name| document(name, of_each, &mut numbers)).collect()
}

/// Returns an empty index.
pub(crate) fn in_memory() -> Index {
    Index::in_memory().expect("an index in memory opens")
}
