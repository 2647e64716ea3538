//! The Model Context Protocol, with which assistants search, read and ask the documents: over streamable HTTP here, and
//! over lines of standard input and output in `stdio`.
//!
//! There are no sessions: every request is independent, and the server sends no requests to the client. Over
//! lines it sends a notification when the list of documents has changed.

mod answer;
mod arguments;
mod client;
mod codes;
mod first_pass;
mod lookup;
mod message;
mod open;
mod resources;
mod result;
mod stdio;
mod tools;

use axum::extract::{Request, State};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use footnote_engine::config::Origins;
use footnote_protocol::ProtocolError;
use http::request::Parts;
use http::{HeaderMap, StatusCode, header};
use serde_json::Value;

use self::client::McpClient;
use self::codes::{FAILED, INVALID, PARSE};
use self::message::Reply;
pub use self::stdio::{McpHost, serve_lines};
use super::chat;
use crate::net::paths::under;
use crate::net::{body, origins};
use crate::state::AppState;

/// Header with the negotiated protocol version.
const VERSION_HEADER: &str = "mcp-protocol-version";

/// MCP routes. Pages of origins that are not listed are rejected.
pub(super) fn routes(origins: &Origins) -> Router<AppState> {
    let route = post(receive).delete(end).fallback(other_method);
    let require_listed_origin = from_fn_with_state(origins.clone(), origins::require_listed_origin);
    under(&["", "/api"], [("/mcp", route)]).layer(require_listed_origin)
}

/// `POST`: accepts one message or a batch.
async fn receive(State(state): State<AppState>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let Some(delivery) = ReplyType::of(&parts.headers) else {
        return refuse(
            StatusCode::NOT_ACCEPTABLE,
            "Accept must have application/json or text/event-stream",
        );
    };
    let Some(client) = client(&state, &parts) else {
        return refuse(StatusCode::BAD_REQUEST, "this version is not spoken here");
    };
    let body = match body::json(&parts, body).await {
        Ok(body) => body,
        Err(refusal) => {
            return refusal.written(|error| message::error(&Value::Null, PARSE, &error.message));
        }
    };
    match message::receive(&client, &body).await {
        Reply::None => StatusCode::ACCEPTED.into_response(),
        Reply::Wrong(error) => (StatusCode::BAD_REQUEST, Json(error)).into_response(),
        Reply::Message(reply) => delivery.response(&reply),
    }
}

/// Returns the client; `None` if its negotiated version is not supported.
fn client<'a>(state: &'a AppState, parts: &'a Parts) -> Option<McpClient<'a>> {
    let version = match parts.headers.get(VERSION_HEADER) {
        None => message::DEFAULT_VERSION,
        Some(version) => message::supported_version(version.to_str().ok()?)?,
    };
    Some(McpClient {
        rag: state.rag_for(&parts.extensions),
        capacity: &state.capacity,
        recorder: &state.recorder,
        stop: &state.stop,
        version,
        hears_changes: false,
        origin: chat::origin(parts),
        extensions: &parts.extensions,
    })
}

/// The error for a request that is not let in.
pub(super) fn refused(error: &ProtocolError) -> Value {
    message::error(&Value::Null, FAILED, &error.message)
}

/// `DELETE`: ends a session; there is none to end.
async fn end() -> StatusCode {
    StatusCode::NO_CONTENT
}

/// Rejects other methods; a `GET` would wait for messages that are never sent.
async fn other_method() -> Response {
    let refusal = refuse(StatusCode::METHOD_NOT_ALLOWED, "messages are sent by POST");
    ([(header::ALLOW, "POST, DELETE")], refusal).into_response()
}

fn refuse(status: StatusCode, why: &str) -> Response {
    let error = message::error(&Value::Null, INVALID, why);
    (status, Json(error)).into_response()
}

/// Content type of replies that a client accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReplyType {
    Json,
    Events,
}

impl ReplyType {
    /// JSON if a client accepts both types, as the protocol requires of clients; `None` if it accepts neither.
    fn of(headers: &HeaderMap) -> Option<Self> {
        let lines = headers.get_all(header::ACCEPT).iter();
        let lines = lines.filter_map(|line| line.to_str().ok());
        let ranges: Vec<_> = lines.flat_map(|line| line.split(',').map(range)).collect();
        // If several ranges match a type, the most specific one decides.
        let takes = |narrowing: [&str; 3]| {
            let named = |kind| move |(range, _): &&(&str, bool)| range.eq_ignore_ascii_case(kind);
            let mut said = narrowing.into_iter();
            let said = said.find_map(|kind| ranges.iter().find(named(kind)));
            said.is_some_and(|(_, wanted)| *wanted)
        };
        if !headers.contains_key(header::ACCEPT)
            || takes(["application/json", "application/*", "*/*"])
        {
            Some(Self::Json)
        } else {
            takes(["text/event-stream", "text/*", "*/*"]).then_some(Self::Events)
        }
    }

    fn response(self, reply: &Value) -> Response {
        match self {
            Self::Json => Json(reply).into_response(),
            Self::Events => {
                let kind = [(header::CONTENT_TYPE, "text/event-stream")];
                (kind, format!("event: message\ndata: {reply}\n\n")).into_response()
            }
        }
    }
}

/// Parses a media range; false if its weight of 0 excludes it.
fn range(range: &str) -> (&str, bool) {
    let (kind, parameters) = range.split_once(';').unwrap_or((range, ""));
    let parameters = parameters.split(';').map(str::trim);
    let mut weights = parameters.filter_map(|it| it.strip_prefix(['q', 'Q'])?.strip_prefix('='));
    let excluded = weights.any(|weight| weight.trim_matches(['0', '.']).is_empty());
    (kind.trim(), !excluded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_for_who_takes_nothing_else() {
        for (accept, taken) in [
            ("application/json, text/event-stream", Some(ReplyType::Json)),
            ("text/event-stream", Some(ReplyType::Events)),
            ("Text/Event-Stream;q=0.5", Some(ReplyType::Events)),
            ("*/*", Some(ReplyType::Json)),
            ("text/html", None),
            ("application/json;q=0, text/event-stream", Some(ReplyType::Events)),
            ("application/json; q=0.0, */*", Some(ReplyType::Events)),
            ("application/json; q=0.01, */*;q=0", Some(ReplyType::Json)),
            ("*/*;Q=0", None),
        ] {
            let headers = HeaderMap::from_iter([(header::ACCEPT, accept.parse().unwrap())]);
            assert_eq!(ReplyType::of(&headers), taken, "{accept}");
        }
        assert_eq!(ReplyType::of(&HeaderMap::new()), Some(ReplyType::Json));
    }

    #[test]
    fn what_is_accepted_may_stand_in_several_lines() {
        let mut headers = HeaderMap::new();
        for line in ["text/html", "text/event-stream", "application/json"] {
            headers.append(header::ACCEPT, line.parse().unwrap());
        }
        assert_eq!(ReplyType::of(&headers), Some(ReplyType::Json));
    }
}
