//! The page of a conversation at an address of its own.

use axum::extract::{Path, Request, State};
use axum::response::Response;
use footnote_app::api::conversations::OpenedSession;
use footnote_app::api::posted::Posted;
use leptos::prelude::provide_context;

use super::services::render;
use crate::serve::net::client::Client;
use crate::serve::state::AppState;

/// `GET /c/<id>`: the page with that conversation, if the server keeps it for whoever asks; otherwise the browser may
/// know it.
pub(super) async fn show(
    State(state): State<AppState>,
    Path(id): Path<String>,
    request: Request,
) -> Response {
    let client = Client::of_request(request.extensions());
    let kept = match state.asker(request.headers(), client).owner {
        Some(owner) => kept(&state, &owner, &id).await,
        None => None,
    };
    let posted = Posted { kept, ..Posted::default() };
    render(state, request, move || provide_context(posted.clone())).await
}

async fn kept(state: &AppState, owner: &str, id: &str) -> Option<OpenedSession> {
    let opened = state.sessions.open(owner, id).await.inspect_err(|error| {
        tracing::error!(error = error as &dyn std::error::Error, "a conversation cannot be read");
    });
    opened.ok().flatten().map(OpenedSession::from)
}
