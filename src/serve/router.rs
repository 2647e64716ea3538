//! The router: every route, behind what holds for all requests.

use axum::Router;
use tower_http::catch_panic::CatchPanicLayer;

use super::doors;
use super::net::{client, compressed, headers, hosts, lengths, telemetry};
use super::state::AppState;
use crate::config::Policy;

/// Every route, wired to `state`.
pub fn router(state: AppState, policy: Policy) -> Router {
    doors::routes(&state, &policy)
        // Innermost, so that a panic's response has its headers and its line in the log.
        .layer(CatchPanicLayer::new())
        .layer(axum::middleware::from_fn(compressed::compress))
        .layer(axum::middleware::from_fn_with_state(
            policy.hosts.clone(),
            hosts::under_own_name,
        ))
        .layer(axum::middleware::from_fn_with_state(
            (policy.proxies.clone(), state.readers.clone()),
            client::identify,
        ))
        .layer(axum::middleware::from_fn(lengths::say_once))
        .layer(axum::middleware::from_fn_with_state(policy, headers::add))
        .layer(axum::middleware::from_fn(telemetry::log))
        .with_state(state)
}
