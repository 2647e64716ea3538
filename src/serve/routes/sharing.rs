//! Serves shared conversations: what visitors of a link may see, on a page without scripts.

use std::collections::BTreeMap;

use axum::Router;
use axum::extract::{Path, State};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use footnote_answers::Rag;
use footnote_client::state::StoredTurn;
use footnote_client::words;
use footnote_export::Paper;
use footnote_export::html::{self, PageLink};
use footnote_protocol::RestsOn;
use footnote_store::{KeptConversation, SharedConversation, StoreError};
use http::StatusCode;
use http::request::Parts;
use leptos::config::LeptosOptions;
use leptos::prelude::*;

use super::conversation::{skipped, stored};
use super::export::{begun, failed, nonce};
use super::language::locale;
use super::notice::{page, private_headers, said};
use crate::net::body::Refusal;
use crate::net::paths::LINK;
use crate::state::AppState;

/// Routes of links, below the path of the page.
pub(super) fn routes(place: &str) -> Router<AppState> {
    let place = place.trim_end_matches('/');
    Router::new().route(&format!("{place}{LINK}{{token}}"), get(show))
}

/// `GET /s/<token>`: the newest turns of the conversation; `?skip=20` shows those before the last twenty. Returns 404
/// for every kind of failure, so that a visitor learns nothing from it.
async fn show(State(state): State<AppState>, Path(token): Path<String>, parts: Parts) -> Response {
    let permit = match state.capacity.read(&parts.extensions) {
        Ok(permit) => permit,
        Err(refusal) => return refused(&refusal, &parts),
    };
    let (options, nonce) = (state.leptos_options.clone(), nonce(&parts));
    let locale = locale(&parts.headers);
    match look_up(&state, &token, &parts).await {
        Ok(Some(shared)) => {
            // The permit is held until the page is rendered, even if the client has gone.
            let draw = move || (shared_page(shared, options, nonce), permit).0;
            match tokio::task::spawn_blocking(move || words::in_locale(locale, draw)).await {
                Ok(page) => (private_headers(), Html(page)).into_response(),
                Err(_) => refused(&failed(StoreError::Cancelled), &parts),
            }
        }
        Ok(None) => {
            let page = words::in_locale(locale, || {
                page(options, words::page_not_found(), nonce, said(words::link_to_nothing(), ""))
            });
            (StatusCode::NOT_FOUND, private_headers(), Html(page)).into_response()
        }
        Err(refusal) => refused(&refusal, &parts),
    }
}

fn refused(refusal: &Refusal, parts: &Parts) -> Response {
    refusal.response_to(&parts.uri, &parts.headers)
}

/// One page of a shared conversation.
struct SharedPage {
    /// The conversation without its turns.
    paper: Paper,
    /// The turns; true if the answer is shown.
    turns: Vec<(StoredTurn, bool)>,
    /// Links to the other pages of turns.
    links: Vec<PageLink>,
}

fn shared_page(shared: SharedPage, options: LeptosOptions, nonce: String) -> String {
    let SharedPage { mut paper, turns, links } = shared;
    for (turn, is_visible) in &turns {
        if *is_visible { paper.add_plain(turn) } else { paper.add_withheld(turn) }
    }
    let title = paper.title.clone();
    let main = html::main(paper, Some(words::shared_notice().to_owned()), links).into_any();
    page(options, &title, nonce, main)
}

/// Loads the shared conversation as this visitor may see it; `None` if there is none.
async fn look_up(
    state: &AppState,
    token: &str,
    parts: &Parts,
) -> Result<Option<SharedPage>, Refusal> {
    let skipped = skipped(&parts.uri);
    let Some(shared) = state.sessions.open_link(token, skipped).await.map_err(failed)? else {
        return Ok(None);
    };
    let SharedConversation { owner, conversation } = shared;
    let visitor = state.asker(&parts.headers, &parts.extensions).owner;
    let paper = begun(&conversation.listed, String::new(), String::new());
    let links = links(&conversation, skipped);
    let turns = stored(conversation.turns);
    let visible = if visitor == Some(owner) {
        vec![true; turns.len()]
    } else {
        visible(&state.rag_for(&parts.extensions), &turns).await.map_err(failed)?
    };
    Ok(Some(SharedPage { paper, turns: turns.into_iter().zip(visible).collect(), links }))
}

/// Links to the turns before those of this page, and back to the newest.
fn links(conversation: &KeptConversation, skipped: usize) -> Vec<PageLink> {
    let link = |address: String, earlier: bool| PageLink { address, earlier };
    let before = skipped.saturating_add(conversation.turns.len());
    let earlier = (conversation.earlier > 0).then(|| link(format!("?skip={before}"), true));
    let newest = (skipped > 0).then(|| link("?".to_owned(), false));
    earlier.into_iter().chain(newest).collect()
}

/// Tells for each answer whether the reader of `rag` may see it. An answer is visible if it rests only on documents
/// that still exist and that the reader may read now.
async fn visible(rag: &Rag, turns: &[StoredTurn]) -> Result<Vec<bool>, StoreError> {
    // A reader without restrictions may also see answers about the collection as a whole.
    let sees_all = rag.library.restricted().await? == 0;
    let mut readable = BTreeMap::new();
    let mut visible = Vec::new();
    for turn in turns {
        let is_visible = match &turn.answer.rests_on {
            _ if turn.answer.text.is_empty() => true,
            Some(basis) if !basis.unknown && (!basis.all || sees_all) => {
                may_read_all(rag, basis, &mut readable).await?
            }
            _ => false,
        };
        visible.push(is_visible);
    }
    Ok(visible)
}

/// True if the reader of `rag` may read all of these documents. `readable` caches the look-ups.
async fn may_read_all<'a>(
    rag: &Rag,
    basis: &'a RestsOn,
    readable: &mut BTreeMap<&'a str, bool>,
) -> Result<bool, StoreError> {
    for path in &basis.documents {
        let is_readable = match readable.get(path.as_str()) {
            Some(known) => *known,
            None => rag.library.file(path).await?.is_some(),
        };
        readable.insert(path, is_readable);
        if !is_readable {
            return Ok(false);
        }
    }
    Ok(true)
}
