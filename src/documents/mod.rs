//! Documents: blocks and passages, their tables, and who may read them.

pub mod acl;
pub mod attach;
pub mod dates;
mod error;
pub mod grid;
pub mod hash;
mod left_out;
pub mod lines;
pub mod names;
pub mod natural;
pub mod parts;
mod record;
mod replace;
pub mod split;
pub mod stamp;
pub mod table;
pub mod titles;
pub mod visible;

use acl::Acl;
pub use error::ExtractError;
pub use left_out::LeftOut;
pub use record::Record;
pub use replace::replace;
use serde::{Deserialize, Serialize};
pub use stamp::Stamp;

/// One passage: the unit that is indexed and cited.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Passage {
    /// A unique name in the index: `<path>#<ordinal>`.
    pub id: String,
    /// The document's path relative to the folder, with `/` as separator.
    pub path: String,
    /// The page on which it begins, from 1; `None` for formats without pages.
    pub page: Option<u32>,
    /// Its position among the document's passages, from 0.
    pub ordinal: u32,
    /// The document's title.
    pub title: String,
    /// The headings above it, outermost first.
    pub headings: Vec<String>,
    /// The document's first folder, if it is in one.
    pub category: Option<String>,
    /// Its text; Markdown if the format has structure.
    pub text: String,
    /// True if it has only further rows of a table that an earlier passage begins. Such passages are found by words and
    /// by SQL, but not by meaning.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub only_rows: bool,
    /// The users and groups that may read it.
    #[serde(rename = "access", default, skip_serializing_if = "Acl::is_public")]
    pub acl: Acl,
}

impl Passage {
    /// Returns the source name that citations use: the path, with `#page=N` for documents with pages.
    pub fn source(&self) -> String {
        footnote_text::source::join(&self.path, self.page)
    }

    /// Replaces its text.
    pub fn set_text(&mut self, text: String) {
        self.text = text;
    }

    /// Returns the headings inside its text in order, without their marks and numbers.
    pub fn inner_headings(&self) -> Vec<&str> {
        lines::headings(&self.text)
    }
}

/// The result of extraction: a file's title and its pages in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// The title, from the format's metadata or its first heading; may be empty.
    pub title: String,
    /// The pages; one without a number if the format has none.
    pub pages: Vec<Page>,
    /// Number of hidden characters left out.
    pub hidden: usize,
    /// Other content that was left out.
    pub left_out: LeftOut,
    /// The pages with pictures that may hold words, or the numbers of the pictures if it has no pages.
    pub pictures: Vec<u32>,
}

/// One page of a document, as blocks in reading order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// The page's number from 1; `None` if the format has no pages.
    pub number: Option<u32>,
    /// Its blocks.
    pub blocks: Vec<Block>,
}

impl Document {
    /// Adds a numbered page, unless it is empty.
    pub fn add(&mut self, number: u32, blocks: Vec<Block>) {
        if !blocks.is_empty() {
            let number = Some(number);
            self.pages.push(Page { number, blocks });
        }
    }

    /// Returns the text of its first heading.
    pub fn first_heading(&self) -> Option<String> {
        let mut blocks = self.pages.iter().flat_map(|page| &page.blocks);
        blocks.find_map(|block| match block {
            Block::Heading { text, .. } => Some(text.clone()),
            _ => None,
        })
    }

    /// Returns the document if it has content.
    ///
    /// # Errors
    ///
    /// Fails with `error` if it has none, or with [`ExtractError::NoText`] if it has pictures.
    pub fn unless_empty(self, error: ExtractError) -> Result<Self, ExtractError> {
        let has_any = self.pages.iter().any(|page| !page.blocks.is_empty());
        let error = if self.pictures.is_empty() { error } else { ExtractError::NoText };
        has_any.then_some(self).ok_or(error)
    }
}

impl Page {
    /// Returns the only page of a format without pages.
    pub fn whole(blocks: Vec<Block>) -> Self {
        Self { number: None, blocks }
    }
}

/// A part of a text that belongs together.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A heading of `level` 1 (outermost) to 6.
    Heading {
        /// Its level.
        level: u8,
        /// Its words.
        text: String,
    },
    /// A paragraph.
    Paragraph(String),
    /// A paragraph whose line breaks were set by its writer.
    Lines(String),
    /// A list item, without its marker.
    Item(String),
    /// A table as rows of cells, the header first.
    Table(Vec<Vec<String>>),
    /// A row of a table with too many columns to repeat its header: its fields, each after the name of its column.
    Record(Vec<String>),
    /// Preformatted text.
    Code(String),
}

impl Block {
    /// Returns a heading at this level.
    pub fn heading(level: u8, text: impl Into<String>) -> Self {
        Self::Heading { level, text: text.into() }
    }
}

/// The state of one file of the folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum FileState {
    /// Its passages can be found.
    Ready {
        /// Number of its passages.
        passages: u32,
        /// Number of its pages.
        pages: u32,
    },
    /// It could not be read; the reason is for readers.
    Failed(String),
}

impl Default for FileState {
    fn default() -> Self {
        Self::Failed(String::new())
    }
}
