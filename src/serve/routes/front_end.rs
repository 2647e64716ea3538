//! The routes that front ends of the protocol's family request besides the chat: settings, log-in, and features that
//! this server does not offer.

use std::collections::HashMap;

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, any, get};
use axum::{Json, Router};
use footnote_protocol::{GENERIC_FAILURE, RetrievalMode};
use footnote_store::StoreError;
use http::StatusCode;
use http::request::Parts;
use serde_json::{Map, Value, json};

use crate::net::identity::reader_of;
use crate::net::paths;
use crate::state::AppState;

/// Log-in paths of other servers of the family. They report that nobody is logged in.
const LOG_IN: [&str; 3] = ["/.auth/me", "/.auth/refresh", "/.auth/logout"];

/// Feature flags that do not depend on the server's settings. Front ends from before autumn 2025 read
/// `showGPT4VOptions` instead of `showMultimodalOptions`. They fail to start if `showUserUpload` is on without a
/// log-in.
const FEATURES: &str = include_str!("features.json");

/// Routes below every base path of the chat.
pub(super) fn routes() -> Router<AppState> {
    let offered: [(&str, MethodRouter<AppState>); 6] = [
        ("/config", get(config)),
        ("/auth_setup", get(async || Json(auth_setup()))),
        ("/redirect", get(async || StatusCode::OK)),
        ("/chat_history", any(no_history)),
        ("/chat_history/sessions", any(no_history)),
        ("/chat_history/sessions/{id}", any(no_history).delete(forget)),
    ];
    // Front ends would take a page here for a logged-in user.
    let nobody = || any(async || refuse(StatusCode::NOT_FOUND, "There is no log-in here."));
    let log_in = LOG_IN.map(|path| (path, nobody()));
    paths::routes(offered.into_iter().chain(log_in))
}

/// `GET /config`: tells front ends which controls to show.
async fn config(State(state): State<AppState>) -> Json<Value> {
    Json(features(&state))
}

/// Feature flags that the family's front ends read; only working features are on. Features that run in the browser
/// alone are off too: these front ends let a browser send what is spoken elsewhere, and the browser's memory only
/// understands the answers of one wire form.
fn features(AppState { rag, speech, .. }: &AppState) -> Value {
    let with_model = rag.model.current().is_some();
    let by_vectors = rag.retriever.modes().contains(&RetrievalMode::Vectors);
    // Front ends plan every search once planning is possible, so the default is the effort that costs nothing.
    let effort = if with_model { "minimal" } else { "low" };
    let dynamic = [
        ("showVectorOption", json!(by_vectors)),
        ("ragSearchTextEmbeddings", json!(by_vectors)),
        ("showQueryRewritingOption", json!(with_model)),
        ("showAgenticRetrievalOption", json!(with_model)),
        ("showSpeechOutputAzure", json!(speech.speech.is_some())),
        ("defaultRetrievalReasoningEffort", json!(effort)),
    ];
    let mut features: Map<_, _> = serde_json::from_str(FEATURES).unwrap_or_default();
    features.extend(dynamic.map(|(key, value)| (key.to_owned(), value)));
    features.into()
}

/// `GET /auth_setup`: reports that there is no log-in. The strings are required but unused.
fn auth_setup() -> Value {
    serde_json::from_str(include_str!("auth_setup.json")).unwrap_or_default()
}

/// `DELETE /chat_history/sessions/<id>`: deletes a conversation, without telling whether it existed.
pub(super) async fn forget(
    State(state): State<AppState>,
    parts: Parts,
    // A map, because the path has two parameters when it is below the name of a form.
    Path(named): Path<HashMap<String, String>>,
) -> Response {
    let owner = reader_of(&parts.extensions).owner();
    let own = state.asker(&parts.headers, &parts.extensions).owner;
    let id = named.get("id").map_or("", String::as_str);
    for owner in std::iter::once(owner).chain(own) {
        if let Err(error) = state.sessions.delete(&owner, id).await {
            return failed(&error);
        }
    }
    StatusCode::NO_CONTENT.into_response()
}

async fn no_history() -> Response {
    refuse(StatusCode::BAD_REQUEST, "Chat history not enabled")
}

/// Logs an error of the store and returns the response for it.
pub(super) fn failed(error: &StoreError) -> Response {
    tracing::error!(cause = ?std::error::Error::source(error), "{error}");
    refuse(StatusCode::INTERNAL_SERVER_ERROR, GENERIC_FAILURE)
}

/// An error response in the form that front ends read.
pub(super) fn refuse(status: StatusCode, message: &str) -> Response {
    (status, Json(json!({"error": message}))).into_response()
}
