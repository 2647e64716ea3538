//! Passages in an index in memory, for tests.

#![expect(clippy::unwrap_used, clippy::missing_panics_doc, reason = "a test may end by a panic")]

use footnote_documents::{FileState, Passage, Record, Stamp};

use crate::Query;
use crate::corpus::index::Index;

/// An index in memory over `passages`, with a record for each of their documents.
pub fn index_of(passages: &[Passage]) -> Index {
    let index = Index::in_memory().unwrap();
    for document in passages.chunk_by(|a, b| a.path == b.path) {
        let first = document.first().unwrap();
        let path = &first.path;
        let record = Record {
            path: path.clone(),
            stamp: Stamp::default(),
            title: first.title.clone(),
            state: FileState::Ready { passages: u32::try_from(document.len()).unwrap(), pages: 1 },
            acl: first.acl.clone(),
            ..Record::default()
        };
        index.replace(path, &record, document).unwrap();
    }
    index.commit().unwrap();
    index
}

/// A query for the best ten.
pub fn query(text: &str) -> Query {
    Query { text: text.to_owned(), top: 10, ..Query::default() }
}
