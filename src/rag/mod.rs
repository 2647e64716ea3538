//! The engine: documents, retrieval and answers, as one value that every door shares.

pub mod chat;
pub mod corpus;
pub mod model;
pub mod retrieval;
pub mod store;

use std::sync::Arc;

use model::ChatModel;
use retrieval::Retriever;

/// The engine as one value; cloning shares it.
#[derive(Clone)]
pub struct Rag {
    /// Finds passages.
    pub retriever: Arc<dyn Retriever>,
    /// Writes answers; `None` means that answers quote.
    pub model: Option<Arc<dyn ChatModel>>,
    /// The documents and how far their indexing has come.
    pub library: Arc<corpus::Library>,
    /// How answers are made.
    pub settings: chat::Settings,
}

impl Rag {
    /// The name of whoever writes the answers.
    pub fn model_name(&self) -> &str {
        self.model
            .as_ref()
            .map_or(chat::NO_MODEL, |model| model.name())
    }
}
