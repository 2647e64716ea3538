//! Servers that store the conversations of their readers.

use std::sync::Arc;

use axum::Router;
use footnote_documents::acl::Reader;
use footnote_engine::config::{Policy, ReaderHeaders};
use footnote_models::{ChatModel, ModelSlot};
use footnote_serve::router;
use footnote_store::Sessions;

use super::{documents, state};

/// Returns a server whose answers `model` writes, and the conversations that it stores: for readers identified by
/// headers, or for the only reader.
pub(crate) fn keeping(
    model: Arc<dyn ChatModel>,
    readers: Option<ReaderHeaders>,
) -> (Router, Sessions) {
    let mut state = state(&documents());
    state.rag.model = ModelSlot::of(model);
    state.alone = readers.is_none();
    state.readers = readers.unwrap_or_default();
    let sessions = Arc::clone(&state.sessions);
    (router(state, Policy::default()), sessions)
}

/// Returns the owner of the conversations of a user in no group.
pub(crate) fn owner(user: &str) -> String {
    Reader::new(Some(user), []).owner()
}
