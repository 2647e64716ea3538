//! Lists a reader's conversations for front ends with a history.

use std::collections::HashMap;

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use axum::{Json, Router};
use footnote_text::words::{in_one_line, shortened};
use http::StatusCode;
use http::request::Parts;
use serde_json::{Value, json};

use super::chat;
use super::front_end::{self, failed, refuse};
use crate::net::paths;
use crate::state::AppState;

/// Maximum length of a title, in characters.
const TITLE_LENGTH: usize = 60;

/// Routes below every base path of the chat.
pub(super) fn routes() -> Router<AppState> {
    let offered: [(&str, MethodRouter<AppState>); 3] = [
        ("/chats", get(list).post(chat::ask)),
        ("/chats/stream", post(chat::ask)),
        ("/chats/{id}", get(messages).delete(front_end::forget)),
    ];
    paths::routes(offered.map(|(path, route)| (path, route.fallback(chat::listen))))
}

/// The owner whose conversations may be shown. `None` for an unknown reader: a name that the client states itself
/// proves nothing.
fn owner(state: &AppState, parts: &Parts) -> Option<String> {
    state.asker(&parts.headers, &parts.extensions).owner
}

/// `GET /chats`: lists the reader's conversations, newest first. Ignores `userId` in the address: the proxy says who
/// the reader is.
async fn list(State(state): State<AppState>, parts: Parts) -> Response {
    let Some(owner) = owner(&state, &parts) else {
        return Json(json!([])).into_response();
    };
    match state.sessions.list(&owner).await {
        Ok(found) => {
            let listed = found.iter().map(|one| {
                let name = if one.name.is_empty() { &one.first } else { &one.name };
                json!({"id": one.id, "title": title(name)})
            });
            Json(listed.collect::<Value>()).into_response()
        }
        Err(error) => failed(&error),
    }
}

/// The beginning of the conversation's first question.
fn title(question: &str) -> String {
    shortened(&in_one_line(question), TITLE_LENGTH)
}

/// `GET /chats/<id>`: returns the messages of one of the reader's conversations.
async fn messages(
    State(state): State<AppState>,
    parts: Parts,
    // A map, because the path has two parameters when it is below the name of a form.
    Path(named): Path<HashMap<String, String>>,
) -> Response {
    let id = named.get("id").map_or("", String::as_str);
    let Some(owner) = owner(&state, &parts) else {
        return unknown();
    };
    match state.sessions.find(&owner, id).await {
        Ok(Some(session)) => Json(session.messages).into_response(),
        Ok(None) => unknown(),
        Err(error) => failed(&error),
    }
}

/// The same response for an unknown conversation and for one that belongs to somebody else.
fn unknown() -> Response {
    refuse(StatusCode::NOT_FOUND, "Conversation not found.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_the_beginning_of_a_question_in_one_line() {
        assert_eq!(title(" How much\n leave? "), "How much leave?");
        let long = title(&"é".repeat(TITLE_LENGTH + 1));
        assert!(long.ends_with('…') && long.chars().count() == TITLE_LENGTH + 1);
    }
}
