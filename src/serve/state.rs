//! What every handler shares.

use std::path::Path;
use std::sync::Arc;

use axum::extract::FromRef;
use leptos::config::LeptosOptions;
use tokio_util::sync::CancellationToken;

use super::capacity::Capacity;
use crate::rag::Rag;
use crate::rag::store::Sessions;

/// What every handler shares; cloning is cheap.
#[derive(Clone)]
pub struct AppState {
    /// How the page's files are found.
    pub leptos_options: LeptosOptions,
    /// The engine.
    pub rag: Rag,
    /// The conversations of clients that leave them to the server.
    pub sessions: Sessions,
    /// This program, which reads files of some formats in a process of its own.
    pub program: Arc<Path>,
    /// How many answers may be under way at once.
    pub capacity: Capacity,
    /// Cancelled when the server ends: running answers then break off with an error.
    pub stop: CancellationToken,
}

impl FromRef<AppState> for LeptosOptions {
    fn from_ref(state: &AppState) -> Self {
        state.leptos_options.clone()
    }
}
