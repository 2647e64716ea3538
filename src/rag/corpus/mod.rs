//! The documents: read from a folder, cut into passages, kept in a tantivy index.

pub mod acl;
pub mod attach;
pub mod describe;
mod descriptions;
pub mod examples;
pub mod extract;
mod folders;
pub(crate) mod hash;
pub mod index;
pub mod ingest;
pub mod kinship;
mod library;
mod lock;
mod names;
mod natural;
pub mod open;
mod others;
mod pending;
mod replace;
pub mod split;
pub mod statements;
mod statuses;
pub mod table;
mod unpacked;
pub mod uploads;
pub mod vectors;

use serde::{Deserialize, Serialize};

pub use folders::{Folder, Folders};
pub use library::{Counts, Library, Piece};
pub(crate) use replace::replace;

use acl::Acl;
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
        crate::text::source::join(&self.path, self.page)
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

/// The progress of indexing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// True if a pass over the folder is under way.
    pub running: bool,
    /// Files seen in this pass.
    pub seen: u32,
    /// Files done in this pass, failed ones included.
    pub done: u32,
    /// The time at which the last pass ended, in seconds since 1970.
    pub finished_at: Option<u64>,
    /// The reason why the last look through the folder failed, in a sentence for the reader.
    pub problem: Option<String>,
    /// True if the index could not be written the last time.
    pub unwritten: bool,
    /// Folders that nobody may read, since their ACL cannot be understood; readers do not learn of them.
    pub closed: Vec<String>,
    /// The number of documents whose front matter admits nobody; readers do not learn which.
    pub shut: u32,
    /// True if conversations could not be kept the last time.
    pub unkept: bool,
    /// The number of embedded passages; `None` without an embedding model.
    pub embedded: Option<Embedded>,
    /// Questions that the documents themselves suggest, at most six for any reader.
    pub examples: Vec<Example>,
}

/// A question that a document suggests.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Example {
    /// The question.
    pub question: String,
    /// The users and groups that may read the document.
    #[serde(rename = "access")]
    pub acl: Acl,
}

/// The message for readers while the index cannot be written.
const UNWRITTEN: &str = "The index cannot be written at the moment: what is new or changed in the folder \
    is not found. It is tried again in a while.";

/// The message for readers while conversations cannot be kept.
const UNKEPT: &str = "Conversations cannot be kept at the moment: each question is answered for itself where \
    the page does not send the earlier ones. It is tried again in a while.";

impl Progress {
    /// The reasons why answers may not be up to date or conversations not be kept, in sentences for the reader;
    /// `None` if all is well.
    pub fn trouble(&self) -> Option<String> {
        let unwritten = self.unwritten.then(|| UNWRITTEN.to_owned());
        let unkept = self.unkept.then(|| UNKEPT.to_owned());
        sentences([unwritten, self.problem.clone(), unkept])
    }

    /// The same, with a sentence about documents that nobody may read.
    pub fn notice(&self) -> Option<String> {
        sentences([self.trouble(), self.shut(), None])
    }

    /// The sentence about documents that nobody may read. Their names are not for all readers.
    fn shut(&self) -> Option<String> {
        let (documents, whose) = match self.shut {
            0 => return None,
            1 => ("A document is".to_owned(), "its"),
            many => (format!("{many} documents are"), "their"),
        };
        Some(format!(
            "{documents} closed to everybody, for {whose} front matter names no readers or cannot be \
             understood. The log says which."
        ))
    }
}

/// Those of the sentences that there are, as one text.
fn sentences(all: [Option<String>; 3]) -> Option<String> {
    let all: Vec<String> = all.into_iter().flatten().collect();
    (!all.is_empty()).then(|| all.join(" "))
}

/// The number of passages that can be found by meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Embedded {
    /// Passages with a vector.
    pub ready: u32,
    /// All passages.
    pub all: u32,
}
