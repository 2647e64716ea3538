//! Parts that the bodies of several forms share.

use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::ProtocolError;

/// Role of the assistant.
#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Assistant {
    /// The only variant.
    #[default]
    Assistant,
}

/// An answer: its Markdown text and its role.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Said)]
pub(super) struct AnswerMessage {
    role: Assistant,
    content: String,
}

impl AnswerMessage {
    /// Returns an answer with this text.
    pub(super) fn new(content: impl Into<String>) -> Self {
        Self { role: Assistant::Assistant, content: content.into() }
    }
}

/// An answer with all keys that the specifications show, which are OpenAI's: there are no calls.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CompletionMessage {
    #[serde(flatten)]
    said: AnswerMessage,
    #[schema(value_type = Option<Object>)]
    function_call: (),
    #[schema(value_type = Option<Object>)]
    tool_calls: (),
}

impl CompletionMessage {
    /// Returns an answer with this text.
    pub(super) fn new(content: impl Into<String>) -> Self {
        Self { said: AnswerMessage::new(content), function_call: (), tool_calls: () }
    }
}

/// The next piece of an answer's text, with all keys that the specifications show.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CompletionDelta {
    content: String,
    #[schema(value_type = Option<Assistant>)]
    role: (),
    #[schema(value_type = Option<Object>)]
    function_call: (),
    #[schema(value_type = Option<Object>)]
    tool_calls: (),
}

impl CompletionDelta {
    /// Returns the next piece of text.
    pub(super) fn text(content: impl Into<String>) -> Self {
        Self { content: content.into(), role: (), function_call: (), tool_calls: () }
    }
}

/// A piece of an answer: its text, never together with data points, or its role.
#[derive(Debug, Default, Serialize, ToSchema)]
#[schema(as = Piece)]
pub(super) struct AnswerDelta {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Assistant, required = false)]
    role: Option<Assistant>,
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<String>,
}

impl AnswerDelta {
    /// Returns the next piece of text.
    pub(super) fn text(content: impl Into<String>) -> Self {
        Self { role: None, content: Some(content.into()) }
    }

    /// Returns the role alone: without a role, some front ends do not show the answer.
    pub(super) fn role_only() -> Self {
        Self { role: Some(Assistant::Assistant), content: None }
    }

    /// Returns the role with an empty text.
    pub(super) fn role_and_empty_text() -> Self {
        Self { content: Some(String::new()), ..Self::role_only() }
    }
}

/// The next piece of an answer's text.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Text)]
pub(super) struct TextDelta {
    /// Markdown.
    pub(super) content: String,
}

/// Error before or within an answer.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ErrorBody {
    error: String,
}

impl From<&ProtocolError> for ErrorBody {
    fn from(error: &ProtocolError) -> Self {
        Self { error: error.message.clone() }
    }
}

/// Encodes lines as values.
pub(super) fn values<Line: Serialize>(lines: impl IntoIterator<Item = Line>) -> Vec<Value> {
    lines.into_iter().map(|line| json!(line)).collect()
}
