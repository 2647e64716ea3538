//! Conversations taken away: as Markdown, as a Word document, and as a page to print.

use std::io;

use axum::extract::rejection::FormRejection;
use axum::extract::{Path, State};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Form, Router};
use footnote_app::api::conversations::{ListedSession, SessionTurn};
use footnote_app::state::{Conversation, Entry, StoredTurn};
use footnote_app::{plain_shell, words};
use footnote_export::{Paper, docx, file_name, html, markdown};
use footnote_protocol::{ProtocolError, json};
use footnote_retrieval::store::{KeptConversation, StoreError};
use footnote_text::words::shortened;
use http::header;
use http::request::Parts;
use leptos::config::LeptosOptions;
use leptos::prelude::*;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;

use super::chat::origin;
use super::form::bound;
use super::language::locale;
use crate::serve::net::body::Refusal;
use crate::serve::net::client::Client;
use crate::serve::net::headers::RequestNonce;
use crate::serve::state::AppState;

/// The most characters of the title of a conversation that a page sends.
const LONGEST_TITLE: usize = 400;

/// The refusal of a conversation that there is none of, or that is somebody else's.
const UNKNOWN: &str = "There is no such conversation.";

/// The refusal of what a page sends and no page would.
const UNREADABLE: &str = "the conversation could not be read";

/// Opens the printer's dialog once the page is there.
const PRINT: &str = "addEventListener('load', () => print())";

/// The forms in which conversations are taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum TakenAs {
    /// Markdown.
    Md,
    /// A Word document.
    Docx,
    /// A page to print.
    Html,
}

/// Makes the paper of a conversation, which may take a moment.
pub(super) type MakePaper = Box<dyn FnOnce() -> Paper + Send>;

/// A conversation that a page sends because its browser keeps it.
#[derive(Deserialize)]
struct SentConversation {
    /// The form that it is wanted in.
    #[serde(rename = "as")]
    form: TakenAs,
    /// Its title.
    #[serde(default)]
    title: String,
    /// The time of its last turn, in milliseconds since 1970.
    at: Option<i64>,
    /// The [`Conversation`] in JSON.
    conversation: String,
}

/// The routes, below the place of the page.
pub(super) fn routes(place: &str) -> Router<AppState> {
    let place = place.trim_end_matches('/');
    let kept = [(TakenAs::Md, "md"), (TakenAs::Docx, "docx"), (TakenAs::Html, "html")];
    let sent = Router::new().route(&format!("{place}/export"), post(take_sent));
    kept.into_iter().fold(sent, |router, (form, ending)| {
        let take =
            async move |State(state): State<AppState>, Path(id): Path<String>, parts: Parts| {
                take_kept(&state, form, &id, &parts).await
            };
        router.route(&format!("{place}/c/{{id}}/export.{ending}"), get(take))
    })
}

/// `GET /c/<id>/export.md` and its like: a conversation that the server keeps for whoever asks.
async fn take_kept(state: &AppState, form: TakenAs, id: &str, parts: &Parts) -> Response {
    match kept(state, id, parts).await {
        Ok(paper) => written(state, form, paper, parts).await,
        Err(refusal) => refusal.response_to(&parts.uri, &parts.headers),
    }
}

/// The paper of a conversation that the server keeps, to be made where it may take a moment.
async fn kept(state: &AppState, id: &str, parts: &Parts) -> Result<MakePaper, Refusal> {
    let owner = state.asker(&parts.headers, Client::of_request(&parts.extensions)).owner;
    let opened = match owner {
        Some(owner) => state.sessions.open(&owner, id).await.map_err(failed)?,
        None => None,
    };
    let opened = opened.ok_or_else(|| Refusal::not_found(UNKNOWN))?;
    let origin = origin(parts);
    let path = parts.uri.path().rsplit_once('/').map_or("", |(path, _)| path);
    let address = format!("{origin}{path}");
    Ok(Box::new(move || {
        let mut paper = begun(&opened, address, origin);
        for turn in &turns(opened) {
            paper.add(turn);
        }
        paper
    }))
}

/// The beginning of the paper of a conversation that the server keeps.
pub(super) fn begun(kept: &KeptConversation, address: String, origin: String) -> Paper {
    let entry = Entry::from(ListedSession::from(kept.listed.clone()));
    Paper { title: entry.title, at: Some(kept.listed.used), address, origin, ..Paper::default() }
}

