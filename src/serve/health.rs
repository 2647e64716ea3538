//! Whether the server is well, for whoever watches it.

use axum::Json;
use axum::extract::State;
use serde::Serialize;

use super::state::AppState;
use crate::rag::corpus::FileState;

/// How the server is.
#[derive(Serialize)]
pub(super) struct Health {
    /// Always `ok`: a server that is not well does not answer.
    status: &'static str,
    /// How many documents can be asked about.
    documents: usize,
    /// Whether a pass over the folder is under way.
    indexing: bool,
}

/// `GET /healthz`.
pub(super) async fn health(State(state): State<AppState>) -> Json<Health> {
    let progress = state.rag.library.progress();
    let documents = progress
        .files
        .iter()
        .filter(|file| matches!(file.state, FileState::Ready { .. }))
        .count();
    Json(Health {
        status: "ok",
        documents,
        indexing: progress.running,
    })
}
