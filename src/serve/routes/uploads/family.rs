//! Uploads in the form of the protocol's front ends: one file per request, identified by its name.

use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use axum::{Extension, Json, Router};
use footnote_documents::acl::Reader;
use footnote_library::uploads::{UploadError, UploadState};
use footnote_protocol::ProtocolError;
use http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};

use super::taking;
use crate::net::identity::reader_of;
use crate::net::{body, paths};
use crate::state::AppState;

/// Paths of upload, list and delete.
const PATHS: [&str; 3] = ["/upload", "/list_uploaded", "/delete_uploaded"];

/// Routes below every base path of the chat.
pub(super) fn routes() -> Router<AppState> {
    let methods: [MethodRouter<AppState>; 3] = [post(upload), get(list), post(delete)];
    paths::routes(PATHS.into_iter().zip(methods))
}

/// True if one of these routes is at this path.
pub(in crate::routes) fn is_at(path: &str) -> bool {
    PATHS.contains(&path)
}

/// `POST /upload`: accepts the first file of a form, and responds once it has been read.
async fn upload(State(state): State<AppState>, request: Request) -> Response {
    let reader = reader_of(request.extensions());
    if !state.uploads.admits(&reader) {
        return not_enabled();
    }
    let mut files = match taking::take(&state.uploads, &reader, request, 1).await {
        Ok(files) => files,
        Err(refusal) => return refusal.written(refused),
    };
    let Some(path) = files.taken.pop() else {
        return failed(StatusCode::BAD_REQUEST, "No file part in the request");
    };
    let path = match path {
        Ok(path) => path,
        Err(error) => return not_done(&error),
    };
    let read = state.uploads.read(&state.rag.library, &path, taking::READ_TIMEOUT);
    match read.await {
        UploadState::Failed(reason) => {
            failed(StatusCode::UNPROCESSABLE_ENTITY, &format!("The file cannot be read: {reason}"))
        }
        UploadState::Ready => with_message("File uploaded successfully"),
        UploadState::Waiting => with_message("File uploaded successfully; it is still being read"),
    }
}

/// `GET /list_uploaded`: lists the names of the reader's files.
async fn list(State(state): State<AppState>, Extension(reader): Extension<Reader>) -> Response {
    match state.uploads.list(&reader).await {
        Ok(files) => {
            let names: Vec<_> = files.into_iter().map(|file| file.name).collect();
            Json(names).into_response()
        }
        Err(error) => not_done(&error),
    }
}

/// Body of `POST /delete_uploaded`.
#[derive(Debug, Deserialize)]
struct Named {
    filename: String,
}

/// `POST /delete_uploaded`: deletes a file. The page can restore it for a while.
async fn delete(State(state): State<AppState>, request: Request) -> Response {
    let reader = reader_of(request.extensions());
    if !state.uploads.admits(&reader) {
        return not_enabled();
    }
    let (parts, sent) = request.into_parts();
    let named = match body::json(&parts, sent).await.map(serde_json::from_value) {
        Ok(Ok(Named { filename })) => filename,
        Ok(Err(_)) => return failed(StatusCode::BAD_REQUEST, "filename must be a text"),
        Err(refusal) => return refusal.written(refused),
    };
    let removed = match state.uploads.path_of(&reader, &named).await {
        Ok(path) => state.uploads.remove(&reader, &path).await,
        Err(error) => Err(error),
    };
    match removed {
        Ok(_) => with_message(&format!("File {named} deleted successfully")),
        Err(error) => not_done(&error),
    }
}

/// Front ends accept only status 400 as "not enabled".
fn not_enabled() -> Response {
    failed(StatusCode::BAD_REQUEST, "Uploading is not enabled for you.")
}

fn with_message(message: &str) -> Response {
    Json(json!({"message": message})).into_response()
}

fn not_done(error: &UploadError) -> Response {
    taking::log(error);
    failed(taking::status(error), &error.to_string())
}

fn failed(status: StatusCode, message: &str) -> Response {
    (status, Json(failure(message))).into_response()
}

/// Encodes an error as the front ends read it.
pub(in crate::routes) fn refused(error: &ProtocolError) -> Value {
    failure(&error.message)
}

fn failure(message: &str) -> Value {
    json!({"message": message, "status": "failed"})
}
