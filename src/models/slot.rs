//! Holds the current chat model, which can be replaced while answers are being written.

use std::sync::{Arc, PoisonError, RwLock};

use super::ChatModel;

/// Slot for the chat model, shared by its clones. An answer reads it once and keeps that model.
#[derive(Clone, Default)]
pub struct ModelSlot(Arc<RwLock<Option<Arc<dyn ChatModel>>>>);

impl ModelSlot {
    /// A slot with this model.
    pub fn of(model: Arc<dyn ChatModel>) -> Self {
        Self(Arc::new(RwLock::new(Some(model))))
    }

    /// The current model; `None` if passages are shown.
    pub fn current(&self) -> Option<Arc<dyn ChatModel>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// An independent slot with the current model, so that a request always sees the same one.
    #[must_use]
    pub fn snapshot(&self) -> Self {
        Self(Arc::new(RwLock::new(self.current())))
    }

    /// Replaces the model, or removes it.
    pub fn set(&self, model: Option<Arc<dyn ChatModel>>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = model;
    }
}
