//! The routes that the family's front ends ask beside the chat: their settings, their log-in, and features that
//! are not offered here.

use std::collections::HashMap;

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, any, get, post};
use axum::{Json, Router};
use footnote_chat::Rag;
use footnote_protocol::{GENERIC_FAILURE, RetrievalMode};
use footnote_retrieval::store::StoreError;
use http::StatusCode;
use http::request::Parts;
use serde_json::{Map, Value, json};

use crate::serve::net::client::Client;
use crate::serve::net::paths;
use crate::serve::state::AppState;

/// The log-in paths of other servers of the family; they answer that nobody is known.
const LOG_IN: [&str; 3] = ["/.auth/me", "/.auth/refresh", "/.auth/logout"];

/// The features that do not depend on the server's settings. Front ends before the autumn of 2025 read
/// `showGPT4VOptions` for `showMultimodalOptions`; they fail to start if `showUserUpload` is on and there is
/// no log-in.
const FEATURES: &str = include_str!("features.json");

/// The routes, wherever the chat answers.
pub(super) fn routes() -> Router<AppState> {
    let offered: [(&str, MethodRouter<AppState>); 7] = [
        ("/config", get(config)),
        ("/auth_setup", get(async || Json(auth_setup()))),
        ("/redirect", get(async || StatusCode::OK)),
        ("/speech", post(no_speech)),
        ("/chat_history", any(no_history)),
        ("/chat_history/sessions", any(no_history)),
        ("/chat_history/sessions/{id}", any(no_history).delete(forget)),
    ];
    // A page here would be taken for a person who is logged in.
    let nobody = || any(async || refuse(StatusCode::NOT_FOUND, "There is no log-in here."));
    let log_in = LOG_IN.map(|path| (path, nobody()));
    paths::routes(offered.into_iter().chain(log_in))
}

/// `GET /config`: which controls a front end should show.
async fn config(State(state): State<AppState>) -> Json<Value> {
    Json(features(&state.rag))
}

/// The keys that the family's front ends read, each on only for features that work here. Features that run in
/// the reader's browser alone are off as well: its speech recognition may send words elsewhere, and its
/// memory expects answers of one form only.
fn features(rag: &Rag) -> Value {
    let with_model = rag.model.current().is_some();
    let by_vectors = rag.retriever.modes().contains(&RetrievalMode::Vectors);
    // Front ends plan every search once they can: to begin with, at no cost.
    let effort = if with_model { "minimal" } else { "low" };
    let told = [
        ("showSemanticRankerOption", json!(rag.retriever.ranks())),
        ("showVectorOption", json!(by_vectors)),
        ("ragSearchTextEmbeddings", json!(by_vectors)),
        ("showQueryRewritingOption", json!(with_model)),
        ("showAgenticRetrievalOption", json!(with_model)),
        ("defaultRetrievalReasoningEffort", json!(effort)),
    ];
    let mut features: Map<_, _> = serde_json::from_str(FEATURES).unwrap_or_default();
    features.extend(told.map(|(key, value)| (key.to_owned(), value)));
    features.into()
}

/// `GET /auth_setup`: there is no log-in. The strings have to be there, and lead nowhere.
fn auth_setup() -> Value {
    serde_json::from_str(include_str!("auth_setup.json")).unwrap_or_default()
}

/// Front ends take 400, and no other status, for "not enabled".
async fn no_speech() -> Response {
    refuse(StatusCode::BAD_REQUEST, "Speech synthesis is not enabled.")
}

/// `DELETE /chat_history/sessions/<id>`: forgets a conversation, and does not tell whether it was there.
pub(super) async fn forget(
    State(state): State<AppState>,
    parts: Parts,
    // By name: under the name of a form there are two.
    Path(named): Path<HashMap<String, String>>,
) -> Response {
    let owner = state.readers.reader(&parts.headers).owner();
    let own = state.asker(&parts.headers, Client::of_request(&parts.extensions)).owner;
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

/// A failure of the store, which is logged.
pub(super) fn failed(error: &StoreError) -> Response {
    tracing::error!(cause = ?std::error::Error::source(error), "{error}");
    refuse(StatusCode::INTERNAL_SERVER_ERROR, GENERIC_FAILURE)
}

/// A refusal as front ends read it.
pub(super) fn refuse(status: StatusCode, message: &str) -> Response {
    (status, Json(json!({"error": message}))).into_response()
}
