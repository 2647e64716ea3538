//! Semantic search over the vectors of an index in memory.

use std::collections::HashSet;
use std::sync::Arc;

use footnote_documents::{Passage, Record};
use futures_util::FutureExt as _;

use super::statements::StatementVectors;
use super::{Vectors, VectorsError};
use crate::corpus::index::{EmbeddedIndex, Index, IndexError};
use crate::store::search::Query;
use crate::store::{Embedding, NearPassage, StoreError, StoreFuture, VectorKey, VectorSearch};

/// The vectors of an index's passages.
#[derive(Clone)]
pub struct EmbeddedVectors {
    vectors: Arc<Vectors>,
    index: EmbeddedIndex,
}

impl EmbeddedVectors {
    /// Combines vectors with the passages of `index`.
    pub fn new(vectors: Arc<Vectors>, index: EmbeddedIndex) -> Self {
        Self { vectors, index }
    }

    /// Runs blocking `work` on a separate thread.
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Vectors, &Index) -> Result<T, VectorSearchError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let vectors = Arc::clone(&self.vectors);
        self.index.run(move |index| work(&vectors, index)).await
    }
}

/// An error of the vectors or of the index.
#[derive(Debug, thiserror::Error)]
enum VectorSearchError {
    #[error(transparent)]
    Vectors(#[from] VectorsError),
    #[error(transparent)]
    Index(#[from] IndexError),
}

impl From<VectorSearchError> for StoreError {
    fn from(failure: VectorSearchError) -> Self {
        match failure {
            VectorSearchError::Index(error) => error.into(),
            VectorSearchError::Vectors(VectorsError::Store(_, error)) => error,
            VectorSearchError::Vectors(error) => Self::Mismatch(error.to_string()),
        }
    }
}

impl VectorSearch for EmbeddedVectors {
    fn counts(&self) -> (usize, usize) {
        self.vectors.counts()
    }

    fn nearest<'a>(
        &'a self,
        question: &'a [f32],
        limit: usize,
        query: &'a Query,
    ) -> StoreFuture<'a, Vec<NearPassage>> {
        let (question, query) = (question.to_vec(), query.clone());
        let compare = move |vectors: &Vectors, _: &Index| {
            Ok(vectors.nearest(&question, limit, |about| query.admits(about))?)
        };
        self.run(compare).boxed()
    }

    fn statements(&self, passages: Vec<Passage>) -> StoreFuture<'_, Vec<Embedding>> {
        self.run(move |vectors, _| Ok(vectors.statements(passages.iter())?)).boxed()
    }

    fn refresh(&self) -> StoreFuture<'_, ()> {
        self.run(|vectors, index| {
            for record in unknown(index, vectors) {
                let passages = index.passages_of(&record.path)?;
                vectors.join(&record.path, record.stamp, &passages);
            }
            vectors.reconcile();
            Ok(())
        })
        .boxed()
    }

    fn is_fresh(&self) -> StoreFuture<'_, bool> {
        self.run(|vectors, index| Ok(unknown(index, vectors).is_empty())).boxed()
    }

    fn awaiting<'a>(&'a self, after: &'a str, least: usize) -> StoreFuture<'a, Vec<Passage>> {
        let after = after.to_owned();
        let look = move |vectors: &Vectors, index: &Index| {
            let table = vectors.table();
            let paths = table.paths_of(&after, least, |key| table.awaits(key));
            drop(table);
            passages(index, paths, least, |key| vectors.table().awaits(key))
        };
        self.run(look).boxed()
    }

    fn put(&self, vectors: Vec<(VectorKey, Vec<f32>)>) -> StoreFuture<'_, ()> {
        self.run(move |kept, _| Ok(kept.put(&vectors)?)).boxed()
    }

    fn give_up(&self, passages: Vec<VectorKey>) -> StoreFuture<'_, ()> {
        for key in passages {
            self.vectors.table_mut().give_up(key);
        }
        std::future::ready(Ok(())).boxed()
    }

    fn awaiting_statements<'a>(
        &'a self,
        after: &'a str,
        least: usize,
    ) -> StoreFuture<'a, Vec<Passage>> {
        let after = after.to_owned();
        let look = move |vectors: &Vectors, index: &Index| {
            let paths = vectors.without_statement_vectors(&after, least);
            passages(index, paths, least, |key| vectors.lacks_statement_vectors(key))
        };
        self.run(look).boxed()
    }

    fn put_statements(&self, passages: Vec<(VectorKey, Vec<Embedding>)>) -> StoreFuture<'_, ()> {
        let to_vectors = |(key, statements)| StatementVectors { key, statements };
        let statements: Vec<StatementVectors> = passages.into_iter().map(to_vectors).collect();
        self.run(move |vectors, _| Ok(vectors.put_statements(&statements)?)).boxed()
    }
}

/// Passages of the first documents whose keys are `wanted`, without repeated texts, until there are `least`.
fn passages(
    index: &Index,
    paths: Vec<String>,
    least: usize,
    wanted: impl Fn(VectorKey) -> bool,
) -> Result<Vec<Passage>, VectorSearchError> {
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    for path in paths {
        let mut passages = index.passages_of(&path)?;
        passages.retain(|passage| {
            let key = VectorKey::of(passage);
            wanted(key) && seen.insert(key)
        });
        found.extend(passages);
        if found.len() >= least {
            break;
        }
    }
    Ok(found)
}

/// The documents indexed since `vectors` was last updated. Drops the vectors of deleted documents.
fn unknown(index: &Index, vectors: &Vectors) -> Vec<Arc<Record>> {
    let records = index.records();
    vectors.keep(|path| records.get(path).is_some());
    let is_known = |record: &Record| vectors.knows(&record.path, record.stamp, &record.acl);
    let ready = records.iter().filter(|record| record.is_ready());
    ready.filter(|record| !is_known(record)).cloned().collect()
}
