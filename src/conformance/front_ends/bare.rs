//! Bare chat pages: the quickstarts, which show text and nothing beside it.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

use super::step::{FrontEnd, Step};
use super::view::{Talk, View};
use crate::conformance::client::Ask;
use crate::conformance::form::Framing;

/// Chunks of a chat completion, each in a line.
const CHUNKS: View = View {
    text: "/choices/0/delta/content",
    stumbles: |value| {
        value
            .pointer("/choices/0/delta")
            .is_none()
            .then_some("a line is no chunk")
    },
    ..View::TEXT
};

/// Steps of a response, each in a line.
const STEPS: View = View {
    text: "/delta",
    ..View::TEXT
};

/// Events with text.
const EVENTS: View = View {
    framing: Some(Framing::Events {
        named: false,
        done: false,
    }),
    text: "/text",
    ..View::TEXT
};

/// A page that shows streams, and goes on.
const fn steps(ask: fn(&Talk) -> Option<Ask>, view: View) -> [Step; 2] {
    [Step::streams(ask, view), Step::goes_on(ask, view)]
}

/// A message as the quickstart has it since July 2026.
fn input(message: &Value) -> Value {
    let role = message.get("role");
    let kind = if role.is_some_and(|role| role == "user") {
        "input_text"
    } else {
        "output_text"
    };
    let text = json!([{"type": kind, "text": message.get("content")}]);
    json!({"type": "message", "role": role, "content": text})
}

/// All of them, the oldest first.
pub(super) const ALL: &[FrontEnd] = &[
    FrontEnd {
        name: "chatgpt-quickstart-2023-06",
        steps: &steps(
            |talk| {
                let message = utf8_percent_encode(talk.newest(), NON_ALPHANUMERIC);
                let ask = Ask::get(format!("/chat?message={message}"));
                Some(ask.with("accept", "text/event-stream"))
            },
            EVENTS,
        ),
    },
    FrontEnd {
        name: "quickstart-2023-09",
        steps: &steps(
            |talk| Some(Ask::post("/chat", &json!({"message": talk.newest()}))),
            CHUNKS,
        ),
    },
    FrontEnd {
        name: "quickstart-2024-05",
        steps: &steps(
            |talk| {
                let body = json!({"messages": talk.messages("assistant")});
                Some(Ask::post("/chat", &body).with("accept", "*/*"))
            },
            CHUNKS,
        ),
    },
    FrontEnd {
        name: "quickstart-2026-07",
        steps: &steps(
            |talk| {
                let messages = talk.messages("assistant");
                let input: Vec<_> = messages.as_array()?.iter().map(input).collect();
                Some(Ask::post("/chat/stream", &json!({"input": input})))
            },
            STEPS,
        ),
    },
];
