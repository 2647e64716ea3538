//! The parts that the bodies of several forms have in common.

use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::ProtocolError;

/// The role of the assistant.
#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Assistant {
    /// The only one.
    #[default]
    Assistant,
}

/// An answer: its Markdown, and who says it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Said)]
pub(super) struct AnswerMessage {
    role: Assistant,
    content: String,
}

impl AnswerMessage {
    /// An answer of this text.
    pub(super) fn new(content: impl Into<String>) -> Self {
        Self { role: Assistant::Assistant, content: content.into() }
    }
}

/// An answer with every key that the texts show, which are those of OpenAI's: nothing was called.
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
    /// An answer of this text.
    pub(super) fn new(content: impl Into<String>) -> Self {
        Self { said: AnswerMessage::new(content), function_call: (), tool_calls: () }
    }
}

/// The next piece of an answer's text with every key that the texts show.
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
    /// The next text.
    pub(super) fn text(content: impl Into<String>) -> Self {
        Self { content: content.into(), role: (), function_call: (), tool_calls: () }
    }
}

/// A piece of an answer: its text, never beside data points, or who speaks.
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
    /// The next text.
    pub(super) fn text(content: impl Into<String>) -> Self {
        Self { role: None, content: Some(content.into()) }
    }

    /// The speaker alone: without one some front ends do not show the answer.
    pub(super) fn role_only() -> Self {
        Self { role: Some(Assistant::Assistant), content: None }
    }

    /// The speaker, with a text that is still empty.
    pub(super) fn role_and_empty_text() -> Self {
        Self { content: Some(String::new()), ..Self::role_only() }
    }
}

/// The next piece of an answer's text.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Text)]
pub(super) struct TextDelta {
    /// Its Markdown.
    pub(super) content: String,
}

/// The reason why there is no answer, or why it broke off.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ErrorBody {
    error: String,
}

impl From<&ProtocolError> for ErrorBody {
    fn from(error: &ProtocolError) -> Self {
        Self { error: error.message.clone() }
    }
}

/// Lines as the values that are written.
pub(super) fn values<Line: Serialize>(lines: impl IntoIterator<Item = Line>) -> Vec<Value> {
    lines.into_iter().map(|line| json!(line)).collect()
}
