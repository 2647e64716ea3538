//! Routes for clients of `OpenAI`'s API: questions, and the list of models.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use axum::{Json, Router};
use http::{Method, StatusCode};
use serde_json::{Value, json};

use super::chat;
use crate::net::paths;
use crate::state::AppState;

/// Base paths of the API.
pub(super) const ROOTS: [&str; 2] = ["/v1", "/api/v1"];

/// Routes under `/v1`, at the root and under `/api`.
pub(super) fn routes() -> Router<AppState> {
    let ask = post(chat::ask).fallback(other_method);
    let offered = [
        ("/chat/completions", ask.clone()),
        ("/responses", ask),
        ("/models", get(models).fallback(other_method)),
    ];
    ROOTS.iter().fold(paths::under(&ROOTS, offered), |router, root| {
        let model = get(model).fallback(other_method);
        router
            .route(&format!("{root}/models/{{*name}}"), model)
            .route(&format!("{root}/{{*rest}}"), any(nothing))
    })
}

/// `GET /v1/models`: lists the one model that answers.
async fn models(State(state): State<AppState>) -> Response {
    let model = description(&state.rag.model_name());
    Json(json!({"object": "list", "data": [model]})).into_response()
}

/// `GET /v1/models/<name>`.
async fn model(State(state): State<AppState>, Path(name): Path<String>) -> Response {
    let name = name.strip_suffix('/').unwrap_or(&name);
    if name == state.rag.model_name() {
        return Json(description(name)).into_response();
    }
    let message = format!("There is no model {name:?}. Any name is answered by the one there is.");
    refuse(StatusCode::NOT_FOUND, "model_not_found", &message)
}

fn description(name: &str) -> Value {
    // The creation time of a model is unknown here, but clients require a number.
    json!({"id": name, "object": "model", "created": 0, "owned_by": "footnote"})
}

/// Rejects a method that a path does not support.
pub(super) async fn other_method(method: Method) -> Response {
    let message = format!("{method} is not possible here.");
    refuse(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", &message)
}

async fn nothing() -> Response {
    let message = "Nothing answers here: ask at /v1/chat/completions or /v1/responses.";
    refuse(StatusCode::NOT_FOUND, "not_found", message)
}

/// An error response in the format of the API.
pub(super) fn refuse(status: StatusCode, code: &str, message: &str) -> Response {
    (status, Json(error(code, message))).into_response()
}

/// An error object in the format of the API.
pub(super) fn error(code: &str, message: &str) -> Value {
    let error = json!({
        "message": message,
        "type": "invalid_request_error",
        "param": null,
        "code": code,
    });
    json!({"error": error})
}
