//! Serves the page of a conversation at its own address.

use axum::extract::{Path, Request, State};
use axum::response::Response;
use footnote_client::api::conversations::store::opened;
use footnote_client::api::posted::Posted;
use footnote_client::state::StoredTurn;
use footnote_store::KeptTurn;
use http::Uri;
use leptos::prelude::provide_context;

use super::services::render;
use crate::state::AppState;

/// `GET /c/<id>`: the page with this conversation, if the server keeps it for the reader. A long conversation is paged:
/// the newest turns first, and `?skip=20` shows those before the last twenty.
pub(super) async fn show(
    State(state): State<AppState>,
    Path(id): Path<String>,
    request: Request,
) -> Response {
    let home = home(request.uri().path()).to_owned();
    let Some(owner) = state.asker(request.headers(), request.extensions()).owner else {
        let posted = Posted { home, ..Posted::default() };
        return render(state, request, move || provide_context(posted.clone())).await;
    };
    let permit = match state.capacity.read(request.extensions()) {
        Ok(permit) => permit,
        Err(refusal) => return refusal.response_to(request.uri(), request.headers()),
    };
    let rag = state.rag_for(request.extensions());
    let found = opened((&state.sessions, &rag), &owner, &id, skipped(request.uri())).await;
    let found = found.inspect_err(|error| {
        tracing::error!(error = error as &dyn std::error::Error, "a conversation cannot be read");
    });
    let kept = found.ok().flatten();
    let posted = Posted { kept, home, ..Posted::default() };
    permit.until_sent(render(state, request, move || provide_context(posted.clone())).await)
}

/// Returns the path of the page above that of a conversation.
fn home(path: &str) -> &str {
    path.split("/c/").next().filter(|home| !home.is_empty()).unwrap_or("/")
}

/// Number of newest turns that the page skips.
pub(super) fn skipped(uri: &Uri) -> usize {
    let query = uri.query().unwrap_or_default();
    let skipped = query.split('&').find_map(|pair| pair.strip_prefix("skip="));
    skipped.and_then(|skipped| skipped.parse().ok()).unwrap_or_default()
}

/// Converts stored turns for the page.
pub(super) fn stored(turns: Vec<KeptTurn>) -> Vec<StoredTurn> {
    turns.into_iter().map(StoredTurn::from).collect()
}
