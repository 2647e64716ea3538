//! The tools, the one way to look things up: each with typed arguments, and a result that carries its sources. All go
//! through [`Rag`], so that none tells of a document that its reader may not read or that is out of scope.

mod arguments;
mod list;
mod names;
mod query;
mod read;
pub(crate) mod room;
mod search;
#[cfg(test)]
mod tests;

use footnote_models::Tool;
use footnote_protocol::{ProtocolError, ToolStep};
use footnote_retrieval::store::StoreError;
use footnote_retrieval::{Hit, RetrieveError};
pub(super) use query::tables_of;
use serde::de::DeserializeOwned;
use utoipa::PartialSchema;

use super::Rag;

/// Estimated tokens of a result, unless the caller says otherwise.
const DEFAULT_TOKENS: u32 = 6_000;

/// The context of a call beside its arguments.
#[derive(Clone, Copy)]
pub struct ToolContext<'a> {
    /// The documents, as their reader may see them.
    pub rag: &'a Rag,
    /// Maximum number of estimated tokens that a text which can be cut may take.
    pub tokens: u32,
}

impl<'a> ToolContext<'a> {
    /// The context over these documents.
    pub fn new(rag: &'a Rag) -> Self {
        Self { rag, tokens: DEFAULT_TOKENS }
    }
}

/// The result of a tool.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolOutput {
    /// The step, for the reader's list.
    pub step: ToolStep,
    /// Text for the caller that stands before the passages: a listing, a table, counts, gaps, how to go on.
    pub text: String,
    /// The passages that the result shows, in the order in which they are to be shown.
    pub passages: Vec<Hit>,
    /// The passages that the text rests on, and that are not shown.
    pub evidence: Vec<Hit>,
    /// The paths of documents that the text speaks of without showing passages.
    pub documents: Vec<String>,
}

/// The reason why a tool has no result, in a sentence for its caller.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// The arguments do not fit.
    #[error("{0}")]
    Arguments(String),
    /// Nothing was found; the sentence says what to try.
    #[error("{0}")]
    Nothing(String),
    /// The documents cannot be looked up now.
    #[error("{}", .0.message)]
    Failed(ProtocolError),
}

impl From<RetrieveError> for ToolError {
    fn from(error: RetrieveError) -> Self {
        Self::Failed(error.into())
    }
}

impl From<StoreError> for ToolError {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.into())
    }
}

impl From<ProtocolError> for ToolError {
    fn from(error: ProtocolError) -> Self {
        Self::Failed(error)
    }
}

/// The arguments of a tool, by which it is called.
trait Arguments: DeserializeOwned + PartialSchema {
    /// The name of the tool.
    const NAME: &'static str;
    /// Its purpose, in a few words.
    const DESCRIPTION: &'static str;

    /// Calls it.
    fn call(
        self,
        context: &ToolContext<'_>,
    ) -> impl Future<Output = Result<ToolOutput, ToolError>> + Send;
}

/// The tools, as a model is offered them.
pub fn offered() -> Vec<Tool> {
    vec![
        offer::<search::Search>(),
        offer::<read::Read>(),
        offer::<list::List>(),
        offer::<query::TableQuery>(),
    ]
}

fn offer<A: Arguments>() -> Tool {
    let (name, description) = (A::NAME, A::DESCRIPTION);
    Tool { name, description, parameters: arguments::schema::<A>() }
}

/// Calls a tool by name, with arguments in JSON as a model wrote them.
///
/// # Errors
///
/// A sentence that says what is wrong with the arguments, or that nothing was found and what to try.
pub async fn call(
    context: &ToolContext<'_>,
    name: &str,
    arguments: &str,
) -> Result<ToolOutput, ToolError> {
    context.rag.workers.admit()?;
    match name {
        search::Search::NAME => arguments::read::<search::Search>(arguments)?.call(context).await,
        read::Read::NAME => arguments::read::<read::Read>(arguments)?.call(context).await,
        list::List::NAME => arguments::read::<list::List>(arguments)?.call(context).await,
        query::TableQuery::NAME => {
            arguments::read::<query::TableQuery>(arguments)?.call(context).await
        }
        _ => {
            let names: Vec<&str> = offered().iter().map(|tool| tool.name).collect();
            Err(ToolError::Arguments(format!(
                "There is no tool {name:?}, only {}.",
                names.join(", ")
            )))
        }
    }
}
