//! The files endpoints of `OpenAI`'s API: upload, list and delete. They manage the same documents as the page.

use std::time::UNIX_EPOCH;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Json, Router};
use footnote_documents::acl::Reader;
use footnote_protocol::{ErrorKind, ProtocolError};
use footnote_retrieval::corpus::uploads::{UploadError, UploadState, Uploaded};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::taking;
use crate::serve::net::body::Refusal;
use crate::serve::net::identity::reader_of;
use crate::serve::routes::openai::{other_method, refuse};
use crate::serve::routes::{content, openai};
use crate::serve::state::AppState;

/// Prefix of file ids.
const FILE: &str = "file-";

/// Maximum length of a list, as in `OpenAI`'s API.
const MAX: usize = 10_000;

/// Routes under `/v1`, at the root and under `/api`.
pub(super) fn routes() -> Router<AppState> {
    openai::ROOTS.iter().fold(Router::new(), |router, root| {
        let files = || get(list).post(upload).fallback(other_method);
        let file = || get(describe).delete(delete).fallback(other_method);
        router
            .route(&format!("{root}/files"), files())
            .route(&format!("{root}/files/"), files())
            .route(&format!("{root}/files/{{id}}"), file())
            .route(&format!("{root}/files/{{id}}/content"), get(read).fallback(other_method))
    })
}

/// A file object of the API.
#[derive(Debug, Serialize)]
struct File {
    id: String,
    object: &'static str,
    bytes: u64,
    /// Upload time, in seconds since 1970.
    created_at: u64,
    filename: String,
    purpose: &'static str,
    status: &'static str,
    status_details: Option<String>,
}

/// Query parameters of a list.
#[derive(Debug, Deserialize)]
struct Wanted {
    /// Id of the last file of the previous page.
    after: Option<String>,
    limit: Option<usize>,
    /// `asc` or `desc`, by time.
    order: Option<String>,
}

/// `POST /v1/files`: accepts a file, and responds once it has been read.
async fn upload(State(state): State<AppState>, request: Request) -> Response {
    let reader = reader_of(request.extensions());
    let mut files = match taking::take(&state.uploads, &reader, request, 1).await {
        Ok(files) => files,
        Err(refusal) => return refusal.written(refused),
    };
    let Some(path) = files.taken.pop() else {
        return refuse(StatusCode::BAD_REQUEST, "invalid_value", "There is no file.");
    };
    let taken = match path {
        Ok(path) => {
            state.uploads.read(&state.rag.library, &path, taking::READ_TIMEOUT).await;
            state.uploads.find(&reader, &path).await
        }
        Err(error) => Err(error),
    };
    answer(described_if_there(&state, taken).await)
}

/// `GET /v1/files`: lists the reader's files, newest first.
async fn list(
    State(state): State<AppState>,
    Extension(reader): Extension<Reader>,
    wanted: Result<Query<Wanted>, QueryRejection>,
) -> Response {
    let Ok(Query(wanted)) = wanted else {
        let message = "after and order must be texts, and limit a number.";
        return refuse(StatusCode::BAD_REQUEST, "invalid_value", message);
    };
    let listed = state.uploads.list(&reader).await;
    match listed {
        Ok(files) => answer(Ok(page(&state, files, &wanted).await)),
        Err(error) => answer(Err::<Value, _>(error)),
    }
}

/// The requested page of the files.
async fn page(state: &AppState, mut files: Vec<Uploaded>, wanted: &Wanted) -> Value {
    files.sort_by_key(|file| file.changed);
    if wanted.order.as_deref() != Some("asc") {
        files.reverse();
    }
    let after = wanted.after.as_ref();
    let last = after.and_then(|after| files.iter().position(|file| id(&file.name) == *after));
    let rest = files.split_off(last.map_or(0, |last| last + 1));
    let limit = wanted.limit.unwrap_or(MAX).clamp(1, MAX);
    let has_more = rest.len() > limit;
    let mut data = Vec::new();
    for file in rest.into_iter().take(limit) {
        data.push(described(state, file).await);
    }
    json!({
        "object": "list",
        "first_id": data.first().map(|file| &file.id),
        "last_id": data.last().map(|file| &file.id),
        "has_more": has_more,
        "data": data,
    })
}

/// `GET /v1/files/<id>`.
async fn describe(
    State(state): State<AppState>,
    Extension(reader): Extension<Reader>,
    Path(number): Path<String>,
) -> Response {
    let file = found(&state, &reader, &number).await;
    answer(described_if_there(&state, file).await)
}

