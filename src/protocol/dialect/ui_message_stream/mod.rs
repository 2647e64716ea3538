//! The UI message stream of the AI SDK, which its `useChat` and `DefaultChatTransport` read.

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

/// The UI message stream, version 1, which is also called the data stream protocol.
///
/// A client sends its whole conversation with each question, and reads chunks of a message. It breaks off at
/// any chunk that it does not know and at any null in place of a field, and takes a stream that just ends for
/// a whole answer, so that a failure is always told. Citations stand at the end of the text, in the units of
/// UTF-16, which version 7 shows and those before it read past; what else is found is sent as data parts,
/// which come back with the next question and are not read.
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
        // There are no answers in one piece.
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

    /// The sentence alone: pages show the body of a refusal as it is.
    fn error(&self, error: &ProtocolError) -> Value {
        Value::String(error.message.clone())
    }
}

/// A refusal: its sentence as plain text.
#[derive(utoipa::ToSchema)]
#[schema(as = ui_message_stream::Refusal)]
struct UiErrorText(
    #[expect(dead_code, reason = "it is described, and written as a string")] String,
);
