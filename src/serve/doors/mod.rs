//! The doors of the server, one file for each family of routes.

mod built;
mod chat;
mod chats;
mod content;
mod document;
mod form;
mod front_end;
mod health;
mod mcp;
mod openai;
mod openapi;
mod page;
mod services;
mod uploads;

use axum::Router;
use axum::response::Redirect;
use axum::routing::get;

use super::net::origins;
use super::state::AppState;
use crate::config::{FrontEnd, Origins, Policy};

/// Every route, behind the files of a built front end if there is one.
pub(super) fn routes(state: &AppState, policy: &Policy) -> Router<AppState> {
    let front_end = policy.front_end.clone();
    let routes = page::routes(state, front_end.is_some())
        .merge(uploads::routes())
        .merge(open_routes(&policy.origins))
        .route("/healthz", get(health::health))
        .route("/healthz/", get(health::health))
        // Browsers ask for it unbidden where no page names an icon, as beside a document.
        .route("/favicon.ico", get(Redirect::permanent("/favicon.svg")))
        .fallback(page::fallback(state));
    in_front(routes, front_end)
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

/// The routes for clients and front ends of any listed origin.
fn open_routes(origins: &Origins) -> Router<AppState> {
    let routes = chat::routes()
        .merge(openai::routes())
        .merge(mcp::routes(origins))
        .merge(front_end::routes())
        .merge(uploads::open_routes())
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