/// `DELETE /v1/files/<id>`: deletes a file. The page can restore it for a while.
async fn delete(
    State(state): State<AppState>,
    Extension(reader): Extension<Reader>,
    Path(number): Path<String>,
) -> Response {
    let removed = match found(&state, &reader, &number).await {
        Ok(file) => state.uploads.remove(&reader, &file.path).await,
        Err(error) => Err(error),
    };
    answer(removed.map(|_| json!({"id": number, "object": "file", "deleted": true})))
}

/// `GET /v1/files/<id>/content`: sends the file itself.
async fn read(
    State(state): State<AppState>,
    Path(number): Path<String>,
    request: Request,
) -> Response {
    let reader = reader_of(request.extensions());
    let path = match found(&state, &reader, &number).await {
        Ok(found) => found.path,
        Err(error) => return answer(Err::<(), _>(error)),
    };
    match state.rag.library.folders().fetch(&path).await {
        Ok(Ok(Some(file))) => content::send(&path, file.into(), request).await,
        Ok(Err(_)) => content::unreachable().written(refused),
        Ok(Ok(None)) => answer(Err::<(), _>(UploadError::Unknown)),
        Err(error) => Refusal::from(ProtocolError::from(error)).written(refused),
    }
}

/// Finds the reader's file with this id.
async fn found(state: &AppState, reader: &Reader, number: &str) -> Result<Uploaded, UploadError> {
    let name = name(number).ok_or(UploadError::Unknown)?;
    // If uploads are off, there are no files, whatever the id.
    let path = state.uploads.path_of(reader, &name).await;
    let path = path.map_err(|_| UploadError::Unknown)?;
    state.uploads.find(reader, &path).await
}

/// The file object of a file, if it exists.
async fn described_if_there(
    state: &AppState,
    file: Result<Uploaded, UploadError>,
) -> Result<File, UploadError> {
    Ok(described(state, file?).await)
}

/// The file object of an uploaded file.
async fn described(state: &AppState, file: Uploaded) -> File {
    let created = file.changed.duration_since(UNIX_EPOCH).unwrap_or_default();
    let (status, status_details) = match state.uploads.state(&state.rag.library, &file.path).await {
        UploadState::Waiting => ("uploaded", None),
        UploadState::Ready => ("processed", None),
        UploadState::Failed(reason) => ("error", Some(reason)),
    };
    File {
        id: id(&file.name),
        object: "file",
        bytes: file.bytes,
        created_at: created.as_secs(),
        filename: file.name,
        purpose: "assistants",
        status,
        status_details,
    }
}

/// Encodes a file name as an id, since some clients do not support every character of a name.
fn id(name: &str) -> String {
    let signs = name.bytes().map(|byte| format!("{byte:02x}"));
    FILE.chars().map(String::from).chain(signs).collect()
}

/// Decodes a file id to a name; `None` if it is not a valid id.
fn name(number: &str) -> Option<String> {
    let signs = number.strip_prefix(FILE)?.as_bytes().chunks(2);
    let bytes = signs.map(|sign| u8::from_str_radix(str::from_utf8(sign).ok()?, 16).ok());
    let name = String::from_utf8(bytes.collect::<Option<_>>()?).ok()?;
    (id(&name) == number).then_some(name)
}

fn answer(done: Result<impl Serialize, UploadError>) -> Response {
    match done {
        Ok(done) => Json(done).into_response(),
        Err(error) => {
            taking::log(&error);
            let code = match error {
                UploadError::Forbidden => "forbidden",
                UploadError::Unknown => "not_found",
                UploadError::Store(_) => "server_error",
                _ => "invalid_value",
            };
            refuse(taking::status(&error), code, &error.to_string())
        }
    }
}

fn refused(error: &ProtocolError) -> Value {
    let code = match error.kind {
        ErrorKind::Unavailable => "server_error",
        _ => "invalid_value",
    };
    openai::error(code, &error.message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_made_of_the_name_alone() {
        assert_eq!(id("a.md"), "file-612e6d64");
        assert_ne!(id("ä"), id("a"));
    }

    #[test]
    fn a_number_tells_its_name() {
        for file_name in ["a.md", "everybody/ä b.md", ""] {
            assert_eq!(name(&id(file_name)).as_deref(), Some(file_name));
        }
        for wrong in ["612e6d64", "file-612e6d6", "file-612E6d64", "file-+f", "file-ff", "file-ä"]
        {
            assert_eq!(name(wrong), None, "{wrong}");
        }
    }
}
