//! Pages that only say something: a refusal for a person, in their language and with what to do.

use axum::response::{Html, IntoResponse, Response};
use footnote_app::plain_shell;
use footnote_client::words;
use footnote_export::html;
use http::request::Parts;
use http::{HeaderName, header};
use leptos::config::LeptosOptions;
use leptos::prelude::*;

use super::export::nonce;
use super::language::locale;
use crate::net::body::Refusal;
use crate::state::AppState;

/// Returns the headers of a page for those who have its address: neither cached nor indexed by search engines.
pub(super) fn private_headers() -> [(HeaderName, &'static str); 2] {
    let robots = HeaderName::from_static("x-robots-tag");
    [(header::CACHE_CONTROL, "no-store"), (robots, "noindex, nofollow")]
}

/// Returns a page with this title and main part, without scripts.
pub(super) fn page(options: LeptosOptions, title: &str, nonce: String, main: AnyView) -> String {
    plain_shell(options, title, (html::STYLE, nonce), ().into_any(), main).to_html()
}

/// Returns the main part that gives `advice` below a heading, which may be empty, and leads to the chat.
pub(super) fn said(heading: &'static str, advice: &'static str) -> AnyView {
    let advice = (!advice.is_empty()).then(|| view! { <p class="notice">{advice}</p> });
    view! {
        <main class="paper" id="content" tabindex="-1">
            <h1>{heading}</h1>
            {advice}
            <p class="notice">
                <a href="/">{words::ask_a_question()}</a>
            </p>
        </main>
    }
    .into_any()
}

/// Returns a refusal: a page with this heading and advice for people, the refusal itself for programs.
pub(super) fn refused(
    state: &AppState,
    parts: &Parts,
    refusal: &Refusal,
    [heading, advice]: [fn() -> &'static str; 2],
) -> Response {
    let plain = refusal.response_to(&parts.uri, &parts.headers);
    if !Refusal::is_for_person(&parts.headers) {
        return plain;
    }
    let (options, nonce) = (state.leptos_options.clone(), nonce(parts));
    let page = words::in_locale(locale(&parts.headers), || {
        page(options, heading(), nonce, said(heading(), advice()))
    });
    (plain.status(), private_headers(), Html(page)).into_response()
}
