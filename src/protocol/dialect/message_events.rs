//! A question in the address and its answer as events, for a browser's `EventSource`.

use percent_encoding::percent_decode_str;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::parts::{Assistant, values};
use super::{AnswerHead, Delivery, Description, Dialect, Encoder, RawRequest};
use crate::{Answer, AnswerEvent, ChatRequest, Message, ProtocolError};

/// The form of `chatgpt-quickstart`: `GET /chat?message=…`, then the events `start`, `message` and `end`.
pub struct MessageEvents;

/// An event, named after its type.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
enum MessageEvent {
    StreamBoundary(StreamBoundary),
    MessageText(MessageText),
    MessageFailure(MessageFailure),
}

/// The start or the end of an answer.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
#[schema(as = message_events::Mark)]
enum StreamBoundary {
    /// The answer starts.
    Start,
    /// The end. Without it, a browser would send the request again.
    End,
}

/// A piece of the text, or all of it.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
#[schema(as = message_events::Said)]
enum MessageText {
    /// The only variant.
    Message { sender: Assistant, text: String },
}

/// Error before or within an answer.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
#[schema(as = message_events::Failed)]
enum MessageFailure {
    /// The only variant.
    Error { error: String },
}

impl MessageText {
    fn of(text: impl Into<String>) -> Self {
        Self::Message { sender: Assistant::Assistant, text: text.into() }
    }
}

impl From<&ProtocolError> for MessageFailure {
    fn from(error: &ProtocolError) -> Self {
        Self::Error { error: error.message.clone() }
    }
}

impl Dialect for MessageEvents {
    fn description(&self) -> Description {
        Description::of::<MessageText, MessageEvent, MessageFailure>(
            "A question in the address, answered as server-sent events.",
        )
    }

    fn recognises(&self, raw: &RawRequest<'_>) -> bool {
        raw.path == "/chat" && raw.body.is_null() && message(raw.query).is_some()
    }

    fn parse(&self, raw: &RawRequest<'_>) -> Result<(ChatRequest, Delivery), ProtocolError> {
        let question = message(raw.query)
            .ok_or_else(|| ProtocolError::refused("the address must hold a message"))?;
        let request =
            ChatRequest { messages: vec![Message::user(question)], ..ChatRequest::default() };
        Ok((request, Delivery::Lines))
    }

    fn encoder(&self, _head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(|event: AnswerEvent| {
            values(match event {
                AnswerEvent::Grounded(_) => {
                    vec![MessageEvent::StreamBoundary(StreamBoundary::Start)]
                }
                AnswerEvent::Delta(text) => vec![MessageEvent::MessageText(MessageText::of(text))],
                AnswerEvent::Finished { .. } => {
                    vec![MessageEvent::StreamBoundary(StreamBoundary::End)]
                }
                // The end follows even after a failure.
                AnswerEvent::Failed(error) => {
                    vec![
                        MessageEvent::MessageFailure(MessageFailure::from(&error)),
                        MessageEvent::StreamBoundary(StreamBoundary::End),
                    ]
                }
                AnswerEvent::Step(_)
                | AnswerEvent::Remark
                | AnswerEvent::Sources(_)
                | AnswerEvent::RestsOn(_)
                | AnswerEvent::FollowUps(_)
                | AnswerEvent::Audited(_)
                | AnswerEvent::Reported(_)
                | AnswerEvent::Thoughts(_) => Vec::new(),
            })
        })
    }

    fn whole(&self, _head: &AnswerHead, answer: &Answer) -> Value {
        json!(MessageText::of(&answer.text))
    }

    fn error(&self, error: &ProtocolError) -> Value {
        json!(MessageFailure::from(error))
    }
}

/// Returns the decoded message in a query string.
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
