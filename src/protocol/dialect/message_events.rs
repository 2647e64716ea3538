//! A question in the address, its answer as events: what a browser's `EventSource` can ask for.

use percent_encoding::percent_decode_str;
use serde_json::{Value, json};

use super::{AnswerHead, Asked, Delivery, Dialect, Encoder, Framing};
use crate::protocol::{Answer, AnswerEvent, ChatRequest, Message, ProtocolError};

/// The form of `chatgpt-quickstart`: `GET /chat?message=…`, then the events `start`, `message` and `end`.
pub struct MessageEvents;

impl Dialect for MessageEvents {
    fn name(&self) -> &'static str {
        "message_events"
    }

    fn recognises(&self, asked: &Asked<'_>) -> bool {
        asked.path == "/chat" && asked.body.is_null() && message(asked.query).is_some()
    }

    fn parse(&self, asked: &Asked<'_>) -> Result<(ChatRequest, Delivery), ProtocolError> {
        let question = message(asked.query)
            .ok_or_else(|| ProtocolError::refused("the address must hold a message"))?;
        let request = ChatRequest {
            messages: vec![Message::user(question)],
            ..ChatRequest::default()
        };
        Ok((request, Delivery::Lines))
    }

    fn framing(&self) -> Framing {
        Framing::Events {
            named: true,
            done: false,
        }
    }

    fn encoder(&self, _head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(Events)
    }

    fn whole(&self, _head: &AnswerHead, answer: &Answer) -> Value {
        said(&answer.text)
    }

    fn error(&self, error: &ProtocolError) -> Value {
        json!({"type": "error", "error": error.message})
    }
}

/// The message of a query string, decoded.
fn message(query: &str) -> Option<String> {
    let encoded = query
        .split('&')
        .find_map(|pair| pair.strip_prefix("message="))?;
    let encoded = encoded.replace('+', " ");
    let decoded = percent_decode_str(&encoded).decode_utf8_lossy();
    Some(decoded.into_owned())
}

fn said(text: &str) -> Value {
    json!({"type": "message", "sender": "assistant", "text": text})
}

/// The events of one answer. Even a failure is followed by the end: without it a browser asks again.
struct Events;

impl Encoder for Events {
    fn lines(&mut self, event: AnswerEvent) -> Vec<Value> {
        let end = || json!({"type": "end"});
        match event {
            AnswerEvent::Grounded(_) => vec![json!({"type": "start"})],
            AnswerEvent::Delta(text) => vec![said(&text)],
            AnswerEvent::FollowUps(_)
            | AnswerEvent::Audited(_)
            | AnswerEvent::Reported(_)
            | AnswerEvent::Thoughts(_) => Vec::new(),
            AnswerEvent::Finished { .. } => vec![end()],
            AnswerEvent::Failed(error) => vec![MessageEvents.error(&error), end()],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_is_decoded() {
        let query = "a=1&message=How+much%3F+%C3%A9%2B&b=2";
        assert_eq!(message(query).unwrap(), "How much? é+");
        assert_eq!(message("messages=x"), None);
    }
}
