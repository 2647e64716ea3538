//! Which path leads where.

use axum::Router;
use axum::extract::Query;
use axum::response::Redirect;
use axum::routing::get;
use leptos::config::LeptosOptions;
use leptos::prelude::{provide_context, use_context};
use leptos_axum::LeptosRoutes;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};

use super::built::{self, FrontEnd};
use super::origins::{self, Origins};
use super::policy::Policy;
use super::state::AppState;
use super::{
    access, body, capacity, chats, client, content, form, front_end, headers, health, heartbeat,
    lengths, mcp, openai, openapi, protocol, telemetry,
};
use crate::app;
use crate::protocol::Listing;

/// Every route, wired to `state`.
pub fn router(state: AppState, policy: Policy) -> Router {
    let front_end = policy.front_end.clone();
    let routes = page_routes(&state, front_end.is_some())
        .layer(axum::middleware::from_fn(heartbeat::of_page))
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
        .fallback(fallback(&state));
    in_front(routes, front_end)
        // Innermost, so that a panic's response has its headers and its line in the log.
        .layer(CatchPanicLayer::new())
        .layer(compression())
        .layer(axum::middleware::from_fn_with_state(
            policy.hosts.clone(),
            access::under_own_name,
        ))
        .layer(axum::middleware::from_fn_with_state(
            policy.proxies.clone(),
            client::identify,
        ))
        .layer(axum::middleware::from_fn(lengths::say_once))
        .layer(axum::middleware::from_fn_with_state(policy, headers::add))
        .layer(axum::middleware::from_fn(telemetry::log))
        .with_state(state)
}

/// The routes behind the files of a front end, if there is one.
fn in_front(routes: Router<AppState>, front_end: Option<FrontEnd>) -> Router<AppState> {
    match front_end {
        Some(front_end) => routes.layer(axum::middleware::from_fn_with_state(
            front_end,
            built::serve,
        )),
        None => routes,
    }
}

/// What clients and front ends of any origin on the list may use.
fn open_routes(origins: &Origins) -> Router<AppState> {
    let routes = protocol::routes()
        .merge(openai::routes())
        .merge(mcp::routes(origins))
        .merge(front_end::routes())
        .merge(openapi::routes())
        .merge(chats::routes())
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

/// The page and its doors, with the services in their context; the page makes room for a front end.
fn page_routes(state: &AppState, makes_room: bool) -> Router<AppState> {
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
        .route(
            if makes_room { built::PAGE } else { "/" },
            get(page).post(form::ask),
        )
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
    let request = use_context::<http::request::Parts>();
    let listing = request.as_ref().and_then(listing);
    provide_context(listing.unwrap_or_default());
    let headers = request.map(|request| request.headers);
    provide_context(state.rag_for(&headers.unwrap_or_default()));
    provide_context(state.stop.clone());
    headers::provide_request_nonce();
}

/// Which documents the page's address wants to see listed.
fn listing(request: &http::request::Parts) -> Option<Listing> {
    let Query(listing) = Query::try_from_uri(&request.uri).ok()?;
    Some(listing)
}

/// Compression for all but streamed answers, which a compressor may hold back.
fn compression() -> CompressionLayer<impl Predicate> {
    CompressionLayer::new().compress_when(
        DefaultPredicate::new()
            .and(NotForContentType::const_new("application/jsonl"))
            .and(NotForContentType::const_new("application/json-lines"))
            .and(NotForContentType::const_new("application/x-ndjson"))
            .and(NotForContentType::const_new("application/pdf")),
    )
}
