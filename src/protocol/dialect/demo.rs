//! The demo's front ends since August 2025, for both of the forms that they read.

use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::body::{RequestBody, example};
use super::context::Context;
use super::parts::{ErrorBody, values};
use super::{AnswerHead, Description, Dialect, Encoder, RawRequest, session_state};
use crate::{Answer, AnswerEvent};

/// Keys of `context.overrides` that only this front end has sent since August 2025.
const NEW_OVERRIDES: [&str; 2] = ["send_text_sources", "search_text_embeddings"];

/// Both forms of the demo at once: [`SessionState`](session_state::SessionState), and
/// [`OutputText`](super::output_text::OutputText), which it reads since April 2026.
///
/// The front end switched to another form without changing its requests. Each form ignores what only the other one has,
/// so both are sent: a context for either, and each piece of text twice. That costs some bytes, but nobody has to say
/// which front end they have. Clients that want only one of the two name it.
pub struct Demo;

/// A whole answer.
#[derive(Serialize, ToSchema)]
struct DemoAnswer {
    #[serde(flatten)]
    older: session_state::SessionStateAnswer,
    output_text: String,
}

/// A line: for both forms, or a piece of the text for one of them.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
enum DemoLine {
    /// A line of the older form. With a type, it is also a line of the newer form.
    Older {
        #[serde(flatten)]
        line: session_state::SessionStateLine,
        #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
        kind: Option<ContextLineType>,
    },
    /// A piece of the text for the newer form.
    Newer {
        #[serde(rename = "type")]
        kind: TextLineType,
        delta: String,
    },
}

/// Type of a part of the context.
#[derive(Serialize, ToSchema)]
#[schema(as = demo::Beside)]
enum ContextLineType {
    #[serde(rename = "response.context")]
    Context,
}

/// Type of a piece of text.
#[derive(Serialize, ToSchema)]
#[schema(as = demo::Text)]
enum TextLineType {
    #[serde(rename = "response.output_text.delta")]
    Delta,
}

impl Dialect for Demo {
    fn description(&self) -> Description {
        Description::of::<DemoAnswer, DemoLine, ErrorBody>(
            "Both forms of the demonstration at once: each front end reads past the lines for the other.",
        )
        .with_request::<RequestBody>(example(json!({"session_state": null})))
    }

    fn recognises(&self, raw: &RawRequest<'_>) -> bool {
        let overrides = raw.body.pointer("/context/overrides");
        raw.body.get("session_state").is_some()
            && overrides.is_some_and(|overrides| {
                NEW_OVERRIDES.iter().any(|key| overrides.get(key).is_some())
            })
    }

    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(move |event: AnswerEvent| match event {
            // In one form the piece is `delta` itself; in the other it is nested inside.
            AnswerEvent::Delta(delta) => values([
                DemoLine::Older {
                    line: session_state::SessionStateLine::text(delta.clone()),
                    kind: None,
                },
                DemoLine::Newer { kind: TextLineType::Delta, delta },
            ]),
            AnswerEvent::Failed(error) => vec![Demo.error(&error)],
            event => values(Context::complete_part(event).map(|part| DemoLine::Older {
                line: session_state::SessionStateLine::beside(&head, part),
                kind: Some(ContextLineType::Context),
            })),
        })
    }

    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value {
        json!(DemoAnswer {
            older: session_state::SessionStateAnswer::of(head, answer),
            output_text: answer.text.clone(),
        })
    }
}
