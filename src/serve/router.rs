//! The router: every route, behind what holds for all requests.

use axum::Router;
use axum::http::{Extensions, HeaderMap, StatusCode, Version};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};

use super::doors;
use super::net::{client, headers, hosts, lengths, telemetry};
use super::state::AppState;
use crate::config::Policy;

/// Every route, wired to `state`.
pub fn router(state: AppState, policy: Policy) -> Router {
    doors::routes(&state, &policy)
        // Innermost, so that a panic's response has its headers and its line in the log.
        .layer(CatchPanicLayer::new())
        .layer(compression())
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

/// Compression for all but documents and streamed answers, which a compressor may hold back.
fn compression() -> CompressionLayer<impl Predicate> {
    CompressionLayer::new().compress_when(
        DefaultPredicate::new()
            .and(
                |_: StatusCode, _: Version, _: &HeaderMap, marks: &Extensions| {
                    marks.get::<headers::Uncompressed>().is_none()
                },
            )
            .and(NotForContentType::const_new("application/jsonl"))
            .and(NotForContentType::const_new("application/json-lines"))
            .and(NotForContentType::const_new("application/x-ndjson"))
            .and(NotForContentType::const_new("application/pdf")),
    )
}
