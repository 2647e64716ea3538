//! Exports conversations as Markdown, as a Word document, or as a page to print.

use std::io;

use axum::Router;
use axum::extract::{Path, State};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use footnote_app::plain_shell;
use footnote_chat::kept_turn::leave_out_lost_passages;
use footnote_client::api::conversations::ListedSession;
use footnote_client::state::{Entry, StoredTurn};
use footnote_client::words;
use footnote_export::{Paper, docx, file_name, html, markdown};
use footnote_protocol::ProtocolError;
use footnote_store::{KeptConversation, ListedConversation, StoreError};
use http::header;
use http::request::Parts;
use leptos::config::LeptosOptions;
use leptos::prelude::*;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::chat::origin;
use super::conversation::stored;
use super::language::locale;
use crate::net::body::Refusal;
use crate::net::capacity::Permit;
use crate::net::headers::RequestNonce;
use crate::state::AppState;

/// The error for a conversation that does not exist, or that belongs to somebody else.
const UNKNOWN: &str = "Conversation not found.";

/// Maximum number of turns of an exported conversation: as many as are kept.
const MAX_TURNS: usize = 200;

/// Maximum total size of the questions and answers, in bytes. Laid out, they take up to a hundred times as much memory.
const MAX_BYTES: usize = 1024 * 1024;

/// The error for a longer conversation.
const TOO_LONG: &str =
    "A conversation of more than 200 questions, or of more than 1 MiB of text, is not exported.";

/// Opens the print dialog once the page has loaded.
const PRINT: &str = "addEventListener('load', () => print())";

/// Export formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExportFormat {
    /// Markdown.
    Md,
    /// A Word document.
    Docx,
    /// A page to print.
    Html,
}

/// Export routes, below the path of the page.
pub(super) fn routes(place: &str) -> Router<AppState> {
    let place = place.trim_end_matches('/');
    let formats =
        [(ExportFormat::Md, "md"), (ExportFormat::Docx, "docx"), (ExportFormat::Html, "html")];
    formats.into_iter().fold(Router::new(), |router, (form, ending)| {
        let take =
            async move |State(state): State<AppState>, Path(id): Path<String>, parts: Parts| {
                export_stored(&state, form, &id, &parts).await
            };
        router.route(&format!("{place}/c/{{id}}/export.{ending}"), get(take))
    })
}

/// `GET /c/<id>/export.md` and the like: exports a conversation that the server keeps for the reader.
async fn export_stored(state: &AppState, form: ExportFormat, id: &str, parts: &Parts) -> Response {
    let permit = state.capacity.export(&parts.extensions);
    let found = match permit {
        Ok(permit) => load_stored(state, id, parts).await.map(|found| (found, permit)),
        Err(refusal) => Err(refusal),
    };
    match found {
        Ok(((paper, turns), permit)) => written(state, form, (paper, turns, permit), parts).await,
        Err(refusal) => refusal.response_to(&parts.uri, &parts.headers),
    }
}

/// Loads the head and the turns of a stored conversation.
async fn load_stored(
    state: &AppState,
    id: &str,
    parts: &Parts,
) -> Result<(Paper, Vec<StoredTurn>), Refusal> {
    let owner = state.asker(&parts.headers, &parts.extensions).owner;
    let owner = owner.ok_or_else(|| Refusal::not_found(UNKNOWN))?;
    let (rag, mut pages, mut skipped) = (state.rag_for(&parts.extensions), Vec::new(), 0);
    let listed = loop {
        let opened = state.sessions.open(&owner, id, skipped).await.map_err(failed)?;
        let KeptConversation { listed, mut turns, earlier } =
            opened.ok_or_else(|| Refusal::not_found(UNKNOWN))?;
        skipped += turns.len();
        leave_out_lost_passages(&rag, &mut turns).await.map_err(failed)?;
        pages.push(stored(turns));
        check(pages.iter().flatten())?;
        if earlier == 0 {
            break listed;
        }
    };
    let turns = pages.into_iter().rev().flatten().collect();
    let origin = origin(parts);
    let path = parts.uri.path().rsplit_once('/').map_or("", |(path, _)| path);
    let address = format!("{origin}{path}");
    Ok((begun(&listed, address, origin), turns))
}

/// The head of a stored conversation.
pub(super) fn begun(listed: &ListedConversation, address: String, origin: String) -> Paper {
    let entry = Entry::from(ListedSession::from(listed.clone()));
    Paper { title: entry.title, at: Some(listed.used), address, origin, ..Paper::default() }
}

/// Rejects a conversation that would take too much memory.
fn check<'a>(turns: impl IntoIterator<Item = &'a StoredTurn>) -> Result<(), Refusal> {
    let (mut count, mut bytes) = (0, 0);
    for turn in turns {
        count += 1;
        bytes += turn.question.len() + turn.answer.text.len();
    }
    if count > MAX_TURNS || bytes > MAX_BYTES {
        return Err(ProtocolError::too_large(TOO_LONG).into());
    }
    Ok(())
}

/// Writes a conversation in the given format. Holds the permit until the document is written, even if the client has
/// gone.
async fn written(
    state: &AppState,
    form: ExportFormat,
    (mut paper, turns, permit): (Paper, Vec<StoredTurn>, Permit),
    parts: &Parts,
) -> Response {
    let (options, nonce) = (state.leptos_options.clone(), nonce(parts));
    let write = move || -> io::Result<Response> {
        let _permit = permit;
        for turn in turns {
            paper.add(&turn);
        }
        match (form, paper) {
            (ExportFormat::Md, paper) => {
                Ok(file(&paper, "md", markdown::MEDIA_TYPE, markdown::text(&paper).into()))
            }
            (ExportFormat::Docx, paper) => {
                let bytes = docx::document(&paper)?;
                Ok(file(&paper, "docx", docx::MEDIA_TYPE, bytes))
            }
            (ExportFormat::Html, paper) => Ok(printed(paper, options, nonce)),
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

/// A response that downloads the document.
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

/// A response that opens the print dialog.
fn printed(paper: Paper, options: LeptosOptions, nonce: String) -> Response {
    let page = Owner::new().with(|| {
        let title = paper.title.clone();
        let print = view! { <script nonce=nonce.clone()>{PRINT}</script> };
        let main = view! { {html::main(paper, None, Vec::new())} {print} }.into_any();
        plain_shell(options, &title, (html::STYLE, nonce), ().into_any(), main).to_html()
    });
    ([(header::CACHE_CONTROL, "no-store")], Html(page)).into_response()
}

/// The nonce for the response to this request.
pub(super) fn nonce(parts: &Parts) -> String {
    parts.extensions.get::<RequestNonce>().cloned().unwrap_or_default().0
}

/// Converts an error of the store.
pub(super) fn failed(error: StoreError) -> Refusal {
    tracing::error!(error = &error as &dyn std::error::Error, "a conversation cannot be read");
    ProtocolError::failed().into()
}
