//! The 2024-05-29 form: `message` and `delta`, streaming chosen by the path.

use serde_json::{Value, json};

use super::body::Body;
use super::{AnswerHead, Asked, Delivery, Dialect, Encoder, Framing, Remembers};
use crate::protocol::{Answer, AnswerEvent, ChatRequest, ProtocolError};

mod decode;
#[cfg(test)]
pub(super) mod tests;

pub use decode::{Decoder, read_error};

/// The 2024-05-29 form.
///
/// The client's memory is returned under the name of this edition and under that of the first, which
/// most clients of this one read.
pub struct MessageDelta;

impl Dialect for MessageDelta {
    fn name(&self) -> &'static str {
        "message_delta"
    }

    fn recognises(&self, _asked: &Asked<'_>) -> bool {
        true
    }

    fn parse(&self, asked: &Asked<'_>) -> Result<(ChatRequest, Delivery), ProtocolError> {
        Ok((Body::read(asked.body)?.request(asked)?, asked.delivery()))
    }

    // Of the two spellings that of the second edition is the library's, whose servers keep the
    // conversation; the other one's clients send all of it.
    fn remembers(&self, asked: &Asked<'_>) -> Remembers {
        let has = |key| asked.body.get(key).is_some();
        let by_library = asked.agent.contains("ts-http-runtime");
        if !has("session_state") && (has("sessionState") || by_library) {
            Remembers::Conversation
        } else {
            Remembers::Nothing
        }
    }

    fn framing(&self) -> Framing {
        Framing::Lines("application/jsonl")
    }

    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(Lines::new(head))
    }

    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value {
        json!({
            "message": {"role": "assistant", "content": answer.text},
            "context": answer.context,
            "sessionState": head.session_state,
            "session_state": head.session_state,
        })
    }

    fn error(&self, error: &ProtocolError) -> Value {
        // The kind is ours: the page tells the reader what to do next by it.
        json!({"error": error.message, "kind": error.kind})
    }
}

/// The lines of one answer.
///
/// A context after the first holds only what is new, without `data_points`: clients take one with
/// `data_points` as the beginning of an answer, and add any other to what they have.
#[derive(Debug)]
pub struct Lines {
    head: AnswerHead,
}

impl Lines {
    /// Starts an answer.
    pub fn new(head: AnswerHead) -> Self {
        Self { head }
    }

    fn context(&self, context: Value) -> Value {
        json!({
            // Without a role in it, some clients of 2024 do not show the answer.
            "delta": {"role": "assistant"},
            "context": context,
            "sessionState": self.head.session_state,
            "session_state": self.head.session_state,
        })
    }
}

impl Encoder for Lines {
    fn lines(&mut self, event: AnswerEvent) -> Vec<Value> {
        vec![match event {
            AnswerEvent::Grounded(context) => self.context(json!(context)),
            AnswerEvent::Delta(text) => json!({"delta": {"content": text}}),
            AnswerEvent::FollowUps(questions) => {
                self.context(json!({"followup_questions": questions}))
            }
            AnswerEvent::Audited(audit) => self.context(json!({"audit": audit})),
            AnswerEvent::Reported(_) => return Vec::new(),
            AnswerEvent::Thoughts(thoughts) => self.context(json!({"thoughts": thoughts})),
            // The form has no such line, but lets a delta be empty; other clients read past the rest.
            AnswerEvent::Finished {
                reason,
                model,
                usage,
            } => json!({
                "delta": {},
                "finish_reason": reason,
                "model": model,
                "usage": usage,
            }),
            AnswerEvent::Failed(error) => MessageDelta.error(&error),
        }]
    }
}
