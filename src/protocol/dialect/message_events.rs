//! A question in the address and its answer as events, for a browser's `EventSource`.

use percent_encoding::percent_decode_str;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::parts::{Assistant, values};
use super::{AnswerHead, Asked, Delivery, Description, Dialect, Encoder};
use crate::protocol::{Answer, AnswerEvent, ChatRequest, Message, ProtocolError};

/// The form of `chatgpt-quickstart`: `GET /chat?message=…`, then the events `start`, `message` and `end`.
pub struct MessageEvents;

/// An event, named after its type.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
enum Event {
    Mark(Mark),
    Said(Said),
    Failed(Failed),
}

/// The beginning and the end of an answer.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
#[schema(as = message_events::Mark)]
enum Mark {
    /// The answer begins.
    Start,
    /// Nothing follows; without it a browser asks again.
    End,
}

/// A piece of the text, or all of it.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
#[schema(as = message_events::Said)]
enum Said {
    /// The only type.
    Message { sender: Assistant, text: String },
}

/// The reason why there is no answer, or why it broke off.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
#[schema(as = message_events::Failed)]
enum Failed {
    /// The only type.
    Error { error: String },
}

impl Said {
    fn of(text: impl Into<String>) -> Self {
        Self::Message { sender: Assistant::Assistant, text: text.into() }
    }
}

impl From<&ProtocolError> for Failed {
    fn from(error: &ProtocolError) -> Self {
        Self::Error { error: error.message.clone() }
    }
}

impl Dialect for MessageEvents {
    fn description(&self) -> Description {
        Description::of::<Said, Event, Failed>(
            "A question in the address, answered as server-sent events.",
        )
    }

    fn recognises(&self, asked: &Asked<'_>) -> bool {
        asked.path == "/chat" && asked.body.is_null() && message(asked.query).is_some()
    }

    fn parse(&self, asked: &Asked<'_>) -> Result<(ChatRequest, Delivery), ProtocolError> {
        let question = message(asked.query)
            .ok_or_else(|| ProtocolError::refused("the address must hold a message"))?;
        let request =
            ChatRequest { messages: vec![Message::user(question)], ..ChatRequest::default() };
        Ok((request, Delivery::Lines))
    }

    fn encoder(&self, _head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(|event: AnswerEvent| {
            values(match event {
                AnswerEvent::Grounded(_) => vec![Event::Mark(Mark::Start)],
                AnswerEvent::Delta(text) => vec![Event::Said(Said::of(text))],
                AnswerEvent::Finished { .. } => vec![Event::Mark(Mark::End)],
                // Even a failure is followed by the end.
                AnswerEvent::Failed(error) => {
                    vec![Event::Failed(Failed::from(&error)), Event::Mark(Mark::End)]
                }
                AnswerEvent::FollowUps(_)
                | AnswerEvent::Audited(_)
                | AnswerEvent::Reported(_)
                | AnswerEvent::Thoughts(_) => Vec::new(),
            })
        })
    }

    fn whole(&self, _head: &AnswerHead, answer: &Answer) -> Value {
        json!(Said::of(&answer.text))
    }

    fn error(&self, error: &ProtocolError) -> Value {
        json!(Failed::from(error))
    }
}

/// The message of a query string, decoded.
fn message(query: &str) -> Option<String> {
    let encoded = query.split('&').find_map(|pair| pair.strip_prefix("message="))?;
    let encoded = encoded.replace('+', " ");
    let decoded = percent_decode_str(&encoded).decode_utf8_lossy();
    Some(decoded.into_owned())
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
