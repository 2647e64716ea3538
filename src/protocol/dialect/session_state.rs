//! The form of the demo's front ends since 2024: `message` and `delta` next to `session_state`.

use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::body::{RequestBody, example};
use super::context::{CompleteContext, Context};
use super::parts::{AnswerDelta, AnswerMessage, ErrorBody, values};
use super::{AnswerHead, Description, Dialect, Encoder, RawRequest};
use crate::{Answer, AnswerEvent};

/// The 2024-05-29 form as the demo and its sibling in Java used it; no document describes it.
///
/// It differs from [`MessageDelta`](super::message_delta::MessageDelta) in the name of the session and in the content
/// type, and nothing follows the answer. Lines are the same for both front ends. They do not check the content type, so
/// there is no second form for the sibling's `application/x-ndjson`.
pub struct SessionState;

/// A whole answer. Until May 2024 the pages for single questions read it under `choices`; since then its fields are at
/// the top level.
#[derive(Serialize, ToSchema)]
#[schema(as = session_state::Whole)]
pub(super) struct SessionStateAnswer {
    #[serde(flatten)]
    choice: SessionStateChoice,
    /// The answer again; only at `/ask`.
    #[serde(skip_serializing_if = "Option::is_none")]
    choices: Option<[SessionStateChoice; 1]>,
}

/// An answer with its context.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = session_state::Choice)]
struct SessionStateChoice {
    message: AnswerMessage,
    context: CompleteContext,
    #[schema(required)]
    session_state: Option<Value>,
}

/// A line: a piece of the text, or a part of the context with the session.
///
/// Only the first line has data points. Front ends take a line with data points for the start of an answer, do not show
/// text in it, and crash if it has no role.
#[derive(Serialize, ToSchema)]
#[schema(as = session_state::Line)]
pub(super) struct SessionStateLine {
    delta: AnswerDelta,
    #[serde(skip_serializing_if = "Option::is_none")]
    context: Option<Box<Context>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    session_state: Option<Value>,
}

impl Dialect for SessionState {
    fn description(&self) -> Description {
        Description::of::<SessionStateAnswer, SessionStateLine, ErrorBody>(
            "The form of the demonstration's front ends from June 2024 on, and of those in Java.",
        )
        .with_request::<RequestBody>(example(json!({"session_state": null})))
    }

    fn recognises(&self, raw: &RawRequest<'_>) -> bool {
        // No other version without a `stream` in the body has single questions.
        raw.path == "/ask" || raw.body.get("session_state").is_some()
    }

    /// Returns true for a single question: then the answer has to serve two ways of reading.
    fn echo(&self, raw: &RawRequest<'_>) -> Value {
        Value::Bool(raw.path == "/ask")
    }

    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(move |event: AnswerEvent| {
            let line = match event {
                AnswerEvent::Delta(text) => Some(SessionStateLine::text(text)),
                AnswerEvent::Failed(error) => return vec![SessionState.error(&error)],
                event => {
                    Context::complete_part(event).map(|part| SessionStateLine::beside(&head, part))
                }
            };
            values(line)
        })
    }

    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value {
        json!(SessionStateAnswer::of(head, answer))
    }
}

impl SessionStateAnswer {
    /// Returns the whole answer.
    pub(super) fn of(head: &AnswerHead, answer: &Answer) -> Self {
        let choice = SessionStateChoice {
            message: AnswerMessage::new(&answer.text),
            context: answer.context.clone().into(),
            session_state: head.session_state.clone(),
        };
        Self { choices: (head.echo == true).then(|| [choice.clone()]), choice }
    }
}

impl SessionStateLine {
    /// Returns the next piece of the text.
    pub(super) fn text(text: String) -> Self {
        Self { delta: AnswerDelta::text(text), context: None, session_state: None }
    }

    /// Returns a part of the context.
    pub(super) fn beside(head: &AnswerHead, context: Context) -> Self {
        Self {
            delta: AnswerDelta::role_only(),
            context: Some(Box::new(context)),
            session_state: Some(head.session_state.clone().unwrap_or_default()),
        }
    }
}
