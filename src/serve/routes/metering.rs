//! Metering: counts each request as the table of rates says, before its handler runs, and rejects senders who must be
//! identified and are not.

use std::path::Path;

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse as _, Response};
use footnote_app::plain_shell;
use footnote_chat::runs::AnswerPermit;
use footnote_client::state::fault;
use footnote_client::words;
use footnote_export::html::STYLE;
use footnote_protocol::dialect;
use http::request::Parts;
use leptos::config::LeptosOptions;
use leptos::prelude::*;

use super::language::locale;
use super::mcp;
use super::uploads::family;
use crate::net::body::Refusal;
use crate::net::capacity::Permit;
use crate::net::headers::RequestNonce;
use crate::net::rates::{self, Charge};
use crate::net::unidentified::Unidentified;
use crate::state::AppState;

/// Counts a request and holds its permit until the response has been sent and its answer has ended.
pub(super) async fn meter(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let charge = charge_of(&state.leptos_options, &parts).await;
    let mut request = Request::from_parts(parts, body);
    let permit = match admit(&state, charge, &request) {
        Ok(permit) => permit,
        Err(refusal) => return refused(&state, &refusal, &request),
    };
    if let Some(permit) = permit.clone().filter(|_| charge == Charge::Answer) {
        request.extensions_mut().insert(AnswerPermit::new(permit));
    }
    let response = Refusal::with_retry_after(next.run(request).await);
    match permit {
        // The permit covers rendering the page, not sending it: a slow reader should not hold it.
        Some(_) if charge == Charge::Page => response,
        Some(permit) => permit.until_sent(response),
        None => response,
    }
}

/// Returns the charge for a request.
async fn charge_of(options: &LeptosOptions, request: &Parts) -> Charge {
    if let Some(pattern) = request.extensions.get::<MatchedPath>() {
        let family = rates::family(&request.method, pattern.as_str());
        return family.map_or(Charge::Lookup, |family| family.charge);
    }
    let is_file = is_file_of_page(options, request.uri.path()).await;
    if is_file { Charge::Nothing } else { Charge::Page }
}

/// True if the path is a file of the page's program.
async fn is_file_of_page(options: &LeptosOptions, path: &str) -> bool {
    let is_below = !path.split('/').any(|part| part == "..");
    let file = Path::new(&*options.site_root).join(path.trim_start_matches('/'));
    is_below && tokio::fs::metadata(file).await.is_ok_and(|found| found.is_file())
}

/// Counts a request and returns its permit, if it needs one.
fn admit(state: &AppState, charge: Charge, request: &Request) -> Result<Option<Permit>, Refusal> {
    let (capacity, extensions) = (&state.capacity, request.extensions());
    if let Some(unidentified) =
        extensions.get::<Unidentified>().filter(|_| charge != Charge::Nothing)
    {
        return Err(unidentified.refusal());
    }
    match charge {
        Charge::Answer => {
            state.rag.workers.admit()?;
            capacity.admit(extensions).map(Some)
        }
        Charge::Rereading => capacity.reread(extensions).map(Some),
        Charge::Changes => capacity.follow(extensions).map(Some),
        Charge::Page => capacity.make_page(extensions).map(Some),
        Charge::Lookup => capacity.count_lookup(extensions).map(|()| None),
        Charge::AnswerAtDoor | Charge::Nothing => Ok(None),
    }
}

/// Encodes a refusal as the sender of the request expects it.
fn refused(state: &AppState, refusal: &Refusal, request: &Request) -> Response {
    let path = rates::path_of(request.uri().path());
    if family::is_at(path) {
        return refusal.written(family::refused);
    }
    if path == "/mcp" {
        return refusal.written(mcp::refused);
    }
    if path.starts_with("/v1/") {
        return refusal.response(dialect::at("/v1/chat/completions"));
    }
    let response = refusal.response_to(request.uri(), request.headers());
    if !Refusal::is_for_person(request.headers()) {
        return response;
    }
    let nonce = request.extensions().get::<RequestNonce>().cloned().unwrap_or_default().0;
    let options = state.leptos_options.clone();
    let page = words::in_locale(locale(request.headers()), || {
        let message = fault::in_words(refusal.error());
        let main = view! {
            <main class="paper" id="content" tabindex="-1">
                <p>{message.clone()}</p>
            </main>
        };
        plain_shell(options, &message, (STYLE, nonce), ().into_any(), main.into_any()).to_html()
    });
    let (mut head, _) = response.into_parts();
    head.headers.remove(http::header::CONTENT_TYPE);
    (head.status, head.headers, Html(page)).into_response()
}
