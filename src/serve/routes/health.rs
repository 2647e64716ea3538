//! The health of the server, for monitoring.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use footnote_library::EmbeddingProgress;
use footnote_store::StoreError;
use serde::Serialize;
use tokio::time::timeout;

use crate::state::AppState;

/// The health of the server.
#[derive(Serialize)]
pub(super) struct Health {
    /// `ok`, or `degraded` while answers come from an outdated index or something kept was set aside as damaged. A
    /// server that cannot answer at all does not respond.
    status: &'static str,
    /// The problem if the status is `degraded`, as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
    /// Number of documents that can be asked about.
    documents: usize,
    /// True while documents are being read, and before the first pass has found any.
    indexing: bool,
    /// Number of passages found by meaning too; absent without an embedding model.
    #[serde(skip_serializing_if = "Option::is_none")]
    by_meaning: Option<ByMeaning>,
}

/// Progress of embedding.
#[derive(Serialize)]
struct ByMeaning {
    /// Number of embedded passages.
    passages: u32,
    /// Number of all passages that are to be found so.
    of: u32,
    /// Time that the rest takes, in seconds; absent until it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds_left: Option<u32>,
}

/// Maximum time to wait for the number of documents.
const MAX_COUNTING: Duration = Duration::from_secs(4);

/// The problem if the catalog cannot be read.
const UNREAD: &str = "The documents cannot be listed at the moment.";

/// The problem while a machine has no copy of the documents.
const UNREADY: &str =
    "This machine takes in the documents from the database, and answers once it has all.";

/// `GET /healthz`: returns status 200 even if degraded, since taking the server out of service would not help; and 503
/// until it can answer at all.
pub(super) async fn health(State(state): State<AppState>) -> (StatusCode, Json<Health>) {
    let library = &state.rag.library;
    let progress = library.unfiltered_progress();
    let counts = timeout(MAX_COUNTING, library.counts()).await;
    let is_unready = matches!(counts, Ok(Err(StoreError::Unready)));
    let counts = counts.ok().and_then(Result::ok);
    let unread = counts.is_none().then_some(if is_unready { UNREADY } else { UNREAD });
    let unread = unread.map(str::to_owned);
    let problem = unread.or_else(|| progress.trouble()).or_else(|| progress.set_aside());
    let counts = counts.unwrap_or_default();
    let status = if is_unready { StatusCode::SERVICE_UNAVAILABLE } else { StatusCode::OK };
    let health = Health {
        status: if problem.is_some() { "degraded" } else { "ok" },
        problem,
        indexing: is_unready || progress.is_reading(counts),
        by_meaning: progress.embedded.map(|EmbeddingProgress { ready, all, seconds_left }| {
            ByMeaning { passages: ready, of: all, seconds_left }
        }),
        documents: counts.ready,
    };
    (status, Json(health))
}
