//! The doors of the server, one file for each family of routes.

mod attached;
mod built;
mod chat;
mod chats;
mod content;
mod conversation;
mod document;
mod export;
mod form;
mod front_end;
mod health;
mod insights;
mod language;
mod mcp;
mod metrics;
mod openai;
mod openapi;
mod page;
mod responses;
mod services;
mod sharing;
mod uploads;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::response::Redirect;
use axum::routing::get;
use footnote_engine::config::{Origins, Policy};
use tower::util::option_layer;

use super::net::origins;
use super::state::AppState;

/// Every route, behind the files of a built front end if there is one.
pub(super) fn routes(state: &AppState, policy: &Policy) -> Router<AppState> {
    let front_end = policy.front_end.clone();
    let built = front_end.map(|front_end| from_fn_with_state(front_end, built::serve));
    page::routes(state, built.is_some())
        .merge(uploads::routes())
        .merge(attached::routes())
        .merge(insights::routes())
        .merge(language::routes())
        .merge(metrics::routes())
        .merge(open_routes(&policy.origins))
        .route("/healthz", get(health::health))
        .route("/healthz/", get(health::health))
        // Browsers ask for it unbidden where no page names an icon, as beside a document.
        .route("/favicon.ico", get(Redirect::permanent("/favicon.svg")))
        .fallback(page::fallback(state))
        .layer(option_layer(built))
}

/// The routes for clients and front ends of any listed origin.
fn open_routes(origins: &Origins) -> Router<AppState> {
    chat::routes()
        .merge(openai::routes())
        .merge(responses::routes())
        .merge(mcp::routes(origins))
        .merge(front_end::routes())
        .merge(uploads::open_routes())
        .merge(openapi::routes())
        .merge(chats::routes())
        .merge(content::routes())
        .layer(from_fn_with_state(origins.clone(), origins::require_preflight))
        .layer(option_layer(origins::layer(origins)))
}
