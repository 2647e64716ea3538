//! The page of documents: upload, share and remove them, with and without scripts.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use footnote_client::{Locale, Notices, RenderedPage, words};
use footnote_documents::acl::Reader;
use footnote_library::Library;
use footnote_library::uploads::{Audience, UploadError, UploadState, Uploads};
use footnote_protocol::{Notice, ProtocolError, Undo};
use http::header;
use http::request::Parts;
use leptos::prelude::provide_context;
use tokio::time::{Duration, Instant, timeout};

use super::taking::{self, Files};
use crate::net::body::{self, Refusal};
use crate::net::identity::reader_of;
use crate::net::parts;
use crate::net::paths::LIBRARY;
use crate::routes::language;
use crate::routes::services::{page_behind, render};
use crate::state::AppState;

/// Maximum number of files per request.
const MAX_FILES: usize = 100;

/// Maximum time to wait until the index reflects a removal.
const MAX_INDEX_WAIT: Duration = Duration::from_secs(2);

/// Maximum time to wait until files have been read.
const MAX_READING_WAIT: Duration = Duration::from_secs(5);

/// The error for a form with unknown fields.
const UNKNOWN: &str = "the fields of the form are not understood";

/// Interval between checks of the index.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// Routes of the page of documents.
pub(super) fn routes() -> Router<AppState> {
    Router::new().route(LIBRARY, get(page).post(change))
}

/// A change to documents.
#[derive(Debug)]
enum Change {
    /// Removes one document, or all that were selected.
    Remove {
        paths: Vec<String>,
    },
    Retry {
        path: String,
    },
    Restore {
        path: String,
        number: u64,
    },
    /// Shares it with a group, or with everybody if the name is empty.
    Share {
        path: String,
        group: String,
    },
    Unshare {
        path: String,
    },
}

impl Change {
    /// Parses the fields of a form.
    fn of(fields: Vec<(String, String)>) -> Option<Self> {
        let value = |wanted: &str| {
            let field = fields.iter().find(|(name, _)| name == wanted);
            field.map(|(_, value)| value.clone())
        };
        let (action, path) = (value("action")?, value("path"));
        Some(match (action.as_str(), path) {
            ("remove", _) => {
                let paths = fields.into_iter().filter(|(name, _)| name == "path");
                Self::Remove { paths: paths.map(|(_, path)| path).collect() }
            }
            ("retry", Some(path)) => Self::Retry { path },
            // A value that is not a number restores nothing.
            ("restore", Some(path)) => {
                Self::Restore { path, number: value("number")?.parse().unwrap_or_default() }
            }
            ("share", Some(path)) => {
                Self::Share { path, group: value("group").unwrap_or_default() }
            }
            ("unshare", Some(path)) => Self::Unshare { path },
            _ => return None,
        })
    }
}

/// `GET /documents`: shows the page.
async fn page(State(state): State<AppState>, request: Request) -> Response {
    show(state, Vec::new(), request).await
}

/// `POST /documents`: uploads files or changes a document. Responds with the page and its notices; scripts get the
/// notices alone.
async fn change(State(state): State<AppState>, request: Request) -> Response {
    let reader = reader_of(request.extensions());
    let accept = request.headers().get(header::ACCEPT);
    let by_script = accept.is_some_and(|accept| accept == "application/json");
    let (head, body) = request.into_parts();
    let done = done(&state, &reader, &head, body).await;
    match done {
        Err(refusal) => refusal.response_to(&head.uri, &head.headers),
        Ok(notices) if by_script => Json(notices).into_response(),
        Ok(mut notices) => {
            mark_unread(&state, &mut notices, language::locale(&head.headers)).await;
            show(state, notices, page_behind(head)).await
        }
    }
}

/// Applies the request of a form. Does not read the body of a reader who may change nothing.
async fn done(
    state: &AppState,
    reader: &Reader,
    head: &Parts,
    body: Body,
) -> Result<Vec<Notice>, Refusal> {
    taking::admit(&state.uploads, reader)?;
    let locale = language::locale(&head.headers);
    if parts::is_multipart(&head.headers) {
        let posted = Request::from_parts(head.clone(), body);
        let files = taking::take(&state.uploads, reader, posted, MAX_FILES).await?;
        return words::in_locale(locale, || notices(files));
    }
    let change = Change::of(body::form(head, body).await?);
    let change = change.ok_or_else(|| ProtocolError::refused(UNKNOWN))?;
    let notices = apply(&state.uploads, reader, &change, locale).await;
    wait_until_unlisted(&state.rag.library, &change).await;
    Ok(notices)
}

async fn show(state: AppState, notices: Vec<Notice>, request: Request) -> Response {
    let provide = move || {
        provide_context(RenderedPage::Documents);
        provide_context(Notices(notices.clone()));
    };
    render(state, request, provide).await
}

