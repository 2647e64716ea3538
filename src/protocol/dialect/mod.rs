//! The wire forms: how each is recognised, parsed and encoded, one file each.

use serde_json::Value;

use super::{Answer, AnswerEvent, ChatRequest, ProtocolError};

mod body;
pub mod choices;
pub mod message_delta;

/// How the client wants its answer delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// One JSON object when the answer is whole.
    Whole,
    /// One JSON object per line while the answer comes.
    Lines,
}

/// One wire form of the protocol.
pub trait Dialect: Sync {
    /// The form's short name, by which tests and people call it.
    fn name(&self) -> &'static str;

    /// Whether a body sent to `path` (no trailing slash, no `/api`) is of this form.
    fn recognises(&self, path: &str, body: &Value) -> bool;

    /// Reads a request.
    ///
    /// # Errors
    ///
    /// A refusal that names the field that is missing or of the wrong type.
    fn parse(&self, path: &str, body: Value) -> Result<(ChatRequest, Delivery), ProtocolError>;

    /// The content type of streamed answers.
    fn lines_content_type(&self) -> &'static str;

    /// Starts encoding one answer.
    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send>;

    /// Encodes a whole answer.
    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value;

    /// Encodes an error, before or inside a stream.
    fn error(&self, error: &ProtocolError) -> Value;
}

/// Turns the events of one answer into the values of its lines, in order.
pub trait Encoder {
    /// The lines for one event; often one, sometimes none.
    fn lines(&mut self, event: AnswerEvent) -> Vec<Value>;
}

/// What every line of one answer may repeat.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnswerHead {
    /// A unique name of the answer.
    pub id: String,
    /// When it began, in seconds since 1970.
    pub created: u64,
    /// The name of the model that will write it.
    pub model: String,
    /// The client's memory, returned untouched.
    pub session_state: Option<Value>,
}

/// Every form, in the order in which they are asked whether a body is theirs.
pub static DIALECTS: &[&dyn Dialect] = &[&choices::Choices, &message_delta::MessageDelta];

/// The form of a body that was sent to `path`; the 2024-05-29 form when no other claims it.
pub fn recognise(path: &str, body: &Value) -> &'static dyn Dialect {
    DIALECTS
        .iter()
        .copied()
        .find(|dialect| dialect.recognises(path, body))
        .unwrap_or(&message_delta::MessageDelta)
}
