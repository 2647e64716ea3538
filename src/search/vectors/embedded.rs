//! Semantic search over the vectors of an index in memory.

use std::collections::HashSet;
use std::sync::Arc;

use footnote_documents::Record;
use footnote_store::search::Query;
use footnote_store::{AwaitingPassages, EmbeddingPlace, NearPassage, StoreError, VectorKey};

use super::{Vectors, VectorsError};
use crate::index::{EmbeddedIndex, Index, IndexError};

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

/// They belong to texts, wherever these occur, so nothing is embedded twice.
impl EmbeddedVectors {
    /// Number of passages with vectors, and of all that get one.
    pub fn counts(&self) -> (usize, usize) {
        self.vectors.counts()
    }

    /// The passages nearest to `question`, best first, that the reader and the filters of `query` admit.
    ///
    /// # Errors
    ///
    /// Fails if the vectors have another length.
    pub async fn nearest(
        &self,
        question: &[f32],
        limit: usize,
        query: &Query,
    ) -> Result<Vec<NearPassage>, StoreError> {
        let (question, query) = (question.to_vec(), query.clone());
        let compare = move |vectors: &Vectors, _: &Index| {
            Ok(vectors.nearest(&question, limit, |about| query.admits(about))?)
        };
        self.run(compare).await
    }

    /// Assigns vectors to the documents as of the last commit, and drops those of deleted documents.
    ///
    /// # Errors
    ///
    /// Fails if the index or the vectors cannot be read.
    pub async fn refresh(&self) -> Result<(), StoreError> {
        self.run(|vectors, index| {
            join(index, vectors)?;
            vectors.reconcile();
            Ok(())
        })
        .await
    }

    /// Assigns vectors without dropping any, which is left to the process that embeds.
    ///
    /// # Errors
    ///
    /// As [`Self::refresh`].
    pub async fn recount(&self) -> Result<(), StoreError> {
        self.run(|vectors, index| join(index, vectors)).await
    }

    /// True if there was no commit since the last [`Self::refresh`].
    ///
    /// # Errors
    ///
    /// As [`Self::refresh`].
    pub async fn is_fresh(&self) -> Result<bool, StoreError> {
        self.run(|vectors, index| Ok(unknown(index, vectors).is_empty())).await
    }

    /// Passages without vectors: whole documents, the newest first, behind the place `after`, until there are at least
    /// `least` passages.
    ///
    /// # Errors
    ///
    /// As [`Self::refresh`].
    pub async fn awaiting(
        &self,
        after: Option<EmbeddingPlace>,
        least: usize,
    ) -> Result<AwaitingPassages, StoreError> {
        let look = move |vectors: &Vectors, index: &Index| {
            let places = vectors.table().awaiting(after.as_ref(), least);
            passages(index, places, least, |key| vectors.table().awaits(key))
        };
        self.run(look).await
    }

    /// Stores vectors of passages.
    ///
    /// # Errors
    ///
    /// Fails if they have another length, or cannot be written.
    pub async fn put(&self, vectors: Vec<(VectorKey, Vec<f32>)>) -> Result<(), StoreError> {
        self.run(move |kept, _| Ok(kept.put(&vectors)?)).await
    }

    /// Stops waiting for vectors of passages that the model rejects, until their documents change.
    pub fn give_up(&self, passages: Vec<VectorKey>) {
        for key in passages {
            self.vectors.table_mut().give_up(key);
        }
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

/// Assigns the vectors, with those that other machines have stored, to the documents indexed since the last call.
fn join(index: &Index, vectors: &Vectors) -> Result<(), VectorSearchError> {
    vectors.add_newer()?;
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
