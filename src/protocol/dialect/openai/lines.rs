//! The steps of a response as JSON lines, for pages that pass on what OpenAI's library tells.

use serde_json::Value;

use super::response::Responses;
use super::stream::Steps;
use super::with;
use crate::protocol::dialect::{AnswerHead, Asked, Delivery, Dialect, Encoder, Framing, Remembers};
use crate::protocol::{Answer, AnswerEvent, ChatRequest, ProtocolError};

/// The form of `openai-chat-app-quickstart` since July 2026: an `input` that is asked at `/chat/stream`.
///
/// The request and the steps are those of [`Responses`]; a failure is a line with an `error`, which is
/// all that the page looks for.
pub struct ResponseLines;

impl Dialect for ResponseLines {
    fn name(&self) -> &'static str {
        "response_lines"
    }

    fn recognises(&self, asked: &Asked<'_>) -> bool {
        asked.body.get("input").is_some() && asked.body.get("messages").is_none()
    }

    fn parse(&self, asked: &Asked<'_>) -> Result<(ChatRequest, Delivery), ProtocolError> {
        let (request, delivery) = Responses.parse(asked)?;
        let by_path = asked.delivery();
        let delivery = if by_path == Delivery::Lines {
            by_path
        } else {
            delivery
        };
        Ok((request, delivery))
    }

    fn remembers(&self, _asked: &Asked<'_>) -> Remembers {
        Remembers::Answers { keeps: false }
    }

    fn echo(&self, asked: &Asked<'_>) -> Value {
        with(Responses.echo(asked), "store", false)
    }

    fn framing(&self) -> Framing {
        Framing::Lines("application/json-lines")
    }

    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(Lines(Steps::new(head)))
    }

    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value {
        Responses.whole(head, answer)
    }

    fn error(&self, error: &ProtocolError) -> Value {
        serde_json::json!({"error": error.message})
    }
}

/// The lines of one answer.
struct Lines(Steps);

impl Encoder for Lines {
    fn lines(&mut self, event: AnswerEvent) -> Vec<Value> {
        match event {
            AnswerEvent::Failed(error) => vec![ResponseLines.error(&error)],
            event => self.0.lines(event),
        }
    }
}
