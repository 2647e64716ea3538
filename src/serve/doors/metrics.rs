//! Prometheus metrics of this process, for this machine and those named in the settings.

use std::net::SocketAddr;

use axum::Router;
use axum::extract::{ConnectInfo, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use footnote_protocol::ProtocolError;
use http::header;
use http::request::Parts;

use crate::serve::net::body::Refusal;
use crate::serve::net::client::Client;
use crate::serve::net::origins;
use crate::serve::state::AppState;

/// Content type of Prometheus' text format.
const TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// The error for other machines.
const NOT_ALLOWED: &str =
    "The metrics are for this machine, and for those that FOOTNOTE_METRICS names.";

/// Route of the metrics.
pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/metrics", get(metrics))
}

/// `GET /metrics`.
async fn metrics(State(state): State<AppState>, parts: Parts) -> Response {
    let refuse = |refusal: Refusal| refusal.response_to(&parts.uri, &parts.headers);
    if !may_read(&state, &parts) {
        return refuse(Refusal::forbidden(NOT_ALLOWED));
    }
    let files = state.rag.library.every_count().await;
    match state.recorder.metrics(files.ok()) {
        Ok(text) => ([(header::CONTENT_TYPE, TEXT)], text).into_response(),
        Err(error) => {
            tracing::error!("{error}");
            refuse(ProtocolError::failed().into())
        }
    }
}

/// True for a direct request from this machine or from one named in the settings, not one forwarded by a proxy.
fn may_read(state: &AppState, parts: &Parts) -> bool {
    if origins::is_passed_on(&parts.headers) {
        return false;
    }
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    let listed = &state.insight_terms.meter_readers;
    if peer.is_some_and(|ConnectInfo(peer)| listed.list(peer.ip().to_canonical())) {
        return true;
    }
    let Client(client) = Client::of_request(&parts.extensions);
    let host = parts.headers.get(header::HOST).map(|host| host.to_str().unwrap_or_default());
    client.is_none() && host.is_none_or(origins::is_of_this_machine)
}
