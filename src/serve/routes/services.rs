//! Provides the services that the page's server functions take from their context.

use std::sync::LazyLock;
use std::thread::available_parallelism;

use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use footnote_answers::Rag;
use footnote_chat::runs::AnswerPermit;
use footnote_client::{HasInsight, LibraryAtHand};
use footnote_library::uploads::Uploads;
use footnote_protocol::{Listing, ProtocolError};
use http::request::Parts;
use http::{HeaderValue, Method, Uri, header};
use leptos::prelude::{provide_context, use_context};
use tokio::runtime::Handle;
use tokio::sync::Semaphore;
use tracing::Instrument as _;

use super::language;
use crate::net::body::Refusal;
use crate::net::headers;
use crate::net::paths::LIBRARY;
use crate::state::AppState;

/// Query of the page for whoever has just opened the operator's link.
pub(super) const NEW_OPERATOR: &str = "operator";

/// Provides the services in the context of a request.
pub(super) fn provide_services(state: &AppState) {
    // Outside of a request, such as at start, there is no reader.
    let request = use_context::<Parts>();
    provide_context(request.as_ref().map(|request| listing(&request.uri)).unwrap_or_default());
    let is_new = request.as_ref().is_some_and(|request| request.uri.query() == Some(NEW_OPERATOR));
    let (headers, extensions) = request.map(|it| (it.headers, it.extensions)).unwrap_or_default();
    provide_context(language::locale(&headers));
    let asker = state.asker(&headers, &extensions);
    provide_context(AppState::owner_key(&asker));
    provide_context(state.notes(&extensions, &asker, is_new));
    provide_context(asker);
    provide_context(state.sessions.clone());
    provide_context(state.runs.clone());
    if let Some(permit) = extensions.get::<AnswerPermit>() {
        provide_context(permit.clone());
    }
    let rag = state.rag_for(&extensions);
    // Readers who may not choose a model do not get the service at all.
    if state.may_choose(&extensions) {
        provide_context(state.choice.state());
        provide_context(state.choice.clone());
    }
    provide_context(HasInsight(state.has_insight(&extensions)));
    provide_context(state.missing_rights(&extensions));
    provide_context(state.account(&extensions));
    provide_context(rag);
    provide_context(state.recorder.clone());
    provide_context(state.stop.clone());
    provide_context(state.uploads.clone());
    provide_context(state.program.clone());
    headers::provide_request_nonce();
}

/// Permits for rendering pages: half of the processors, so that answers and connections keep the other half.
static TURNS: LazyLock<Semaphore> = LazyLock::new(|| {
    let processors = available_parallelism().map_or(1, usize::from);
    Semaphore::new(processors.div_ceil(2))
});

/// Renders the page for a request; `provide` adds to the services in its context. Rendering takes some milliseconds of
/// CPU time, so it runs on a thread of its own.
pub(super) async fn render(
    state: AppState,
    request: Request,
    provide: impl Fn() + Clone + Send + Sync + 'static,
) -> Response {
    let (uri, headers) = (request.uri().clone(), request.headers().clone());
    let _turn = TURNS.acquire().await;
    let work = render_here(state, request, provide).in_current_span();
    let here = Handle::current();
    let made = tokio::task::spawn_blocking(move || here.block_on(work)).await;
    made.unwrap_or_else(|_| Refusal::from(ProtocolError::failed()).response_to(&uri, &headers))
}

async fn render_here(
    state: AppState,
    request: Request,
    provide: impl Fn() + Clone + Send + Sync + 'static,
) -> Response {
    let options = state.leptos_options.clone();
    let listing = listing(request.uri());
    let locale = language::locale(request.headers());
    let rag = state.rag_for(request.extensions());
    let at_hand = look_up(&rag, &state.uploads, listing).await;
    let render = leptos_axum::render_app_to_stream_with_context(
        move || {
            provide_services(&state);
            provide_context(at_hand.clone());
            provide();
        },
        move || footnote_app::shell(options.clone()),
    );
    let mut response = render(request).await;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(locale.code));
    headers.append(header::VARY, HeaderValue::from_static("accept-language, cookie"));
    response
}

/// The part of the list that a page shows; only the page of documents shows folders.
fn listing(uri: &Uri) -> Listing {
    let listing = Listing::of_query(uri.query().unwrap_or_default());
    match uri.path() {
        LIBRARY => listing.with_folders(),
        _ => Listing { folder: None, ..listing },
    }
}

/// Loads the documents that a page shows at once. If that fails, the page requests them itself.
async fn look_up(rag: &Rag, uploads: &Uploads, listing: Listing) -> LibraryAtHand {
    LibraryAtHand { status: rag.status(uploads, listing).await.ok() }
}

/// The request for the page that answers a posted form.
pub(super) fn page_behind(form: Parts) -> Request {
    let mut page = Request::from_parts(form, Body::empty());
    *page.method_mut() = Method::GET;
    page.headers_mut().remove(header::CONTENT_LENGTH);
    page.headers_mut().remove(header::CONTENT_TYPE);
    page
}
