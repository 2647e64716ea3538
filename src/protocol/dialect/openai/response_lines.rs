//! The events of a response as JSON lines, for pages that pass on the output of OpenAI's library.

use serde_json::{Value, json};

use super::responses::{
    EchoedSettings, Response, ResponseStreamEvent, Responses, ResponsesEncoder, ResponsesRequest,
};
use crate::dialect::parts::ErrorBody;
use crate::dialect::{
    AnswerHead, Delivery, Description, Dialect, Encoder, RawRequest, SentFile, ServerMemory,
};
use crate::{Answer, AnswerEvent, ChatRequest, ProtocolError};

/// The form of `openai-chat-app-quickstart` since July 2026: an `input` posted to `/chat/stream`.
///
/// Requests and events are those of [`Responses`]. A failure is a line with an `error`, the only sign of failure that
/// the page checks.
pub struct ResponseLines;

impl Dialect for ResponseLines {
    fn description(&self) -> Description {
        Description::of::<Response, ResponseStreamEvent, ErrorBody>(
            "Steps of a response as JSON lines, for pages that pass on what OpenAI's library tells.",
        )
        .with_request::<ResponsesRequest>(json!({"model": "any", "input": "How much leave do I get?"}))
    }

    fn recognises(&self, raw: &RawRequest<'_>) -> bool {
        raw.body.get("input").is_some() && raw.body.get("messages").is_none()
    }

    fn parse(&self, raw: &RawRequest<'_>) -> Result<(ChatRequest, Delivery), ProtocolError> {
        let (request, delivery) = Responses.parse(raw)?;
        let by_path = raw.delivery();
        let delivery = if by_path == Delivery::Lines { by_path } else { delivery };
        Ok((request, delivery))
    }

    fn files(&self, raw: &RawRequest<'_>) -> Result<Vec<SentFile>, ProtocolError> {
        Responses.files(raw)
    }

    fn remembers(&self, _asked: &RawRequest<'_>) -> ServerMemory {
        ServerMemory::Answers { keeps: false }
    }

    fn echo(&self, raw: &RawRequest<'_>) -> Value {
        let mut echo = EchoedSettings::of(raw);
        echo.store = Value::Bool(false);
        json!(echo)
    }

    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(ResponseLinesEncoder(ResponsesEncoder::new(head)))
    }

    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value {
        Responses.whole(head, answer)
    }
}

/// Encodes the lines of one answer.
struct ResponseLinesEncoder(ResponsesEncoder);

impl Encoder for ResponseLinesEncoder {
    fn lines(&mut self, event: AnswerEvent) -> Vec<Value> {
        match event {
            AnswerEvent::Failed(error) => vec![ResponseLines.error(&error)],
            event => self.0.lines(event),
        }
    }
}
