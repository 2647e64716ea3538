//! The conversations of a reader, as front ends that list them ask for them.

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
use crate::serve::net::client::Client;
use crate::serve::net::paths;
use crate::serve::state::AppState;

/// The most characters of a title.
const TITLE_LENGTH: usize = 60;

/// The routes, wherever the chat answers.
pub(super) fn routes() -> Router<AppState> {
    let offered: [(&str, MethodRouter<AppState>); 3] = [
        ("/chats", get(list).post(chat::ask)),
        ("/chats/stream", post(chat::ask)),
        ("/chats/{id}", get(messages).delete(front_end::forget)),
    ];
    paths::routes(offered.map(|(path, route)| (path, route.fallback(chat::listen))))
}

/// The owner of the conversations that may be shown; `None` where nobody is known, since a name that a client
/// gives itself proves nothing.
fn owner(state: &AppState, parts: &Parts) -> Option<String> {
    state.asker(&parts.headers, Client::of_request(&parts.extensions)).owner
}

/// `GET /chats`: the conversations of the reader who asks, the newest first. A `userId` in the address is
/// ignored: the proxy says who asks.
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

/// The beginning of a conversation's first question.
fn title(question: &str) -> String {
    shortened(&in_one_line(question), TITLE_LENGTH)
}

/// `GET /chats/<id>`: the messages of a conversation of the reader who asks.
async fn messages(
    State(state): State<AppState>,
    parts: Parts,
    // By name: under the name of a form there are two.
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

/// The same for a conversation that there is none of and for somebody else's.
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
