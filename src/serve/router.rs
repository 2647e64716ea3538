//! The router: every route, behind what holds for all requests.

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use footnote_engine::config::Policy;
use tower_http::catch_panic::CatchPanicLayer;

use super::doors;
use super::net::{compression, headers, hosts, identity, lengths, telemetry};
use super::state::AppState;

/// Every route, wired to `state`.
pub fn router(state: AppState, policy: Policy) -> Router {
    let known = (policy.proxies.clone(), state.readers.clone());
    doors::routes(&state, &policy)
        // Innermost, so that a panic's response has its headers and its line in the log.
        .layer(CatchPanicLayer::new())
        .layer(from_fn(compression::compress))
        .layer(from_fn_with_state(policy.hosts.clone(), hosts::check_host))
        .layer(from_fn_with_state(known, identity::identify))
        .layer(from_fn(lengths::reject_ambiguous_length))
        .layer(from_fn_with_state(policy, headers::add))
        .layer(from_fn(telemetry::log))
        .with_state(state)
}
