//! Conversations behind links: what their visitors may see of them, on a page without scripts.

use axum::Router;
use axum::extract::{Path, State};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use footnote_app::state::StoredTurn;
use footnote_app::{plain_shell, words};
use footnote_chat::Rag;
use footnote_chat::basis::{Basis, bases};
use footnote_export::{Paper, html};
use footnote_retrieval::store::{SharedConversation, StoreError};
use http::request::Parts;
use http::{HeaderName, StatusCode, header};
use leptos::config::LeptosOptions;
use leptos::prelude::*;

use super::export::{MakePaper, begun, failed, nonce, turns};
use super::language::locale;
use crate::serve::net::body::Refusal;
use crate::serve::net::client::Client;
use crate::serve::net::paths::LINK;
use crate::serve::state::AppState;

/// The routes, below the place of the page.
pub(super) fn routes(place: &str) -> Router<AppState> {
    let place = place.trim_end_matches('/');
    Router::new().route(&format!("{place}{LINK}{{token}}"), get(show))
}

/// `GET /s/<token>`: the conversation, or not found, whatever the reason.
async fn show(State(state): State<AppState>, Path(token): Path<String>, parts: Parts) -> Response {
    let (options, nonce) = (state.leptos_options.clone(), nonce(&parts));
    let locale = locale(&parts.headers);
    match look_up(&state, &token, &parts).await {
        Ok(Some(paper)) => {
            let draw = move || shared_page(paper(), options, nonce);
            match tokio::task::spawn_blocking(move || words::in_locale(locale, draw)).await {
                Ok(page) => (unseen(), Html(page)).into_response(),
                Err(_) => refused(&failed(StoreError::Ended), &parts),
            }
        }
        Ok(None) => {
            let page = words::in_locale(locale, || {
                page(options, words::page_not_found(), nonce, nothing().into_any())
            });
            (StatusCode::NOT_FOUND, unseen(), Html(page)).into_response()
        }
        Err(refusal) => refused(&refusal, &parts),
    }
}

/// The headers of a page that is for whoever has its address, and for nobody else.
fn unseen() -> [(HeaderName, &'static str); 2] {
    let robots = HeaderName::from_static("x-robots-tag");
    [(header::CACHE_CONTROL, "no-store"), (robots, "noindex, nofollow")]
}

fn refused(refusal: &Refusal, parts: &Parts) -> Response {
    refusal.response_to(&parts.uri, &parts.headers)
}

fn shared_page(paper: Paper, options: LeptosOptions, nonce: String) -> String {
    let title = paper.title.clone();
    let main = html::main(paper, Some(words::shared_notice().to_owned())).into_any();
    page(options, &title, nonce, main)
}

fn page(options: LeptosOptions, title: &str, nonce: String, main: AnyView) -> String {
    plain_shell(options, title, (html::STYLE, nonce), ().into_any(), main).to_html()
}

fn nothing() -> impl IntoView {
    view! {
        <main class="paper" id="content" tabindex="-1">
            <p>{words::link_to_nothing()}</p>
        </main>
    }
}

/// The conversation behind a link as whoever asks may see it; `None` if there is none.
async fn look_up(
    state: &AppState,
    token: &str,
    parts: &Parts,
) -> Result<Option<MakePaper>, Refusal> {
    let Some(shared) = state.sessions.open_link(token).await.map_err(failed)? else {
        return Ok(None);
    };
    let SharedConversation { owner, conversation } = shared;
    let visitor = state.asker(&parts.headers, Client::of_request(&parts.extensions)).owner;
    let mut paper = begun(&conversation, String::new(), String::new());
    let turns = turns(conversation);
    let visible = if visitor == Some(owner) {
        vec![true; turns.len()]
    } else {
        visible(&state.rag_for(&parts.headers), &turns).await.map_err(failed)?
    };
    Ok(Some(Box::new(move || {
        for (turn, is_visible) in turns.iter().zip(visible) {
            if is_visible { paper.add_plain(turn) } else { paper.add_withheld(turn) }
        }
        paper
    })))
}

/// For each of the answers, true if the reader of `rag` may see it: those that rest on nothing but documents that they
/// may read as these are now, and of which all are there.
async fn visible(rag: &Rag, turns: &[StoredTurn]) -> Result<Vec<bool>, StoreError> {
    // Who may read everything may see what speaks of everything.
    let sees_all = rag.library.restricted().await? == 0;
    let mut visible = Vec::new();
    for (turn, basis) in turns.iter().zip(bases(turns.iter().map(|turn| &turn.answer))) {
        let is_empty = turn.answer.text.is_empty();
        visible.push(is_empty || admits(rag, &basis, sees_all).await?);
    }
    Ok(visible)
}

async fn admits(rag: &Rag, basis: &Basis, sees_all: bool) -> Result<bool, StoreError> {
    if basis.is_unknown || basis.all && !sees_all {
        return Ok(false);
    }
    for path in &basis.documents {
        if rag.library.file(path).await?.is_none() {
            return Ok(false);
        }
    }
    Ok(true)
}
