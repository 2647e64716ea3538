//! The page of documents: bringing, sharing and removing them, with scripts and without.

use axum::body::Body;
use axum::extract::multipart::{Field, Multipart, MultipartError};
use axum::extract::{DefaultBodyLimit, Form, FromRequest, Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use http::{Method, header};
use leptos::prelude::provide_context;
use serde::Deserialize;
use tokio::sync::Semaphore;
use tokio::time::{Duration, timeout};

use super::services::provide_services;
use crate::app::{self, Notices, Place};
use crate::protocol::{Notice, ProtocolError, Undo};
use crate::rag::corpus::Library;
use crate::rag::corpus::readers::Reader;
use crate::rag::corpus::uploads::{Audience, UploadError, Uploads};
use crate::serve::net::body::Refusal;
use crate::serve::net::{multipart, origins};
use crate::serve::state::AppState;

/// The address of the page.
const DOCUMENTS: &str = "/documents";

/// The most files of one request.
const MOST_FILES: usize = 100;

/// The most bytes of one request: ten of the largest files.
const MOST_BYTES: usize = 1024 * 1024 * 1024;

/// How long a file may keep still.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long all files of a request may take.
const WHOLE_PATIENCE: Duration = Duration::from_mins(15);

/// How many requests bring files at once; they are written to the disk as they come.
const AT_ONCE: usize = 16;

/// How long the answer waits at most until the index knows what was removed.
const LONGEST_LOOK: Duration = Duration::from_secs(2);

/// The pause between two looks for that.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

static COMING: Semaphore = Semaphore::const_new(AT_ONCE);

/// The routes of the page of documents.
pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route(DOCUMENTS, get(page).post(change))
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(axum::middleware::from_fn(origins::from_own_page))
}

/// What is to be done with a document.
#[derive(Debug, Deserialize)]
#[serde(tag = "action", rename_all = "lowercase")]
enum Change {
    Remove { path: String },
    Restore { path: String, number: String },
    Share { path: String },
    Unshare { path: String },
}

/// `GET /documents`: the page.
async fn page(State(state): State<AppState>, request: Request) -> Response {
    render(state, Vec::new(), request).await
}

/// `POST /documents`: files that are brought, or what is to be done with one; the page with what became
/// of it, or for scripts this alone.
async fn change(State(state): State<AppState>, request: Request) -> Response {
    let reader = state.readers.reader(request.headers());
    let accept = request.headers().get(header::ACCEPT);
    let by_script = accept.is_some_and(|accept| accept == "application/json");
    let (parts, body) = request.into_parts();
    let posted = Request::from_parts(parts.clone(), body);
    let done = if multipart::is_multipart(&parts.headers) {
        let taken = timeout(WHOLE_PATIENCE, take(&state.uploads, &reader, posted)).await;
        taken.unwrap_or_else(|_| Err(Refusal::too_slow()))
    } else {
        match Form::<Change>::from_request(posted, &()).await {
            Ok(Form(change)) => {
                let notice = apply(&state.uploads, &reader, &change).await;
                let_go(&state.rag.library, &change).await;
                Ok(vec![notice])
            }
            Err(_) => Err(ProtocolError::refused("what is to be done is not understood").into()),
        }
    };
    match done {
        Err(refusal) => refusal.response_to(&parts.uri, &parts.headers),
        Ok(notices) if by_script => Json(notices).into_response(),
        Ok(notices) => {
            let mut page = Request::from_parts(parts, Body::empty());
            *page.method_mut() = Method::GET;
            page.headers_mut().remove(header::CONTENT_LENGTH);
            page.headers_mut().remove(header::CONTENT_TYPE);
            render(state, notices, page).await
        }
    }
}

async fn render(state: AppState, notices: Vec<Notice>, request: Request) -> Response {
    let options = state.leptos_options.clone();
    leptos_axum::render_app_to_stream_with_context(
        move || {
            provide_services(&state);
            provide_context(Place::Documents);
            provide_context(Notices(notices.clone()));
        },
        move || app::shell(options.clone()),
    )(request)
    .await
}

