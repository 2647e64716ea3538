//! A step of looking things up, as it happens.

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Thought;

/// Something that was looked up for an answer, with what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "snake_case")]
pub enum ToolStep {
    /// A search for passages.
    Searched {
        /// The words that were searched for.
        query: String,
        /// The documents that were searched; all if there are none.
        documents: Vec<String>,
        /// The number of passages found.
        passages: usize,
    },
    /// A document was read.
    Read {
        /// The path of the document.
        document: String,
        /// The first and the last page; `None` where it has no pages, or all were read.
        pages: Option<(u32, u32)>,
    },
    /// Documents were listed.
    Listed {
        /// The number of documents that fit.
        documents: usize,
    },
    /// Rows of tables were queried.
    Computed {
        /// The paths of the documents with the tables.
        documents: Vec<String>,
        /// The number of rows that the tables have.
        rows: usize,
    },
    /// A call that led to nothing.
    Failed {
        /// The name of the tool.
        tool: String,
        /// The reason, as the model was told it.
        reason: String,
    },
}

impl ToolStep {
    /// The step as a thought, with its title in English and its parts as properties.
    pub fn thought(&self) -> Thought {
        let thought = Thought::new(self.title(), self.subject());
        match json!(self) {
            serde_json::Value::Object(parts) => Thought { props: Some(parts), ..thought },
            _ => thought,
        }
    }

    /// What was looked up: the words of a search, the name of a document.
    pub fn subject(&self) -> String {
        match self {
            Self::Searched { query, .. } => query.clone(),
            Self::Read { document, .. } => document.clone(),
            Self::Listed { documents } => documents.to_string(),
            Self::Computed { documents, .. } => documents.join(", "),
            Self::Failed { reason, .. } => reason.clone(),
        }
    }

    /// The title of its thought.
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
