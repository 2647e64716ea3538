//! What the page knows of the indexed documents.

use serde::{Deserialize, Serialize};

use super::RetrievalMode;

/// What is indexed and how fresh it is, for the page's empty state and its status line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LibraryStatus {
    /// Whether a pass over the folder is under way.
    pub running: bool,
    /// Files seen in this pass.
    pub seen: u32,
    /// Files done in this pass.
    pub done: u32,
    /// When the last pass ended, in seconds since 1970.
    pub finished_at: Option<u64>,
    /// Why the folder could not be looked through the last time; what is known stays in use.
    #[serde(default)]
    pub problem: Option<String>,
    /// The documents whose passages can be found, by path.
    pub documents: Vec<DocumentSummary>,
    /// The files that could not be read, by path.
    pub failed: Vec<FailedFile>,
    /// Questions that the documents themselves suggest.
    pub examples: Vec<String>,
    /// The name of the chat model; `None` when answers quote.
    pub model: Option<String>,
    /// The ways to search that there are; the first is the usual one.
    #[serde(default)]
    pub modes: Vec<RetrievalMode>,
    /// How many passages are embedded, and how many there are; `None` without an embedding model.
    #[serde(default)]
    pub embedded: Option<(u32, u32)>,
}

/// One document that can be asked about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentSummary {
    /// Its path relative to the folder.
    pub path: String,
    /// Its title; empty if unknown.
    pub title: String,
    /// How many pages it has.
    pub pages: u32,
}

/// One file that could not be read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedFile {
    /// Its path relative to the folder.
    pub path: String,
    /// Why, in a sentence for the reader.
    pub reason: String,
}

/// A document opened from a citation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OpenedDocument {
    /// The browser shows it: PDF, or HTML in a sandbox.
    Framed {
        /// Where it is served, with the page as a fragment.
        url: String,
        /// Whether the frame must be sandboxed.
        sandboxed: bool,
    },
    /// Markdown, rendered by the page.
    Markdown(String),
    /// Plain text.
    Plain(String),
}
