//! The indexed documents as the page knows them.

use serde::{Deserialize, Serialize};

use super::RetrievalMode;

/// The state of the index, for the page's empty state and its status line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LibraryStatus {
    /// True while a pass over the folder is under way.
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
    /// The number of documents whose passages can be found.
    pub ready: usize,
    /// The number of files that could not be read.
    pub unread: usize,
    /// The page of the list that is shown.
    pub listing: Listing,
    /// The number of documents that fit the listing, on all of its pages.
    pub listed: usize,
    /// The documents of this page of the listing, by path.
    pub documents: Vec<DocumentSummary>,
    /// The first files that could not be read, by path.
    pub failed: Vec<FailedFile>,
    /// Questions that the documents themselves suggest.
    pub examples: Vec<String>,
    /// The name of the chat model; `None` when answers quote.
    pub model: Option<String>,
    /// The ways to search that there are; the first is the usual one.
    #[serde(default)]
    pub modes: Vec<RetrievalMode>,
    /// The number of embedded passages, and of all; `None` without an embedding model.
    #[serde(default)]
    pub embedded: Option<(u32, u32)>,
}

/// A page of the list of documents. The names of its fields are those of the page's address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Listing {
    /// The page of the list, from 1.
    #[serde(rename = "documents")]
    pub page: usize,
    /// Letters in the path or the title of each, of any case; empty for all.
    pub named: String,
}

impl Listing {
    /// The number of documents on a page.
    pub const DOCUMENTS: usize = 100;

    /// The page so many pages on; `None` if there is none that far in front.
    pub fn turned(&self, pages: isize) -> Option<Self> {
        let page = self
            .page
            .checked_add_signed(pages)
            .filter(|page| *page > 0)?;
        let named = self.named.clone();
        Some(Self { page, named })
    }

    /// The number of documents on the pages before.
    pub fn before(&self) -> usize {
        self.page.saturating_sub(1).saturating_mul(Self::DOCUMENTS)
    }
}

impl Default for Listing {
    fn default() -> Self {
        Self {
            page: 1,
            named: String::new(),
        }
    }
}

/// One document that can be asked about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentSummary {
    /// Its path relative to the folder.
    pub path: String,
    /// Its title; empty if unknown.
    pub title: String,
    /// The number of its pages.
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
        /// Its address here, with the page as a fragment.
        url: String,
        /// True if the frame must be sandboxed.
        sandboxed: bool,
    },
    /// Markdown, rendered by the page.
    Markdown(String),
    /// Plain text.
    Plain(String),
}
