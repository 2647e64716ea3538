//! The tools by which documents are looked up.

use footnote_models::Tool;
use footnote_protocol::ToolStep;
use footnote_retrieval::Hit;

use crate::Rag;

/// What a tool is called with besides its arguments.
pub struct ToolContext<'a> {
    /// The engine, for its reader and in its scope.
    pub rag: &'a Rag,
}

/// What a tool found.
pub struct ToolOutput {
    /// What happened.
    pub step: ToolStep,
    /// Text that stands before the passages.
    pub text: String,
    /// The passages that it shows or rests on.
    pub passages: Vec<Hit>,
    /// Documents that the text names.
    pub documents: Vec<String>,
}

/// The reason why a call leads to nothing.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ToolError(String);

/// The tools that a model is offered.
pub fn offered() -> Vec<Tool> {
    Vec::new()
}

/// Calls a tool by its name.
///
/// # Errors
///
/// Why the call leads to nothing.
pub async fn call(_: &ToolContext<'_>, name: &str, _: &str) -> Result<ToolOutput, ToolError> {
    Err(ToolError(format!("There is no tool {name}.")))
}
