//! Which path leads where.

use axum::Router;
use axum::response::Redirect;
use axum::routing::get;
use leptos::config::LeptosOptions;
use leptos::prelude::{provide_context, use_context};
use leptos_axum::LeptosRoutes;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};

use super::origins::{self, Origins};
use super::policy::Policy;
use super::state::AppState;
use super::{
    access, body, capacity, content, form, front_end, headers, health, mcp, openai, openapi,
    protocol, telemetry,
};
use crate::app;

/// Every route, wired to `state`.
pub fn router(state: AppState, policy: Policy) -> Router {
    page_routes(&state)
        .layer(axum::middleware::from_fn_with_state(
            state.clone(),
            capacity::limit,
        ))
        // Before there is a place for the answer: a slow body should take none.
        .layer(axum::middleware::from_fn(body::limit))
        .layer(axum::middleware::from_fn(access::from_own_page))
        .merge(open_routes(&policy.origins))
        .route("/healthz", get(health::health))
        .route("/healthz/", get(health::health))
        // Browsers ask for it unbidden where no page names an icon, as beside a document.
        .route("/favicon.ico", get(Redirect::permanent("/favicon.svg")))
        .fallback(fallback(&state))
        // Innermost, so that a panic's response has its headers and its line in the log.
        .layer(CatchPanicLayer::new())
        .layer(compression())
        .layer(axum::middleware::from_fn_with_state(
            policy.hosts.clone(),
            access::under_own_name,
        ))
        .layer(axum::middleware::from_fn_with_state(policy, headers::add))
        .layer(axum::middleware::from_fn(telemetry::log))
        .with_state(state)
}

/// What clients and front ends of any origin on the list may use.
fn open_routes(origins: &Origins) -> Router<AppState> {
    let routes = protocol::routes()
        .merge(openai::routes())
        .merge(mcp::routes(origins))
        .merge(front_end::routes())
        .merge(openapi::routes())
        .merge(content::routes())
        .layer(axum::middleware::from_fn_with_state(
            origins.clone(),
            origins::asked_first,
        ));
    match origins.layer() {
        Some(layer) => routes.layer(layer),
        None => routes,
    }
}

/// The page and its doors, with the services in their context.
fn page_routes(state: &AppState) -> Router<AppState> {
    let services = state.clone();
    let options = state.leptos_options.clone();
    let page = leptos_axum::render_app_to_stream_with_context(
        {
            let services = services.clone();
            move || provide_services(&services)
        },
        move || app::shell(options.clone()),
    );
    Router::new()
        .leptos_routes_with_context(
            state,
            Vec::new(),
            move || provide_services(&services),
            || (),
        )
        .route("/", get(page).post(form::ask))
}

/// What lies in the folder of the site, and the page's own words for what does not exist.
fn fallback(state: &AppState) -> axum::routing::MethodRouter<AppState> {
    let services = state.clone();
    let handler = leptos_axum::file_and_error_handler_with_context::<AppState, _>(
        move || {
            provide_services(&services);
            provide_context(app::NotFound);
        },
        |options: LeptosOptions| app::shell(options),
    );
    get(handler).fallback(protocol::nowhere)
}

/// Puts what the doors use into context.
pub(super) fn provide_services(state: &AppState) {
    // Without a request, nobody asks.
    let headers = use_context::<http::request::Parts>().map(|parts| parts.headers);
    provide_context(state.rag_for(&headers.unwrap_or_default()));
    provide_context(state.stop.clone());
    headers::provide_request_nonce();
}

/// Compression for all but streamed answers, which a compressor may hold back.
fn compression() -> CompressionLayer<impl Predicate> {
    CompressionLayer::new().compress_when(
        DefaultPredicate::new()
            .and(NotForContentType::const_new("application/jsonl"))
            .and(NotForContentType::const_new("application/json-lines"))
            .and(NotForContentType::const_new("application/pdf")),
    )
}