/// The turns of a conversation that the server keeps.
pub(super) fn turns(kept: KeptConversation) -> Vec<StoredTurn> {
    kept.turns.into_iter().map(|turn| StoredTurn::from(SessionTurn::from(turn))).collect()
}

/// `POST /export`: a conversation that the page sends, of which nothing is kept.
async fn take_sent(
    State(state): State<AppState>,
    parts: Parts,
    sent: Result<Form<SentConversation>, FormRejection>,
) -> Response {
    let sent = match sent {
        Ok(Form(sent)) => sent,
        Err(rejection) => return rejection.into_response(),
    };
    let refuse = |refusal: Refusal| refusal.response_to(&parts.uri, &parts.headers);
    let conversation: Conversation = match json::read(&sent.conversation) {
        Ok(conversation) => conversation,
        Err(_) => return refuse(ProtocolError::refused(UNREADABLE).into()),
    };
    let form = sent.form;
    let origin = origin(&parts);
    let paper = move || sent_paper(&sent, conversation, origin);
    written(&state, form, paper, &parts).await
}

fn sent_paper(sent: &SentConversation, conversation: Conversation, origin: String) -> Paper {
    let at = sent.at.map(|at| at.div_euclid(1000));
    let title = shortened(&sent.title, LONGEST_TITLE);
    let mut paper = Paper { title, at, origin, ..Paper::default() };
    for mut turn in conversation.turns {
        bound(&mut turn.answer);
        paper.add(&turn);
    }
    paper
}

/// Writes the paper that `make` makes in a form.
async fn written(
    state: &AppState,
    form: TakenAs,
    make: impl FnOnce() -> Paper + Send + 'static,
    parts: &Parts,
) -> Response {
    let (options, nonce) = (state.leptos_options.clone(), nonce(parts));
    let write = move || -> io::Result<Response> {
        match (form, make()) {
            (TakenAs::Md, paper) => {
                Ok(file(&paper, "md", markdown::MEDIA_TYPE, markdown::text(&paper).into()))
            }
            (TakenAs::Docx, paper) => {
                let bytes = docx::document(&paper)?;
                Ok(file(&paper, "docx", docx::MEDIA_TYPE, bytes))
            }
            (TakenAs::Html, paper) => Ok(printed(paper, options, nonce)),
        }
    };
    let locale = locale(&parts.headers);
    let response = tokio::task::spawn_blocking(move || words::in_locale(locale, write));
    let response = response.await.map_err(io::Error::other);
    response.flatten().unwrap_or_else(|error| {
        tracing::error!(%error, "a conversation cannot be written");
        Refusal::from(ProtocolError::failed()).response_to(&parts.uri, &parts.headers)
    })
}

/// A file for the reader to keep.
fn file(paper: &Paper, ending: &str, media_type: &'static str, bytes: Vec<u8>) -> Response {
    let name = file_name(&paper.title, ending);
    let plain = name.replace(|c: char| !c.is_ascii(), "_");
    let encoded = utf8_percent_encode(&name, NON_ALPHANUMERIC);
    let disposition = format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{encoded}");
    let headers = [
        (header::CONTENT_TYPE, media_type.to_owned()),
        (header::CONTENT_DISPOSITION, disposition),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    (headers, bytes).into_response()
}

/// The page that is printed.
fn printed(paper: Paper, options: LeptosOptions, nonce: String) -> Response {
    let page = Owner::new().with(|| {
        let title = paper.title.clone();
        let print = view! { <script nonce=nonce.clone()>{PRINT}</script> };
        let main = view! { {html::main(paper, None)} {print} }.into_any();
        plain_shell(options, &title, (html::STYLE, nonce), ().into_any(), main).to_html()
    });
    ([(header::CACHE_CONTROL, "no-store")], Html(page)).into_response()
}

/// The nonce of the response to a request.
pub(super) fn nonce(parts: &Parts) -> String {
    parts.extensions.get::<RequestNonce>().cloned().unwrap_or_default().0
}

/// The failure of a store.
pub(super) fn failed(error: StoreError) -> Refusal {
    tracing::error!(error = &error as &dyn std::error::Error, "a conversation cannot be read");
    ProtocolError::failed().into()
}
