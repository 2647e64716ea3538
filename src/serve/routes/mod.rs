//! HTTP routes, one file per family.

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
pub mod mcp;
mod metering;
mod metrics;
mod notice;
mod openai;
mod openapi;
mod operator;
mod page;
mod responses;
mod services;
mod sharing;
mod sign_in;
mod speech;
mod uploads;

use std::convert::Infallible;

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::Redirect;
use axum::routing::get;
use footnote_engine::config::{Origins, Policy};
use tower::util::option_layer;

use super::net::{origins, paths};
use super::state::AppState;

/// All routes, with the files of a built front end in front if there is one.
pub(super) fn routes(state: &AppState, policy: &Policy) -> Router<AppState> {
    let front_end = policy.front_end.clone();
    let built = front_end.map(|front_end| from_fn_with_state(front_end, built::serve));
    let meter = from_fn_with_state(state.clone(), metering::meter);
    let place = if built.is_some() { paths::PAGE } else { "/" };
    let own = own_routes()
        .merge(operator::routes(place))
        .merge(sign_in::routes())
        .layer(meter.clone())
        .layer(from_fn(origins::from_own_page));
    // Scripts of listed origins read that there is nothing, too.
    let listed = option_layer(origins::layer(&policy.origins));
    let nowhere =
        page::fallback(state).layer::<_, Infallible>(meter).layer::<_, Infallible>(listed);
    // The page's routes read bodies before metering.
    page::routes(state, place)
        .merge(own)
        .merge(open_routes(state, &policy.origins))
        .fallback(nowhere)
        .layer(option_layer(built))
}

/// Routes outside the page that must reject writes from other sites.
fn own_routes() -> Router<AppState> {
    uploads::routes()
        .merge(attached::routes())
        .merge(insights::routes())
        .merge(language::routes())
        .merge(metrics::routes())
        .merge(speech::routes())
        .route("/healthz", get(health::health))
        .route("/healthz/", get(health::health))
        // Browsers request this by themselves where no page names an icon, for example beside a document.
        .route("/favicon.ico", get(Redirect::permanent("/favicon.svg")))
}

/// Routes for clients and front ends of any listed origin.
fn open_routes(state: &AppState, origins: &Origins) -> Router<AppState> {
    chat::routes()
        .merge(openai::routes())
        .merge(responses::routes())
        .merge(mcp::routes(origins))
        .merge(front_end::routes())
        .merge(speech::open_routes())
        .merge(uploads::open_routes())
        .merge(openapi::routes())
        .merge(chats::routes())
        .merge(content::routes())
        .layer(from_fn_with_state(state.clone(), metering::meter))
        .layer(from_fn_with_state(origins.clone(), origins::require_preflight))
        .layer(option_layer(origins::layer(origins)))
}
