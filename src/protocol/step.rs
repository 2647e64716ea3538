//! Look-ups, reported as they happen.

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Thought;

/// A look-up for an answer, and its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "snake_case")]
pub enum ToolStep {
    /// A search for passages.
    Searched {
        /// The search query.
        query: String,
        /// The searched documents; empty means all.
        documents: Vec<String>,
        /// Number of passages found.
        passages: usize,
    },
    /// A document was read.
    Read {
        /// Path of the document.
        document: String,
        /// First and last page; `None` if the document has no pages, or all of it was read.
        pages: Option<(u32, u32)>,
    },
    /// Documents were listed.
    Listed {
        /// Number of matching documents.
        documents: usize,
    },
    /// Rows of tables were queried.
    Computed {
        /// Paths of the documents with the tables.
        documents: Vec<String>,
        /// Number of rows in these tables.
        rows: usize,
    },
    /// A call that failed.
    Failed {
        /// Name of the tool.
        tool: String,
        /// The reason given to the model.
        reason: String,
    },
}

impl ToolStep {
    /// Returns the step as a thought, with an English title and its fields as properties.
    pub fn thought(&self) -> Thought {
        let thought = Thought::new(self.title(), self.subject());
        match json!(self) {
            serde_json::Value::Object(parts) => Thought { props: Some(parts), ..thought },
            _ => thought,
        }
    }

    /// Returns the look-up in a few words, such as its search query or the path of the document.
    pub fn subject(&self) -> String {
        match self {
            Self::Searched { query, .. } => query.clone(),
            Self::Read { document, .. } => document.clone(),
            Self::Listed { documents } => documents.to_string(),
            Self::Computed { documents, .. } => documents.join(", "),
            Self::Failed { reason, .. } => reason.clone(),
        }
    }

    /// Title of the thought.
    fn title(&self) -> &'static str {
        match self {
            Self::Searched { .. } => "Searched",
            Self::Read { .. } => "Read",
            Self::Listed { .. } => "Listed documents",
            Self::Computed { .. } => "Computed over tables",
            Self::Failed { .. } => "Call without a result",
        }
    }
}
