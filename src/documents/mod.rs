//! Documents: files in many formats, read into blocks and cut into passages.

pub mod acl;
pub mod attach;
pub mod extract;
pub mod hash;
mod left_out;
pub mod names;
pub mod natural;
mod record;
pub mod relationship;
mod replace;
pub mod split;
pub mod stamp;
pub mod statements;
pub mod table;
pub mod unpacked;

use acl::Acl;
pub use left_out::LeftOut;
pub use record::Record;
pub use replace::replace;
use serde::{Deserialize, Serialize};
pub use stamp::Stamp;
use statements::Statement;

/// One passage: the unit that is indexed and cited.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Passage {
    /// A name unique in the index: `<path>#<ordinal>`.
    pub id: String,
    /// The document's path relative to the folder, with `/` between its parts.
    pub path: String,
    /// The page that it begins on, from 1; `None` for formats without pages.
    pub page: Option<u32>,
    /// Its place among the document's passages, from 0.
    pub ordinal: u32,
    /// The document's title.
    pub title: String,
    /// The headings that it stands under, outermost first.
    pub headings: Vec<String>,
    /// The document's first folder, if it lies in one.
    pub category: Option<String>,
    /// Its text; Markdown where the format has structure.
    pub text: String,
    /// The statements of its text, see [`Passage::statements`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub statements: Vec<Statement>,
    /// The users and groups that may read it.
    #[serde(rename = "access", default, skip_serializing_if = "Acl::is_public")]
    pub acl: Acl,
}

impl Passage {
    /// The source name that citations use: the path, with `#page=N` for documents with pages.
    pub fn source(&self) -> String {
        footnote_text::source::join(&self.path, self.page)
    }
}

/// The result of extraction: a file's title and its pages in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// The title, from the format's metadata or its first heading; may be empty.
    pub title: String,
    /// The pages; one without a number where the format has none.
    pub pages: Vec<Page>,
    /// The number of characters left out since no reader sees them.
    pub hidden: usize,
    /// The parts that are left out.
    pub left_out: LeftOut,
}

/// One page of a document, as blocks in reading order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// The page's number from 1; `None` where the format has no pages.
    pub number: Option<u32>,
    /// Its blocks.
    pub blocks: Vec<Block>,
}

impl Document {
    /// Adds a numbered page, unless there is nothing on it.
    pub fn add(&mut self, number: u32, blocks: Vec<Block>) {
        if !blocks.is_empty() {
            let number = Some(number);
            self.pages.push(Page { number, blocks });
        }
    }
}

impl Page {
    /// The one page of a format without pages.
    pub fn whole(blocks: Vec<Block>) -> Self {
        Self { number: None, blocks }
    }
}

/// A stretch of text that belongs together.
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
    /// A paragraph whose lines end where its writer ended them.
    Lines(String),
    /// A list item, without its marker.
    Item(String),
    /// A table as rows of cells, the header first.
    Table(Vec<Vec<String>>),
    /// A row of a table that has too many columns to repeat its head: its fields, each behind the name of its column.
    Record(Vec<String>),
    /// Preformatted text.
    Code(String),
}

impl Block {
    /// A heading of this level.
    pub fn heading(level: u8, text: impl Into<String>) -> Self {
        Self::Heading { level, text: text.into() }
    }
}

/// The state of one file of the folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum FileState {
    /// Its passages can be found.
    Ready {
        /// The number of its passages.
        passages: u32,
        /// The number of its pages.
        pages: u32,
    },
    /// It could not be read; the reason is for the reader.
    Failed(String),
}

impl Default for FileState {
    fn default() -> Self {
        Self::Failed(String::new())
    }
}
