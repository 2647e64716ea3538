//! The form of the demonstration's front ends from 2024 on: `message` and `delta` beside `session_state`.

use serde::Serialize;
use serde_json::{Value, json};

use super::body::Body;
use super::context::{added, complete};
use super::{AnswerHead, Asked, Delivery, Dialect, Encoder, Framing};
use crate::protocol::{Answer, AnswerEvent, ChatRequest, ProtocolError};

/// The 2024-05-29 form as the demonstration and its sibling in Java spoke it: no document describes it.
///
/// It differs from [`MessageDelta`](super::message_delta::MessageDelta) in the session's name, in the
/// content type and in that nothing follows the answer. Lines are the same for both front ends, which do
/// not look at the content type, so that there is no second one for the sibling's `application/x-ndjson`.
pub struct SessionState;

impl Dialect for SessionState {
    fn name(&self) -> &'static str {
        "session_state"
    }

    fn recognises(&self, asked: &Asked<'_>) -> bool {
        // No other edition without a `stream` in the body has a place for single questions.
        asked.path == "/ask" || asked.body.get("session_state").is_some()
    }

    fn parse(&self, asked: &Asked<'_>) -> Result<(ChatRequest, Delivery), ProtocolError> {
        Ok((Body::read(asked.body)?.request(asked)?, asked.delivery()))
    }

    /// Whether a question stands alone: then the answer is read in two ways.
    fn echo(&self, asked: &Asked<'_>) -> Value {
        Value::Bool(asked.path == "/ask")
    }

    fn framing(&self) -> Framing {
        Framing::Lines("application/json-lines")
    }

    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(Lines::new(head))
    }

    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value {
        let choice = Choice {
            message: Said {
                role: "assistant",
                content: &answer.text,
            },
            context: complete(&answer.context),
            session_state: head.session_state.as_ref(),
        };
        json!(Whole {
            choices: (head.echo == true).then(|| [choice.clone()]),
            choice,
        })
    }

    fn error(&self, error: &ProtocolError) -> Value {
        json!({"error": error.message})
    }
}

/// A whole answer. The pages for single questions read it under `choices` until May 2024, where its
/// fields stand at the top since.
#[derive(Serialize)]
struct Whole<'a> {
    #[serde(flatten)]
    choice: Choice<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    choices: Option<[Choice<'a>; 1]>,
}

/// An answer with what stands beside it.
#[derive(Clone, Serialize)]
struct Choice<'a> {
    message: Said<'a>,
    context: Value,
    session_state: Option<&'a Value>,
}

/// What is said.
#[derive(Clone, Serialize)]
struct Said<'a> {
    role: &'static str,
    content: &'a str,
}

/// The lines of one answer.
///
/// Only the first has data points: front ends take a line with them as the beginning of an answer, do
/// not show text beside them, and crash where that line has no role.
pub(super) struct Lines {
    head: AnswerHead,
}

impl Lines {
    /// Starts an answer.
    pub(super) fn new(head: AnswerHead) -> Self {
        Self { head }
    }

    fn context(&self, context: Value) -> Value {
        json!({
            "delta": {"role": "assistant"},
            "context": context,
            "session_state": self.head.session_state,
        })
    }
}

impl Encoder for Lines {
    fn lines(&mut self, event: AnswerEvent) -> Vec<Value> {
        match event {
            AnswerEvent::Grounded(context) => vec![self.context(complete(&context))],
            AnswerEvent::Delta(text) => vec![json!({"delta": {"content": text}})],
            AnswerEvent::Failed(error) => vec![SessionState.error(&error)],
            later => added(&later)
                .map(|context| self.context(context))
                .into_iter()
                .collect(),
        }
    }
}
