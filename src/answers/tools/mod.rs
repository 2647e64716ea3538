//! The tools, which are the only way to look things up. Each has typed arguments and a result that carries its sources.
//! All go through [`Rag`], so that none reveals a document that its reader may not read or that is out of scope.

mod arguments;
#[cfg(test)]
mod bounds_tests;
mod list;
mod names;
mod query;
mod read;
pub(crate) mod room;
mod search;
#[cfg(test)]
mod tests;

use std::sync::{Arc, LazyLock};

use footnote_models::Tool;
use footnote_protocol::{ProtocolError, ToolStep};
use footnote_store::search::Hit;
use footnote_store::{RetrieveError, StoreError};
pub(super) use query::{schema_of, tables_of};
use serde::de::DeserializeOwned;
use utoipa::PartialSchema;

use super::Rag;

/// Maximum size of a result in estimated tokens, unless the caller sets it.
const DEFAULT_TOKENS: u32 = 6_000;

/// Maximum size of the arguments of a call, in bytes.
const MAX_ARGUMENTS: usize = 32 * 1024;

/// Maximum size of a result besides its passages, in bytes.
const MAX_TEXT: usize = 32 * 1024;

/// The context of a call besides its arguments.
#[derive(Clone, Copy)]
pub struct ToolContext<'a> {
    /// The documents, as their reader may see them.
    pub rag: &'a Rag,
    /// Maximum size, in estimated tokens, of a text that can be cut.
    pub tokens: u32,
}

impl<'a> ToolContext<'a> {
    /// Creates the context over these documents.
    pub fn new(rag: &'a Rag) -> Self {
        Self { rag, tokens: DEFAULT_TOKENS }
    }
}

/// The result of a tool.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolOutput {
    /// The step, for the reader's list.
    pub step: ToolStep,
    /// The text for the caller before the passages: a listing, a table, counts, gaps, and how to continue.
    pub text: String,
    /// The passages that the result shows, in the order in which they are shown.
    pub passages: Vec<Hit>,
    /// The passages that the text rests on but that are not shown.
    pub evidence: Vec<Hit>,
    /// The paths of documents that the text mentions without showing passages.
    pub documents: Vec<String>,
}

/// The reason why a tool has no result, as a sentence for its caller.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// The arguments are invalid.
    #[error("{0}")]
    Arguments(String),
    /// Nothing was found; the sentence says what to try.
    #[error("{0}")]
    Nothing(String),
    /// The documents cannot be searched now.
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

/// The arguments of a tool, which can be called with them.
trait Arguments: DeserializeOwned + PartialSchema {
    /// The name of the tool.
    const NAME: &'static str;
    /// Its purpose, in a few words.
    const DESCRIPTION: &'static str;

    /// Calls the tool.
    fn call(
        self,
        context: &ToolContext<'_>,
    ) -> impl Future<Output = Result<ToolOutput, ToolError>> + Send;
}

/// Returns the tools as offered to a model.
pub fn offered() -> Arc<[Tool]> {
    // An answer keeps them for as long as its model writes.
    static OFFERED: LazyLock<Arc<[Tool]>> = LazyLock::new(|| {
        Arc::new([
            offer::<search::Search>(),
            offer::<read::Read>(),
            offer::<list::List>(),
            offer::<query::TableQuery>(),
        ])
    });
    Arc::clone(&OFFERED)
}

fn offer<A: Arguments>() -> Tool {
    let (name, description) = (A::NAME, A::DESCRIPTION);
    Tool { name, description, parameters: arguments::schema::<A>() }
}

/// Calls a tool by name on the threads of answers, with JSON arguments as written by a model. Dropping the future ends it.
///
/// # Errors
///
/// Returns a sentence that says what is wrong with the arguments, or that nothing was found and what to try.
pub async fn call(
    context: &ToolContext<'_>,
    name: &str,
    arguments: &str,
) -> Result<ToolOutput, ToolError> {
    context.rag.workers.admit()?;
    if arguments.len() > MAX_ARGUMENTS {
        let sentence = format!("The arguments of a tool take at most {MAX_ARGUMENTS} bytes.");
        return Err(ToolError::Arguments(sentence));
    }
    let (rag, tokens) = (context.rag.clone(), context.tokens);
    let (name, arguments) = (name.to_owned(), arguments.to_owned());
    let work = async move { named(&ToolContext { rag: &rag, tokens }, &name, &arguments).await };
    match context.rag.workers.run(work).await? {
        Ok(output) => Ok(ToolOutput { text: bounded(output.text), ..output }),
        Err(ToolError::Arguments(why)) => Err(ToolError::Arguments(bounded(why))),
        Err(ToolError::Nothing(why)) => Err(ToolError::Nothing(bounded(why))),
        Err(failed) => Err(failed),
    }
}

/// Calls the tool of this name.
async fn named(
    context: &ToolContext<'_>,
    name: &str,
    arguments: &str,
) -> Result<ToolOutput, ToolError> {
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

/// Cuts a text that is too long, and says so.
fn bounded(mut text: String) -> String {
    if text.len() > MAX_TEXT {
        text.truncate(text.floor_char_boundary(MAX_TEXT));
        text.push_str("…\nThe rest is left out: it is too long.\n");
    }
    text
}
