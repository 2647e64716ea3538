//! Semantic search over the vectors of an index in memory.

use std::collections::HashSet;
use std::sync::Arc;

use footnote_documents::Record;
use futures_util::FutureExt as _;

use super::{Vectors, VectorsError};
use crate::corpus::index::{EmbeddedIndex, Index, IndexError};
use crate::store::search::Query;
use crate::store::{
    AwaitingPassages, EmbeddingPlace, NearPassage, StoreError, StoreFuture, VectorKey, VectorSearch,
};

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

    fn refresh(&self) -> StoreFuture<'_, ()> {
        self.run(|vectors, index| {
            join(index, vectors)?;
            vectors.reconcile();
            Ok(())
        })
        .boxed()
    }

    fn recount(&self) -> StoreFuture<'_, ()> {
        self.run(|vectors, index| join(index, vectors)).boxed()
    }

    fn is_fresh(&self) -> StoreFuture<'_, bool> {
        self.run(|vectors, index| Ok(unknown(index, vectors).is_empty())).boxed()
    }

    fn awaiting(
        &self,
        after: Option<EmbeddingPlace>,
        least: usize,
    ) -> StoreFuture<'_, AwaitingPassages> {
        let look = move |vectors: &Vectors, index: &Index| {
            let places = vectors.table().awaiting(after.as_ref(), least);
            passages(index, places, least, |key| vectors.table().awaits(key))
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
}

/// Passages of the first of these documents whose keys are `wanted`, without repeated texts, until there are `least`.
fn passages(
    index: &Index,
    places: Vec<EmbeddingPlace>,
    least: usize,
    wanted: impl Fn(VectorKey) -> bool,
) -> Result<AwaitingPassages, VectorSearchError> {
    let (mut found, mut known, mut end) = (Vec::new(), HashSet::new(), None);
    for place in places {
        let mut passages = index.passages_of(&place.path)?;
        passages.retain(|passage| {
            let key = VectorKey::of(passage);
            !passage.only_rows && wanted(key) && known.insert(key)
        });
        found.extend(passages);
        end = Some(place);
        if found.len() >= least {
            break;
        }
    }
    Ok((found, end))
}

/// Assigns the vectors to the documents indexed since the last call.
fn join(index: &Index, vectors: &Vectors) -> Result<(), VectorSearchError> {
    for record in unknown(index, vectors) {
        let passages = index.passages_of(&record.path)?;
        vectors.join(&record.path, record.stamp, &passages);
    }
    Ok(())
}

/// The documents indexed since `vectors` was last updated. Drops the vectors of deleted documents.
fn unknown(index: &Index, vectors: &Vectors) -> Vec<Arc<Record>> {
    let records = index.records();
    vectors.keep(|path| records.get(path).is_some());
    let is_known = |record: &Record| vectors.knows(&record.path, record.stamp, &record.acl);
    let ready = records.iter().filter(|record| record.is_ready());
    ready.filter(|record| !is_known(record)).cloned().collect()
}
