//! The embedding model as the settings name it, and what it is for.

use std::path::Path;
use std::sync::Arc;

use super::arguments::Settings;
use super::config::{Config, ModelConfig, Secret, azure, given, url};
use super::engine::endpoint;
use crate::rag::corpus::Library;
use crate::rag::corpus::index::Index;
use crate::rag::corpus::vectors::{self, EmbeddingError, Vectors};
use crate::rag::model::embed::Embedder;
use crate::rag::model::open_ai::Embeddings;
use crate::rag::retrieval::hybrid::Hybrid;
use crate::rag::retrieval::vectors::Nearest;

/// Where the embedding model is: at an address of its own, on the Azure resource, or where the chat
/// model is.
pub(super) fn config(settings: &Settings, problems: &mut Vec<String>) -> Option<ModelConfig> {
    let own = given(settings.embedding_url.clone());
    let Some(model) = given(settings.embedding_model.clone()) else {
        if own.is_some() {
            let needed = "FOOTNOTE_EMBEDDING_MODEL: needed, since FOOTNOTE_EMBEDDING_URL is set";
            problems.push(needed.to_owned());
        }
        return None;
    };
    let own_key = given(settings.embedding_key.clone());
    if let Some(own) = own {
        return Some(ModelConfig::OpenAi {
            base_url: url("FOOTNOTE_EMBEDDING_URL", &own, problems),
            // The other endpoint's key is none of its business.
            key: own_key.map(Secret),
            model,
        });
    }
    if given(settings.azure_openai_endpoint.clone()).is_some() {
        return azure(settings, model, problems);
    }
    let key = own_key.or_else(|| given(settings.openai_api_key.clone()));
    Some(ModelConfig::OpenAi {
        base_url: url("OPENAI_BASE_URL", &settings.openai_base_url, problems),
        key: key.map(Secret),
        model,
    })
}

/// Finding passages by what they mean: who embeds, and what is embedded.
pub(super) struct Meaning {
    embedder: Arc<dyn Embedder>,
    vectors: Arc<Vectors>,
}

impl Meaning {
    /// As configured, with the vectors of `folder`, or with such that vanish with the process; `None`
    /// without an embedding model.
    ///
    /// # Errors
    ///
    /// If the vectors cannot be read, or are another model's.
    pub(super) fn open(config: &Config, folder: Option<&Path>) -> anyhow::Result<Option<Self>> {
        let Some(named) = &config.embedding else {
            return Ok(None);
        };
        let embedder = Embeddings::new(endpoint(named)?)?;
        let vectors = match folder {
            Some(folder) => Vectors::open(folder, embedder.name())?,
            None => Vectors::in_memory(embedder.name()),
        };
        Ok(Some(Self {
            embedder: Arc::new(embedder),
            vectors: Arc::new(vectors),
        }))
    }

    /// Finds passages of `index`.
    pub(super) fn retriever(&self, index: &Arc<Index>) -> Hybrid {
        let (vectors, embedder) = (Arc::clone(&self.vectors), Arc::clone(&self.embedder));
        let nearest = Nearest::new(Arc::clone(index), vectors, embedder);
        Hybrid::new(Arc::clone(index), nearest)
    }

    /// Embeds the passages of `index` that are new.
    ///
    /// # Errors
    ///
    /// If the model does not answer, or the vectors cannot be written.
    pub(super) async fn refresh(
        &self,
        library: &Library,
        index: &Arc<Index>,
    ) -> Result<(), EmbeddingError> {
        vectors::run(library, index, &self.vectors, self.embedder.as_ref()).await
    }
}
