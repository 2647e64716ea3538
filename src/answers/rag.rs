//! The engine as one value: documents, retrieval and answers.

use std::sync::Arc;

use footnote_documents::acl::Reader;
use footnote_library::Library;
use footnote_models::ModelSlot;
use footnote_protocol::{NO_MODEL, Scope};
use footnote_search::Retriever;
use footnote_store::{DocumentSet, StoreError};

use crate::{Settings, Workers};

/// The engine as one value. Clones share their state.
#[derive(Clone)]
pub struct Rag {
    /// Finds passages.
    pub retriever: Arc<dyn Retriever>,
    /// Writes answers; while the slot is empty, answers quote.
    pub model: ModelSlot,
    /// The documents and the progress of indexing.
    pub library: Arc<Library>,
    /// The settings of answers.
    pub settings: Settings,
    /// The threads on which answers are computed.
    pub workers: Workers,
    /// The reader who asks; anonymous by default.
    pub reader: Reader,
    /// The only documents to search; all if `None`.
    pub scope: Option<Arc<DocumentSet>>,
}

impl Rag {
    /// Returns the same engine for this reader.
    #[must_use]
    pub fn read_by(&self, reader: Reader) -> Self {
        Self { library: Arc::new(self.library.seen_by(reader.clone())), reader, ..self.clone() }
    }

    /// Returns the same engine as if there were no documents outside of this scope.
    ///
    /// # Errors
    ///
    /// Fails if the catalog cannot be read.
    pub async fn within(&self, scope: &Scope) -> Result<Self, StoreError> {
        let documents = self.library.documents_of(scope).await?;
        let library = Arc::new(self.library.within(Arc::clone(&documents)));
        Ok(Self { library, scope: Some(documents), ..self.clone() })
    }

    /// Returns the name of the model that writes the answers, or of the quoting engine.
    pub fn model_name(&self) -> String {
        self.model.current().map_or_else(|| NO_MODEL.to_owned(), |model| model.name().to_owned())
    }
}
