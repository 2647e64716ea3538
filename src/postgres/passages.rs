//! Reading the passages: from this machine's copy, of documents whose records may be read.

use footnote_documents::Passage;
use footnote_store::search::{Hit, Query, SearchResult};
use footnote_store::{Access, PassagePlace, PassageStore, Start, StoreFuture};

use crate::Documents;

impl Documents {
    /// Returns true if the document at `path` may be read by its record. The index may have passages of documents that
    /// were removed, or that others may read now.
    fn admits(&self, path: &str, access: Access<'_>) -> bool {
        let catalog = self.copy.index.catalog();
        let records = catalog.records();
        records.get(path).is_some_and(|record| access.admits(&record.acl))
    }
}

impl PassageStore for Documents {
    fn search<'a>(&'a self, query: &'a Query) -> StoreFuture<'a, SearchResult> {
        Box::pin(async move {
            self.copy.prepare().await?;
            let mut found = self.copy.index.search(query).await?;
            let access = Access::Of(&query.reader);
            found.hits.retain(|hit| self.admits(&hit.passage.path, access));
            Ok(found)
        })
    }

    fn passages_from<'a>(
        &'a self,
        path: &'a str,
        start: Start,
        limit: usize,
        access: Access<'a>,
    ) -> StoreFuture<'a, Vec<Passage>> {
        Box::pin(async move {
            self.copy.prepare().await?;
            let read = self.copy.index.passages_from(path, start, limit, access).await?;
            Ok(if self.admits(path, access) { read } else { Vec::new() })
        })
    }

    fn at<'a>(
        &'a self,
        places: Vec<PassagePlace>,
        access: Access<'a>,
    ) -> StoreFuture<'a, Vec<Option<Passage>>> {
        Box::pin(async move {
            self.copy.prepare().await?;
            let read = self.copy.index.at(places, access).await?;
            let admits = |passage: &Passage| self.admits(&passage.path, access);
            Ok(read.into_iter().map(|passage| passage.filter(admits)).collect())
        })
    }

    fn with_neighbours(&self, hits: Vec<Hit>) -> StoreFuture<'_, Vec<Hit>> {
        self.copy.index.with_neighbours(hits)
    }

    fn is_restricted(&self) -> StoreFuture<'_, bool> {
        Box::pin(async move {
            self.copy.prepare().await?;
            self.copy.index.is_restricted().await
        })
    }
}
