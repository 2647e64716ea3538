//! The page, its server functions and its files.

use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::Response;
use axum::routing::get;
use footnote_app::api::model::NOT_ALLOWED;
use leptos::config::LeptosOptions;
use leptos::prelude::provide_context;
use leptos_axum::LeptosRoutes;

use super::services::{provide_services, render};
use super::{chat, conversation, export, form, metering, sharing};
use crate::serve::net::body::{self, Refusal};
use crate::serve::net::{heartbeat, origins, paths};
use crate::serve::state::AppState;

/// The beginning of the page's paths at which a chat model is chosen.
const CHOOSING: &str = "/page/model";

/// The page and its doors, with the services in their context; the page makes room for a front end.
pub(super) fn routes(state: &AppState, makes_room: bool) -> Router<AppState> {
    let services = state.clone();
    let place = if makes_room { paths::PAGE } else { "/" };
    let conversations = format!("{}/c/{{id}}", place.trim_end_matches('/'));
    let page =
        async |State(state): State<AppState>, request: Request| render(state, request, || ()).await;
    Router::new()
        .leptos_routes_with_context(state, Vec::new(), move || provide_services(&services), || ())
        .route(place, get(page).post(form::ask))
        .route(&conversations, get(conversation::show).post(form::ask))
        .merge(export::routes(place))
        .merge(sharing::routes(place))
        .layer(from_fn(heartbeat::for_page))
        .layer(from_fn_with_state(state.clone(), metering::meter))
        // Before there is a place for the answer: a slow body should take none.
        .layer(from_fn(body::limit))
        .layer(from_fn_with_state(state.clone(), choosers))
        .layer(from_fn(origins::from_own_page))
}

/// The files of the site's folder, and the page's own text for missing ones.
pub(super) fn fallback(state: &AppState) -> axum::routing::MethodRouter<AppState> {
    let services = state.clone();
    let handler = leptos_axum::file_and_error_handler_with_context::<AppState, _>(
        move || {
            provide_services(&services);
            provide_context(footnote_app::RenderedPage::Nowhere);
        },
        |options: LeptosOptions| footnote_app::shell(options),
    );
    get(handler).fallback(chat::nowhere)
}

/// Lets only readers choose the chat model who may.
async fn choosers(State(state): State<AppState>, request: Request, next: Next) -> Response {
    if request.uri().path().starts_with(CHOOSING) && !state.may_choose(request.headers()) {
        let refusal = Refusal::forbidden(NOT_ALLOWED);
        return refusal.response_to(request.uri(), request.headers());
    }
    next.run(request).await
}
