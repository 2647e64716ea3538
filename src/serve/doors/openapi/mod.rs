//! What is offered here, as an `OpenAPI` description: every path, and the schema of every wire form.
//!
//! The schemas are written down, one file for each form, and held against what the forms write by the
//! tests of the forms: encoders build their values freely, so that there is no type to derive them from.

mod paths;

use std::sync::LazyLock;

use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Map, Value, json};

use crate::serve::state::AppState;

/// What is written down of a form, by its name.
const FORMS: [(&str, &str); 16] = [
    ("chat_component", include_str!("chat_component.json")),
    (
        "chat_component_digits",
        include_str!("chat_component_digits.json"),
    ),
    ("chats", include_str!("chats.json")),
    ("choices", include_str!("choices.json")),
    ("choices_text", include_str!("choices_text.json")),
    ("completion_chunks", include_str!("completion_chunks.json")),
    ("demo", include_str!("demo.json")),
    ("history", include_str!("history.json")),
    ("message_delta", include_str!("message_delta.json")),
    ("message_events", include_str!("message_events.json")),
    ("openai_chat", include_str!("openai_chat.json")),
    ("openai_responses", include_str!("openai_responses.json")),
    ("output_text", include_str!("output_text.json")),
    ("response_lines", include_str!("response_lines.json")),
    ("sdk", include_str!("sdk.json")),
    ("session_state", include_str!("session_state.json")),
];

/// What the forms share.
const PARTS: &str = include_str!("parts.json");

/// The paths beside those of the forms.
const ROUTES: &str = include_str!("routes.json");

/// What of a form is a schema.
const SCHEMAS: [&str; 4] = ["request", "answer", "line", "error"];

static DOCUMENT: LazyLock<Value> = LazyLock::new(document);

/// The description, at the root and under `/api`.
pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/openapi.json", get(describe))
        .route("/openapi.json/", get(describe))
        .route("/api/openapi.json", get(describe))
        .route("/api/openapi.json/", get(describe))
}

async fn describe() -> Response {
    Json(&*DOCUMENT).into_response()
}

fn document() -> Value {
    let mut schemas = written(PARTS);
    let mut paths = written(ROUTES);
    for (name, text) in FORMS {
        let mut form = written(text);
        paths::add(&mut paths, name, &form);
        for kind in SCHEMAS {
            if let Some(schema) = form.remove(kind) {
                schemas.insert(format!("{name}.{kind}"), schema);
            }
        }
    }
    paths::add_unnamed(&mut paths);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Footnote",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Ask documents in any form of the AI chat protocol. Every path answers with \
                and without a slash at its end, and what front ends fetch beside the chat also under \
                `/as/<form>`. At a path that names no form, the form is told from \
                the request, or named by `?dialect=` or the header `x-footnote-dialect`.",
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "servers": [{"url": "/"}, {"url": "/api"}],
        "paths": paths,
        "components": {"schemas": schemas},
    })
}

/// What is written down in a file; a test holds that all of them can be read.
fn written(text: &str) -> Map<String, Value> {
    serde_json::from_str(text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_down_can_be_read() {
        for (name, text) in FORMS {
            assert!(written(text).contains_key("answer"), "{name}");
        }
        assert!(!written(PARTS).is_empty() && !written(ROUTES).is_empty());
    }
}
