//! The passages of an index, as the engine reads them.

use std::sync::Arc;

use footnote_documents::Passage;
use footnote_store::search::{Hit, Query, SearchResult};
use footnote_store::{Access, PassagePlace, PassageStore, Start, StoreError, StoreFuture, Stores};
use futures_util::FutureExt as _;

use super::reader_view::ReaderView;
use super::{EmbeddedIndex, Index, IndexError};
use crate::keyword::{self, Keyword};

impl Keyword {
    /// The passages of `index`.
    pub fn over(index: Arc<Index>) -> Self {
        Self::new(Arc::new(EmbeddedIndex::new(index)))
    }
}

impl Index {
    /// Finds the passages that match `query` best by keywords.
    ///
    /// # Errors
    ///
    /// Fails if the index cannot be read.
    pub fn search(&self, query: &Query) -> Result<SearchResult, StoreError> {
        keyword::search(&ReaderView::new(self, query)?, query)
    }

    /// The stores of an engine that keeps its documents in this index.
    pub fn stores(self: &Arc<Self>) -> Stores {
        EmbeddedIndex::new(Arc::clone(self)).into()
    }
}

impl From<EmbeddedIndex> for Stores {
    fn from(index: EmbeddedIndex) -> Self {
        let catalog = index.catalog();
        let index = Arc::new(index);
        let (writer, lease) = (Arc::clone(&index), Arc::clone(&index));
        Self { catalog, passages: index, writer, lease, queue: None }
    }
}

impl PassageStore for EmbeddedIndex {
    fn search<'a>(&'a self, query: &'a Query) -> StoreFuture<'a, SearchResult> {
        let query = query.clone();
        self.run(move |index| keyword::search(&ReaderView::new(index, &query)?, &query)).boxed()
    }

    fn passages_from<'a>(
        &'a self,
        path: &'a str,
        start: Start,
        limit: usize,
        access: Access<'a>,
    ) -> StoreFuture<'a, Vec<Passage>> {
        let path = path.to_owned();
        let read = self.run(move |index| index.passages_from(&path, start, limit));
        let admitted = move |mut passages: Vec<Passage>| {
            passages.retain(|passage| access.admits(&passage.acl));
            passages
        };
        read.map(move |read| read.map(admitted)).boxed()
    }

    fn at<'a>(
        &'a self,
        places: Vec<PassagePlace>,
        access: Access<'a>,
    ) -> StoreFuture<'a, Vec<Option<Passage>>> {
        let read = self.run(move |index| {
            let each = places.iter().map(|(path, ordinal)| index.passage(path, *ordinal));
            each.collect::<Result<Vec<_>, _>>()
        });
        let admitted = move |passages: Vec<Option<Passage>>| {
            let admits = |passage: &Passage| access.admits(&passage.acl);
            passages.into_iter().map(|one| one.filter(admits)).collect()
        };
        read.map(move |read| read.map(admitted)).boxed()
    }

    fn with_neighbours(&self, hits: Vec<Hit>) -> StoreFuture<'_, Vec<Hit>> {
        self.run(move |index| {
            let neighbours = hits.iter().map(|hit| index.neighbours(&hit.passage));
            let neighbours = neighbours.collect::<Result<Vec<_>, IndexError>>()?;
            Ok::<_, IndexError>(keyword::with_neighbours(hits, neighbours))
        })
        .boxed()
    }

    fn is_restricted(&self) -> StoreFuture<'_, bool> {
        self.run(Index::is_restricted).boxed()
    }
}

#[cfg(test)]
mod tests {
    use footnote_store::SqliteVectors;
    use footnote_store::contract_tests::documents::keeps_documents;

    use super::*;
    use crate::vectors::contract_tests::keeps_vectors;
    use crate::vectors::{EmbeddedVectors, Vectors};

    #[tokio::test]
    async fn an_index_keeps_the_contract_of_the_stores() {
        let index = EmbeddedIndex::new(Arc::new(Index::in_memory().unwrap()));
        let stores = Stores::from(index.clone());
        keeps_documents(&stores).await;
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteVectors::open(folder.path()).unwrap();
        let vectors = Vectors::open(Box::new(store), "a model").unwrap();
        let vectors = EmbeddedVectors::new(Arc::new(vectors), index);
        keeps_vectors(&stores, &vectors).await;
    }
}
