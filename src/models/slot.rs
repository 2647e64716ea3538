//! The slot of the chat model, which can be replaced while answers are being written.

use std::sync::{Arc, PoisonError, RwLock};

use super::ChatModel;

/// The slot of the chat model; clones share it. An answer reads it once, and keeps that model.
#[derive(Clone, Default)]
pub struct ModelSlot(Arc<RwLock<Option<Arc<dyn ChatModel>>>>);

impl ModelSlot {
    /// A slot that holds this model.
    pub fn of(model: Arc<dyn ChatModel>) -> Self {
        Self(Arc::new(RwLock::new(Some(model))))
    }

    /// The model that writes answers now; `None` if they quote.
    pub fn current(&self) -> Option<Arc<dyn ChatModel>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A slot of its own that holds the current model: a request that reads it twice gets the same.
    #[must_use]
    pub fn snapshot(&self) -> Self {
        Self(Arc::new(RwLock::new(self.current())))
    }

    /// Replaces the model, or removes it.
    pub fn set(&self, model: Option<Arc<dyn ChatModel>>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = model;
    }
}
