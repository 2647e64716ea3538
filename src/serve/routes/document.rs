//! Serves the page of one document, opened at the cited words.

use axum::extract::Request;
use axum::response::Response;
use footnote_client::RenderedPage;
use footnote_protocol::{Opening, ProtocolError};
use leptos::prelude::provide_context;

use super::services::render;
use crate::net::body::Refusal;
use crate::state::AppState;

/// `GET /documents/<path>`, with `?passage=<number>` to open it there. Returns 404 if the reader may not know of the
/// document.
pub(super) async fn show(
    state: AppState,
    path: &str,
    opening: Opening,
    request: Request,
) -> Response {
    let rag = state.rag_for(request.extensions());
    let opened = match rag.open(path, opening).await {
        Ok(opened) => opened,
        Err(error) => {
            let refusal = Refusal::from(ProtocolError::from(error));
            return refusal.response_to(request.uri(), request.headers());
        }
    };
    render(state, request, move || match opened.clone() {
        Some(document) => {
            provide_context(RenderedPage::Document);
            provide_context(document);
        }
        None => provide_context(RenderedPage::Nowhere),
    })
    .await
}
