//! Prometheus metrics of this process, for operators and for the machines named in the settings.

use std::net::SocketAddr;

use axum::Router;
use axum::extract::{ConnectInfo, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use footnote_protocol::ProtocolError;
use http::header;
use http::request::Parts;

use crate::net::body::Refusal;
use crate::net::identity::reader_of;
use crate::net::{origins, paths};
use crate::state::AppState;

/// Content type of Prometheus' text format.
const TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// The error for other machines.
const NOT_ALLOWED: &str =
    "The metrics are for operators, and for the machines that FOOTNOTE_METRICS names.";

/// Route of the metrics.
pub(super) fn routes() -> Router<AppState> {
    Router::new().route(paths::METRICS, get(metrics))
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

/// True for an operator, and for a direct request from a machine named in the settings, not one forwarded by a proxy.
fn may_read(state: &AppState, parts: &Parts) -> bool {
    if reader_of(&parts.extensions).is_operator() {
        return true;
    }
    if origins::is_passed_on(&parts.headers) {
        return false;
    }
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    let listed = &state.insight_terms.meter_readers;
    peer.is_some_and(|ConnectInfo(peer)| listed.list(peer.ip().to_canonical()))
}
