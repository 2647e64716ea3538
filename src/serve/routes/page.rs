//! Routes of the page, its server functions and its files.

use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::Response;
use axum::routing::get;
use footnote_client::api::model::NOT_ALLOWED;
use http::{HeaderValue, Method, header};
use leptos::config::LeptosOptions;
use leptos::prelude::provide_context;
use leptos_axum::LeptosRoutes;

use super::services::{provide_services, render};
use super::{chat, conversation, export, form, metering, sharing};
use crate::net::body::{self, Refusal};
use crate::net::{heartbeat, origins};
use crate::state::AppState;

/// Path prefix of the server functions that choose a chat model.
const CHOOSING: &str = "/page/model";

/// Routes of the page, with its services in their context, with the page at `place`.
pub(super) fn routes(state: &AppState, place: &'static str) -> Router<AppState> {
    let services = state.clone();
    let conversations = format!("{}/c/{{id}}", place.trim_end_matches('/'));
    let page =
        async |State(state): State<AppState>, request: Request| render(state, request, || ()).await;
    let pages = Router::new()
        .route(place, get(page).post(form::ask))
        .route(&conversations, get(conversation::show).post(form::ask))
        .layer(from_fn_with_state(state.clone(), know_from_now_on));
    Router::new()
        .leptos_routes_with_context(state, Vec::new(), move || provide_services(&services), || ())
        .merge(pages)
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
            provide_context(footnote_client::RenderedPage::Nowhere);
        },
        |options: LeptosOptions| footnote_app::shell(options),
    );
    get(handler).fallback(chat::nowhere)
}

/// Gives the browser of an unknown reader the cookie by which it owns its conversations. The request gets it too, so
/// that the page is rendered for the browser that will have it.
async fn know_from_now_on(
    State(state): State<AppState>,
    mut request: Request,
    next: Next,
) -> Response {
    // A form that comes without the cookie is from a browser that takes none.
    let cookie = match *request.method() {
        Method::GET => state.visitor_cookie(request.headers(), request.extensions()),
        _ => None,
    };
    let value = |text: &str| HeaderValue::from_str(text).ok();
    if let Some(pair) = cookie.as_deref().and_then(|text| value(text.split(';').next()?)) {
        request.headers_mut().append(header::COOKIE, pair);
    }
    let scheme = request.headers().get("x-forwarded-proto");
    let secure = if scheme.is_some_and(|scheme| scheme == "https") { "; Secure" } else { "" };
    let cookie = cookie.and_then(|cookie| value(&format!("{cookie}{secure}")));
    let mut response = next.run(request).await;
    // A page is its reader's own, and so is the cookie.
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    if let Some(cookie) = cookie {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

/// Rejects readers who may not choose the chat model.
async fn choosers(State(state): State<AppState>, request: Request, next: Next) -> Response {
    if request.uri().path().starts_with(CHOOSING) && !state.may_choose(request.extensions()) {
        let refusal = Refusal::forbidden(NOT_ALLOWED);
        return refusal.response_to(request.uri(), request.headers());
    }
    next.run(request).await
}
