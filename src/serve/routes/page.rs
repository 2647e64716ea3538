//! Routes of the page, its server functions and its files.

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
use crate::serve::net::{heartbeat, origins};
use crate::serve::state::AppState;

/// Path prefix of the server functions that choose a chat model.
const CHOOSING: &str = "/page/model";

/// Routes of the page, with its services in their context, with the page at `place`.
pub(super) fn routes(state: &AppState, place: &'static str) -> Router<AppState> {
    let services = state.clone();
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
        // Reads the body before metering takes a permit: a slow body should not hold one.
        .layer(from_fn(body::limit))
        .layer(from_fn_with_state(state.clone(), choosers))
        .layer(from_fn(origins::from_own_page))
}

/// Serves the files of the site folder, and our own text for missing files.
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

/// Rejects readers who may not choose the chat model.
async fn choosers(State(state): State<AppState>, request: Request, next: Next) -> Response {
    if request.uri().path().starts_with(CHOOSING) && !state.may_choose(request.extensions()) {
        let refusal = Refusal::forbidden(NOT_ALLOWED);
        return refusal.response_to(request.uri(), request.headers());
    }
    next.run(request).await
}