/// Does something with one document.
async fn apply(uploads: &Uploads, reader: &Reader, change: &Change) -> Notice {
    let done = match change {
        Change::Remove { path } => uploads.remove(reader, path).await.map(|number| Notice {
            text: format!("{path} is removed."),
            undo: Some(Undo {
                path: path.clone(),
                number,
            }),
            ..Notice::default()
        }),
        Change::Restore { path, number } => {
            // Whatever is no number brings nothing back.
            let number = number.parse().unwrap_or_default();
            let done = uploads.restore(reader, path, number).await;
            done.map(|()| said(format!("{path} is back.")))
        }
        Change::Share { path } => {
            let done = uploads.share(reader, path, Audience::Everybody).await;
            done.map(|path| said(format!("Everybody may read {path} now.")))
        }
        Change::Unshare { path } => {
            let done = uploads.share(reader, path, Audience::Owner).await;
            done.map(|path| said(format!("Nobody but you may read {path} now.")))
        }
    };
    done.unwrap_or_else(failed)
}

/// Waits a moment until the index has let go of a document that is not at its path any more: the page
/// that follows should not list it.
async fn let_go(library: &Library, change: &Change) {
    let (Change::Remove { path } | Change::Share { path } | Change::Unshare { path }) = change
    else {
        return;
    };
    let moved = async {
        while library.folders().lost(path) && library.record(path).is_some() {
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
    };
    let _ = timeout(LONGEST_LOOK, moved).await;
}

/// Takes the files of a request, each for itself: one that is refused holds no other up.
async fn take(
    uploads: &Uploads,
    reader: &Reader,
    request: Request,
) -> Result<Vec<Notice>, Refusal> {
    if !uploads.admits(reader) {
        return Err(Refusal::forbidden(&UploadError::Forbidden.to_string()));
    }
    let Ok(_place) = COMING.try_acquire() else {
        return Err(Refusal::busy(
            "Too many files are coming in. Try again in a moment.",
        ));
    };
    let parts = Multipart::from_request(request, &()).await;
    let mut parts = parts.map_err(|error| ProtocolError::refused(error.body_text()))?;
    let mut notices = Vec::new();
    while let Some(part) = patiently(parts.next_field()).await? {
        if part.file_name().is_none_or(str::is_empty) {
            continue;
        }
        if notices.len() == MOST_FILES {
            let text = format!("Only the first {MOST_FILES} files were taken.");
            notices.push(Notice {
                failed: true,
                ..said(text)
            });
            break;
        }
        notices.push(take_one(uploads, reader, part).await?);
    }
    if notices.is_empty() {
        return Err(ProtocolError::refused("there is no file").into());
    }
    Ok(notices)
}

/// Takes one file; all of one that is refused is read and dropped, for the next stands behind it.
async fn take_one(
    uploads: &Uploads,
    reader: &Reader,
    mut part: Field<'_>,
) -> Result<Notice, Refusal> {
    let name = part.file_name().unwrap_or_default().to_owned();
    let mut coming = uploads.begin(reader, &name).await;
    while let Some(chunk) = patiently(part.chunk()).await? {
        coming = match coming {
            Ok(mut file) => file.write(&chunk).await.map(|()| file),
            refused => refused,
        };
    }
    let taken = match coming {
        Ok(file) => file.finish().await,
        Err(error) => Err(error),
    };
    Ok(taken.map_or_else(failed, |path| said(format!("{path} is uploaded."))))
}

/// The next piece of a body, as long as it does not take too long.
async fn patiently<T>(
    next: impl Future<Output = Result<Option<T>, MultipartError>>,
) -> Result<Option<T>, Refusal> {
    let next = timeout(PATIENCE, next).await;
    let next = next.map_err(|_| Refusal::too_slow())?;
    Ok(next.map_err(|error| ProtocolError::refused(error.body_text()))?)
}

fn said(text: String) -> Notice {
    Notice {
        text,
        ..Notice::default()
    }
}

fn failed(error: UploadError) -> Notice {
    if let UploadError::Io(error) = &error {
        tracing::error!(%error, "an uploaded document cannot be written");
    }
    let mut text = error.to_string();
    text.push('.');
    Notice {
        failed: true,
        ..said(text)
    }
}
