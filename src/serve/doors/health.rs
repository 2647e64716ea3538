//! The health of the server, for monitoring.

use axum::Json;
use axum::extract::State;
use serde::Serialize;

use crate::serve::state::AppState;

/// The health of the server.
#[derive(Serialize)]
pub(super) struct Health {
    /// `ok`, or `degraded` while it answers from an older state of the documents. A server that cannot answer
    /// at all says neither.
    status: &'static str,
    /// The problem if it is `degraded`, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
    /// The lack that its settings make, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// Documents that can be asked about.
    documents: usize,
    /// True while documents are being read, and before the first pass has found any.
    indexing: bool,
}

/// The problem of a catalog that cannot be read.
const UNREAD: &str = "The documents cannot be listed at the moment.";

/// `GET /healthz`. Its status is 200 even where it is degraded: to take the server out of service would
/// help nobody.
pub(super) async fn health(State(state): State<AppState>) -> Json<Health> {
    let library = &state.rag.library;
    let progress = library.unfiltered_progress();
    let counts = library.counts().await;
    let unread = counts.as_ref().err().map(|_| UNREAD.to_owned());
    let problem = unread.or_else(|| progress.trouble());
    let counts = counts.unwrap_or_default();
    Json(Health {
        status: if problem.is_some() { "degraded" } else { "ok" },
        problem,
        indexing: progress.is_reading(counts),
        note: progress.note,
        documents: counts.ready,
    })
}
