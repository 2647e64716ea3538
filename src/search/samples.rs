//! In-memory indexes of passages, for tests.

use footnote_documents::{FileState, Passage, Record, Stamp};
use footnote_store::search::Query;

use crate::index::{Index, IndexError};

/// An in-memory index of `passages`, with a record for each of their documents.
///
/// # Errors
///
/// Fails if the index cannot be created.
pub fn index_of(passages: &[Passage]) -> Result<Index, IndexError> {
    let index = Index::in_memory()?;
    for document in passages.chunk_by(|a, b| a.path == b.path) {
        let passages = u32::try_from(document.len()).unwrap_or(u32::MAX);
        if let Some(first) = document.first() {
            let record = Record {
                path: first.path.clone(),
                stamp: Stamp::default(),
                title: first.title.clone(),
                state: FileState::Ready { passages, pages: 1 },
                acl: first.acl.clone(),
                ..Record::default()
            };
            index.replace(&first.path, &record, document)?;
        }
    }
    index.commit()?;
    Ok(index)
}

/// A query for the best ten passages.
pub fn query(text: &str) -> Query {
    Query { text: text.to_owned(), top: 10, ..Query::default() }
}
