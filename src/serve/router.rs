//! The router: every route, with the layers that apply to all requests.

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use footnote_engine::config::Policy;
use tower_http::catch_panic::CatchPanicLayer;

use super::net::identity::Identification;
use super::net::{compression, headers, hosts, identity, lengths, sign_in, telemetry};
use super::routes;
use super::state::AppState;

/// Builds the router with all routes.
pub fn router(state: AppState, policy: Policy) -> Router {
    let known = Identification {
        proxies: policy.proxies.clone(),
        readers: state.readers.clone(),
        keyring: state.keyring.clone(),
        sign_in: state.sign_in.clone(),
    };
    routes::routes(&state, &policy)
        // Innermost, so that the response to a panic also gets headers and a log line.
        .layer(CatchPanicLayer::new())
        .layer(from_fn(compression::compress))
        .layer(from_fn(sign_in::lead))
        .layer(from_fn_with_state(policy.hosts.clone(), hosts::check_host))
        .layer(from_fn_with_state(known, identity::identify))
        .layer(from_fn(lengths::reject_ambiguous_length))
        .layer(from_fn_with_state(policy, headers::add))
        .layer(from_fn(telemetry::log))
        .with_state(state)
}
