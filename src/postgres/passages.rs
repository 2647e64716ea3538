//! The passages in the database: searched by words, and read by position.

use footnote_documents::Passage;
use footnote_retrieval::keyword::{self, Neighbours};
use footnote_retrieval::store::search::{Hit, Query, SearchResult};
use footnote_retrieval::store::{
    Access, PassagePlace, PassageStore, Start, StoreError, StoreFuture,
};
use uuid::Uuid;

use crate::Documents;
use crate::documents::{limited, optional_passage, passage};
use crate::parameters::{p, path_hash};
use crate::view::QuestionView;

impl PassageStore for Documents {
    fn search<'a>(&'a self, query: &'a Query) -> StoreFuture<'a, SearchResult> {
        Box::pin(async move {
            let (documents, query) = (self.clone(), query.clone());
            // Analysing a question's words may take time, so it happens on a blocking thread, which also waits for the
            // database.
            let search = tokio::task::spawn_blocking(move || {
                let runtime = tokio::runtime::Handle::current();
                let view = runtime.block_on(QuestionView::of(&documents, &query))?;
                keyword::search(&view, &query)
            });
            search.await.unwrap_or_else(|error| Err(StoreError::Index(error.into())))
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
            let acls = self.admitted(access).await?;
            let (column, least) = match start {
                Start::Passage(ordinal) => ("ordinal", ordinal),
                Start::Page(page) => ("page", page),
            };
            let least = i32::try_from(least).unwrap_or(i32::MAX);
            let statement = format!(
                "SELECT passage FROM footnote.passages WHERE document = (SELECT id FROM footnote.documents \
                WHERE analysis = $1 AND path_hash = $2) AND acl = ANY($3) AND {column} >= $4 \
                ORDER BY ordinal LIMIT $5"
            );
            let (hash, limit) = (path_hash(path), limited(limit));
            let parameters = [p(&self.analysis), p(&hash), p(&acls), p(&least), p(&limit)];
            let rows = self.database.rows(&statement, &parameters).await?;
            rows.iter().map(passage).collect()
        })
    }

    fn at<'a>(
        &'a self,
        places: Vec<PassagePlace>,
        access: Access<'a>,
    ) -> StoreFuture<'a, Vec<Option<Passage>>> {
        Box::pin(async move {
            let acls = self.admitted(access).await?;
            self.read_at(&places, &acls).await
        })
    }

    fn with_neighbours(&self, hits: Vec<Hit>) -> StoreFuture<'_, Vec<Hit>> {
        Box::pin(async move {
            let passages: Vec<Passage> = hits.iter().map(|hit| hit.passage.clone()).collect();
            let neighbours = self.neighbours(&passages).await?;
            Ok(keyword::with_neighbours(hits, neighbours))
        })
    }

    fn is_restricted(&self) -> StoreFuture<'_, bool> {
        Box::pin(async move { Ok(self.snapshot().await?.is_restricted()) })
    }
}

impl Documents {
    /// Returns the neighbours of each of these passages.
    pub(crate) async fn neighbours(
        &self,
        passages: &[Passage],
    ) -> Result<Vec<Neighbours>, StoreError> {
        let acls = self.admitted(Access::Full).await?;
        let places = passages.iter().flat_map(|passage| {
            let ordinals = [passage.ordinal.wrapping_sub(1), passage.ordinal.saturating_add(1)];
            ordinals.map(|ordinal| (passage.path.clone(), ordinal))
        });
        let places: Vec<PassagePlace> = places.collect();
        let mut read = self.read_at(&places, &acls).await?.into_iter();
        let pairs = std::iter::from_fn(|| Some((read.next()?, read.next()?)));
        Ok(pairs.collect())
    }

    /// Returns the passages at these positions, of documents with these ACLs.
    async fn read_at(
        &self,
        places: &[PassagePlace],
        acls: &Vec<i32>,
    ) -> Result<Vec<Option<Passage>>, StoreError> {
        let hashes: Vec<Uuid> = places.iter().map(|(path, _)| path_hash(path)).collect();
        let ordinals = places.iter().map(|(_, ordinal)| i32::try_from(*ordinal).unwrap_or(-1));
        let ordinals: Vec<i32> = ordinals.collect();
        let statement = "SELECT p.passage FROM unnest($1::uuid[], $2::int[]) WITH ORDINALITY q (hash, ordinal, place) \
            LEFT JOIN footnote.documents d ON d.analysis = $3 AND d.path_hash = q.hash \
            LEFT JOIN footnote.passages p ON p.document = d.id AND p.ordinal = q.ordinal AND p.acl = ANY($4) \
            ORDER BY q.place";
        let parameters = [p(&hashes), p(&ordinals), p(&self.analysis), p(acls)];
        let rows = self.database.rows(statement, &parameters).await?;
        rows.iter().map(optional_passage).collect()
    }
}
