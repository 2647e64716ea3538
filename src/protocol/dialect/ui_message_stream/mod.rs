//! The UI message stream of the AI SDK, as read by its `useChat` and `DefaultChatTransport`.

use serde_json::{Value, json};

use self::chunk::{UiChunkEncoder, UiMessage, UiMessageChunk};
use self::request::UiMessageStreamRequest;
use super::{
    AnswerHead, Delivery, Description, Dialect, Encoder, RawRequest, ResponseHeader, SentFile,
    fields,
};
use crate::{Answer, ChatRequest, ProtocolError};

mod chunk;
mod request;
#[cfg(test)]
mod tests;

/// The UI message stream, version 1, also called the data stream protocol.
///
/// A client sends its whole conversation with each question, and reads chunks of a message. It fails on unknown chunks
/// and on null fields. It takes a stream that simply ends for a complete answer, so every failure is sent as a chunk.
/// Citations follow the text, with positions in UTF-16 code units; version 7 shows them, and earlier versions ignore
/// them. Everything else is sent as data parts. They come back with the next question and are ignored.
pub struct UiMessageStream;

impl Dialect for UiMessageStream {
    fn description(&self) -> Description {
        Description::of::<UiMessage, UiMessageChunk, UiErrorText>(
            "Questions of the AI SDK's pages, answered by its UI message stream.",
        )
        .with_request::<UiMessageStreamRequest>(request::example())
    }

    fn recognises(&self, raw: &RawRequest<'_>) -> bool {
        let messages = raw.body.get("messages").and_then(Value::as_array);
        let mut messages = messages.into_iter().flatten();
        raw.body.get("trigger").is_some_and(Value::is_string)
            || messages.any(|message| message.get("parts").is_some_and(Value::is_array))
    }

    fn parse(&self, raw: &RawRequest<'_>) -> Result<(ChatRequest, Delivery), ProtocolError> {
        // This form always streams.
        Ok((fields::object::<UiMessageStreamRequest>(raw.body)?.request()?, Delivery::Lines))
    }

    fn files(&self, raw: &RawRequest<'_>) -> Result<Vec<SentFile>, ProtocolError> {
        fields::object::<UiMessageStreamRequest>(raw.body)?.files()
    }

    fn header(&self) -> Option<ResponseHeader> {
        Some(("x-vercel-ai-ui-message-stream", "v1"))
    }

    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(UiChunkEncoder::new(head))
    }

    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value {
        json!(UiMessage::of(head, answer))
    }

    /// Only the sentence: pages show the body of an error as it is.
    fn error(&self, error: &ProtocolError) -> Value {
        Value::String(error.message.clone())
    }
}

/// An error: its sentence as plain text.
#[derive(utoipa::ToSchema)]
#[schema(as = ui_message_stream::Refusal)]
struct UiErrorText(
    #[expect(dead_code, reason = "it is described, and written as a string")] String,
);
