//! Semantic search: the embedding model and the vectors of the passages.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use footnote_library::Library;
use footnote_library::embedding::{self, EmbeddingError};
use footnote_models::embed::Embedder;
use footnote_models::local::LocalEmbedder;
use footnote_models::open_ai::Embeddings;
use footnote_postgres::{Database, PostgresVectors};
use footnote_search::hybrid::HybridRetriever;
use footnote_search::index::EmbeddedIndex;
use footnote_search::vectors::{EmbeddedVectors, NearestPassages, Vectors};
use footnote_store::{PassageStore, SqliteVectors, StoreError};

use crate::config::{Config, EmbeddingConfig};

/// Semantic search: the embedding model and the vectors.
pub(super) struct SemanticSearch {
    embedder: Arc<dyn Embedder>,
    vectors: EmbeddedVectors,
}

/// An embedding model and its stored vectors.
pub(super) struct StoredVectors {
    embedder: Arc<dyn Embedder>,
    vectors: Arc<Vectors>,
}

impl StoredVectors {
    /// Combines the vectors with the passages of `index`.
    pub(super) fn over(self, index: &EmbeddedIndex) -> SemanticSearch {
        let vectors = EmbeddedVectors::new(self.vectors, index.clone());
        SemanticSearch { embedder: self.embedder, vectors }
    }
}

/// Returns the configured embedding model, if any.
///
/// # Errors
///
/// Fails if the model cannot be set up.
fn embedder(config: &Config) -> anyhow::Result<Option<Arc<dyn Embedder>>> {
    let prefixes = config.prefixes.clone();
    Ok(match &config.embedding {
        None => None,
        Some(EmbeddingConfig::Endpoint(endpoint)) => {
            let timeout = Embeddings::DEFAULT_TIMEOUT;
            Some(Arc::new(Embeddings::new(endpoint.clone(), prefixes, timeout)?))
        }
        Some(EmbeddingConfig::Folder(folder)) => {
            Some(Arc::new(LocalEmbedder::open(folder)?.after(prefixes)))
        }
    })
}

impl SemanticSearch {
    /// Opens the model and the vectors in `folder`; `None` without an embedding model.
    ///
    /// # Errors
    ///
    /// Fails if the model or the vectors cannot be read, or if another model made the vectors.
    pub(super) fn open(config: &Config, folder: &Path) -> anyhow::Result<Option<StoredVectors>> {
        let Some(embedder) = embedder(config)? else {
            return Ok(None);
        };
        let store = SqliteVectors::open(folder)
            .with_context(|| format!("opening the vectors in {}", folder.display()))?;
        let vectors = Vectors::open(Box::new(store), &embedder.fingerprint())?;
        Ok(Some(StoredVectors { embedder, vectors: Arc::new(vectors) }))
    }

    /// Opens the model and reads its vectors in `database`; `None` without an embedding model.
    ///
    /// # Errors
    ///
    /// Fails if the model or the vectors cannot be read.
    pub(super) async fn shared(
        config: &Config,
        database: &Database,
    ) -> anyhow::Result<Option<StoredVectors>> {
        let Some(embedder) = embedder(config)? else {
            return Ok(None);
        };
        let mark = embedder.fingerprint();
        let store = PostgresVectors::over(database.clone(), &mark);
        let read = tokio::task::spawn_blocking(move || Vectors::open(Box::new(store), &mark));
        Ok(Some(StoredVectors { embedder, vectors: Arc::new(read.await??) }))
    }

    /// Like [`Self::open`], but returns `None` if the vectors cannot be stored, for example on a full disk. Keyword
    /// search works without them.
    ///
    /// # Errors
    ///
    /// Fails if the model cannot be read, or if another model made the vectors.
    pub(super) fn open_if_kept(
        config: &Config,
        folder: &Path,
    ) -> anyhow::Result<Option<StoredVectors>> {
        Self::open(config, folder).or_else(|error| {
            let is_unkept = error.chain().any(<dyn std::error::Error>::is::<StoreError>);
            if !is_unkept {
                return Err(error);
            }
            tracing::error!("searching by words alone until the next start: {error:#}");
            Ok(None)
        })
    }

    /// A hybrid retriever over these passages.
    pub(super) fn retriever(&self, passages: Arc<dyn PassageStore>) -> HybridRetriever {
        let (vectors, embedder) = (self.vectors.clone(), Arc::clone(&self.embedder));
        let nearest = NearestPassages::new(Arc::clone(&passages), vectors, embedder);
        HybridRetriever::new(passages, nearest)
    }

    /// Embeds new passages.
    ///
    /// # Errors
    ///
    /// Fails if the model does not respond or the vectors cannot be written.
    pub(super) async fn refresh(&self, library: &Library) -> Result<(), EmbeddingError> {
        embedding::run(library, &self.vectors, self.embedder.as_ref()).await
    }

    /// Follows the embedding done by another process.
    ///
    /// # Errors
    ///
    /// Fails if the vectors cannot be read.
    pub(super) async fn follow(&self, library: &Library) -> Result<(), StoreError> {
        embedding::follow(library, &self.vectors).await
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use footnote_models::embed::EmbedError;
    use footnote_store::VectorStore;
    use futures_util::future::BoxFuture;

    use super::*;

    /// Semantic search over this store, with a model that must not be called.
    pub(crate) fn over(store: Box<dyn VectorStore>, index: &EmbeddedIndex) -> SemanticSearch {
        let embedder: Arc<dyn Embedder> = Arc::new(Unasked);
        let vectors = Arc::new(Vectors::open(store, &embedder.fingerprint()).unwrap());
        StoredVectors { embedder, vectors }.over(index)
    }

    struct Unasked;

    impl Embedder for Unasked {
        fn name(&self) -> &'static str {
            "unasked"
        }

        fn most_texts(&self) -> usize {
            1
        }

        fn embed<'a>(
            &'a self,
            _: &'a [String],
        ) -> BoxFuture<'a, Result<Vec<Vec<f32>>, EmbedError>> {
            Box::pin(async { Ok(Vec::new()) })
        }
    }
}
