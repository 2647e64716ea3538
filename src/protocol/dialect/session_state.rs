//! The form of the demonstration's front ends from 2024 on: `message` and `delta` beside `session_state`.

use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::body::{RequestBody, example};
use super::context::{CompleteContext, Context};
use super::parts::{AnswerDelta, AnswerMessage, ErrorBody, values};
use super::{AnswerHead, Description, Dialect, Encoder, RawRequest};
use crate::{Answer, AnswerEvent};

/// The 2024-05-29 form as the demonstration and its sibling in Java spoke it: no document describes it.
///
/// It differs from [`MessageDelta`](super::message_delta::MessageDelta) in the session's name, in the
/// content type and in that nothing follows the answer. Lines are the same for both front ends, which do
/// not look at the content type, so that there is no second one for the sibling's `application/x-ndjson`.
pub struct SessionState;

/// A whole answer. The pages for single questions read it under `choices` until May 2024, where its
/// fields stand at the top since.
#[derive(Serialize, ToSchema)]
#[schema(as = session_state::Whole)]
pub(super) struct SessionStateAnswer {
    #[serde(flatten)]
    choice: SessionStateChoice,
    /// The same once more; at `/ask` alone.
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

/// A line: a piece of the text, or a part of the context beside the session.
///
/// Only the first has data points: front ends take a line with them as the beginning of an answer, do
/// not show text beside them, and crash where that line has no role.
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
        // No other edition without a `stream` in the body has a place for single questions.
        raw.path == "/ask" || raw.body.get("session_state").is_some()
    }

    /// True for a question that stands alone: then the answer is read in two ways.
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
    /// The whole of an answer.
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
    /// The next piece of the text.
    pub(super) fn text(text: String) -> Self {
        Self { delta: AnswerDelta::text(text), context: None, session_state: None }
    }

    /// A part of the context.
    pub(super) fn beside(head: &AnswerHead, context: Context) -> Self {
        Self {
            delta: AnswerDelta::role_only(),
            context: Some(Box::new(context)),
            session_state: Some(head.session_state.clone().unwrap_or_default()),
        }
    }
}
