//! The steps of a response as JSON lines, for pages that pass on what OpenAI's library tells.

use serde_json::{Value, json};

use super::responses::{Echo, Request, Response, Responses, Step, Steps};
use crate::protocol::dialect::parts::Failure;
use crate::protocol::dialect::{
    AnswerHead, Asked, Delivery, Description, Dialect, Encoder, Remembers,
};
use crate::protocol::{Answer, AnswerEvent, ChatRequest, ProtocolError};

/// The form of `openai-chat-app-quickstart` since July 2026: an `input` that is asked at `/chat/stream`.
///
/// The request and the steps are those of [`Responses`]; a failure is a line with an `error`, the only sign
/// of failure that the page looks for.
pub struct ResponseLines;

impl Dialect for ResponseLines {
    fn description(&self) -> Description {
        Description::of::<Response, Step, Failure>(
            "Steps of a response as JSON lines, for pages that pass on what OpenAI's library tells.",
        )
        .asked::<Request>(json!({"model": "any", "input": "How much leave do I get?"}))
    }

    fn recognises(&self, asked: &Asked<'_>) -> bool {
        asked.body.get("input").is_some() && asked.body.get("messages").is_none()
    }

    fn parse(&self, asked: &Asked<'_>) -> Result<(ChatRequest, Delivery), ProtocolError> {
        let (request, delivery) = Responses.parse(asked)?;
        let by_path = asked.delivery();
        let delivery = if by_path == Delivery::Lines { by_path } else { delivery };
        Ok((request, delivery))
    }

    fn remembers(&self, _asked: &Asked<'_>) -> Remembers {
        Remembers::Answers { keeps: false }
    }

    fn echo(&self, asked: &Asked<'_>) -> Value {
        let mut echo = Echo::of(asked);
        echo.store = Value::Bool(false);
        json!(echo)
    }

    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(Lines(Steps::new(head)))
    }

    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value {
        Responses.whole(head, answer)
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
