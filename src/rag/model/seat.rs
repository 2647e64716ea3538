//! The seat of the chat model, which can be given to another while answers are under way.

use std::sync::{Arc, PoisonError, RwLock};

use super::ChatModel;

/// The seat of the chat model; clones share it. An answer asks once who sits there, and keeps that model.
#[derive(Clone, Default)]
pub struct ModelSeat(Arc<RwLock<Option<Arc<dyn ChatModel>>>>);

impl ModelSeat {
    /// The seat with this model in it.
    pub fn of(model: Arc<dyn ChatModel>) -> Self {
        Self(Arc::new(RwLock::new(Some(model))))
    }

    /// The model that writes answers now; `None` if they quote.
    pub fn now(&self) -> Option<Arc<dyn ChatModel>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A seat of its own for the model that sits here now: a request that asks it twice is told the same.
    #[must_use]
    pub fn as_now(&self) -> Self {
        Self(Arc::new(RwLock::new(self.now())))
    }

    /// Gives the seat to another model, or to none.
    pub fn give(&self, model: Option<Arc<dyn ChatModel>>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = model;
    }
}
