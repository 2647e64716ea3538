//! The newest form of the demonstration: `output_text`, and lines that tell what they are by `type`.

use serde_json::{Value, json};

use super::body::Body;
use super::context::{added, complete};
use super::{AnswerHead, Asked, Delivery, Dialect, Encoder, Framing};
use crate::protocol::{Answer, AnswerEvent, ChatRequest, ProtocolError};

/// The form of the demonstration since April 2026.
///
/// Its requests are those of [`SessionState`](super::session_state::SessionState), letter by letter, so
/// that it is spoken to those who name it, and to the demonstration's own front end by
/// [`Demo`](super::demo::Demo).
pub struct OutputText;

impl Dialect for OutputText {
    fn name(&self) -> &'static str {
        "output_text"
    }

    fn recognises(&self, _asked: &Asked<'_>) -> bool {
        false
    }

    fn parse(&self, asked: &Asked<'_>) -> Result<(ChatRequest, Delivery), ProtocolError> {
        Ok((Body::read(asked.body)?.request(asked)?, asked.delivery()))
    }

    fn framing(&self) -> Framing {
        Framing::Lines("application/json-lines")
    }

    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(Lines::new(head))
    }

    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value {
        json!({
            "output_text": answer.text,
            "context": complete(&answer.context),
            "session_state": head.session_state,
        })
    }

    fn error(&self, error: &ProtocolError) -> Value {
        json!({"error": error.message})
    }
}

/// The lines of one answer.
///
/// A context with data points replaces what a front end has, any other adds to it; the session stands in
/// each, since a front end keeps only the last.
pub(super) struct Lines {
    head: AnswerHead,
}

impl Lines {
    /// Starts an answer.
    pub(super) fn new(head: AnswerHead) -> Self {
        Self { head }
    }

    fn context(&self, context: &Value) -> Value {
        json!({
            "type": "response.context",
            "context": context,
            "session_state": self.head.session_state,
        })
    }
}

impl Encoder for Lines {
    fn lines(&mut self, event: AnswerEvent) -> Vec<Value> {
        match event {
            AnswerEvent::Grounded(context) => vec![self.context(&complete(&context))],
            AnswerEvent::Delta(text) => {
                vec![json!({"type": "response.output_text.delta", "delta": text})]
            }
            AnswerEvent::Failed(error) => vec![OutputText.error(&error)],
            later => added(&later)
                .map(|context| self.context(&context))
                .into_iter()
                .collect(),
        }
    }
}