/// Applies a change to documents, and words the notices in this language.
async fn apply(uploads: &Uploads, reader: &Reader, change: &Change, locale: Locale) -> Vec<Notice> {
    let Change::Remove { paths } = change else {
        return vec![apply_to_one(uploads, reader, change, locale).await];
    };
    if paths.is_empty() {
        let text = words::in_locale(locale, || words::none_chosen().to_owned());
        return vec![Notice { failed: true, ..plain_notice(text) }];
    }
    let mut notices = Vec::new();
    for path in paths {
        let removed = uploads.remove(reader, path).await.map(|number| Notice {
            text: words::in_locale(locale, || words::is_removed(path)),
            undo: Some(Undo { path: path.clone(), number }),
            ..Notice::default()
        });
        notices.push(removed.unwrap_or_else(failed));
    }
    notices
}

/// Applies a change to one document.
async fn apply_to_one(
    uploads: &Uploads,
    reader: &Reader,
    change: &Change,
    locale: Locale,
) -> Notice {
    let say = |message: &dyn Fn() -> String| words::in_locale(locale, message);
    let done = match change {
        Change::Remove { .. } => Err(UploadError::Unknown),
        Change::Retry { path } => {
            let done = uploads.retry(reader, path).await;
            done.map(|()| brought(path.clone(), say(&|| words::is_read_again(path))))
        }
        Change::Restore { path, number } => {
            let done = uploads.restore(reader, path, *number).await;
            done.map(|()| plain_notice(say(&|| words::is_back(path))))
        }
        Change::Share { path, group } if group.is_empty() => {
            let done = uploads.share(reader, path, Audience::Everybody).await;
            done.map(|path| plain_notice(say(&|| words::everybody_may_read(&path))))
        }
        Change::Share { path, group } => {
            let audience = Audience::Group(group.clone());
            let done = uploads.share(reader, path, audience).await;
            done.map(|path| plain_notice(say(&|| words::group_may_read(group, &path))))
        }
        Change::Unshare { path } => {
            let done = uploads.share(reader, path, Audience::Owner).await;
            done.map(|path| plain_notice(say(&|| words::only_you_may_read(&path))))
        }
    };
    done.unwrap_or_else(failed)
}

/// Waits briefly until the index no longer lists documents that were removed or moved, so that the next page does not
/// show them.
async fn wait_until_unlisted(library: &Library, change: &Change) {
    let paths = match change {
        Change::Remove { paths } => paths.as_slice(),
        Change::Share { path, .. } | Change::Unshare { path } => std::slice::from_ref(path),
        Change::Retry { .. } | Change::Restore { .. } => return,
    };
    let moved = async {
        for path in paths {
            while library.folders().is_missing(path)
                && matches!(library.record(path).await, Ok(Some(_)))
            {
                tokio::time::sleep(BETWEEN_LOOKS).await;
            }
        }
    };
    let _ = timeout(MAX_INDEX_WAIT, moved).await;
}

/// Waits briefly until the new files have been read, and marks those that failed. Pages with scripts track the reading
/// themselves.
async fn mark_unread(state: &AppState, notices: &mut [Notice], locale: Locale) {
    let end = Instant::now() + MAX_READING_WAIT;
    for notice in notices.iter_mut().filter(|notice| !notice.path.is_empty()) {
        let patience = end.saturating_duration_since(Instant::now());
        let read = state.uploads.read(&state.rag.library, &notice.path, patience);
        if let UploadState::Failed(reason) = read.await {
            let unread = || words::uploaded_unread(&notice.path, words::fault(&reason));
            (notice.text, notice.failed) = (words::in_locale(locale, unread), true);
        }
    }
}

/// Notices for the files of a request.
///
/// # Errors
///
/// Fails if the request has no file.
fn notices(files: Files) -> Result<Vec<Notice>, Refusal> {
    if files.taken.is_empty() {
        return Err(ProtocolError::refused("there is no file").into());
    }
    let uploaded = |path: String| {
        let text = words::is_uploaded(&path);
        brought(path, text)
    };
    let taken = files.taken.into_iter();
    let outcomes = taken.map(|path| path.map_or_else(failed, uploaded));
    let more = files
        .more
        .then(|| Notice { failed: true, ..plain_notice(words::only_first_taken(MAX_FILES)) });
    Ok(outcomes.chain(more).collect())
}

fn plain_notice(text: String) -> Notice {
    Notice { text, ..Notice::default() }
}

/// Notice for a document that will be read.
fn brought(path: String, text: String) -> Notice {
    Notice { path, ..plain_notice(text) }
}

fn failed(error: UploadError) -> Notice {
    taking::log(&error);
    let mut text = error.to_string();
    text.push('.');
    Notice { failed: true, ..plain_notice(text) }
}
