//! The corpus: documents read from folders into the stores, and kept as the folders have them.

mod beneath;
pub mod describe;
mod descriptions;
pub mod examples;
mod folders;
pub mod index;
pub mod ingest;
mod library;
#[cfg(test)]
mod library_tests;
mod lock;
pub mod open;
mod pending;
mod scanning;
mod scope;
mod scoped_catalog;
mod skipped;
mod status_cache;
mod unreachable;
pub mod uploads;
pub mod vectors;

pub use folders::{Folder, Folders};
use footnote_documents::acl::Acl;
pub use library::Library;
use serde::{Deserialize, Serialize};

/// The progress of indexing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fault of its own, or none")]
pub struct Progress {
    /// True if a pass over the folder is under way.
    pub running: bool,
    /// Files seen in this pass.
    pub seen: u32,
    /// Files done in this pass, failed ones included.
    pub done: u32,
    /// The time at which the last pass ended, in seconds since 1970.
    pub finished_at: Option<u64>,
    /// The reason why the last scan of the folder failed, in a sentence for the reader.
    pub problem: Option<String>,
    /// True if the index could not be written the last time.
    pub unwritten: bool,
    /// True if no file could be written beside the index the last time.
    pub unwritable: bool,
    /// The number of folders and files in them that cannot be read, so that their documents are kept as they were read
    /// last.
    pub unreachable: u32,
    /// Folders that nobody may read, since their ACL cannot be understood; readers do not learn of them.
    pub closed: Vec<String>,
    /// The number of documents whose front matter admits nobody; readers do not learn which.
    pub shut: u32,
    /// The lack that lasts as long as the server runs, in a sentence for its operators.
    pub note: Option<String>,
    /// True if conversations could not be kept the last time.
    pub unkept: bool,
    /// The number of embedded passages; `None` without an embedding model.
    pub embedded: Option<EmbeddingProgress>,
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

/// The message for readers while nothing can be written.
const UNWRITABLE: &str = "Nothing can be written at the moment, as on a full disk: what is new is neither found nor kept.";

/// The message for readers while conversations cannot be kept.
const UNKEPT: &str = "Conversations cannot be kept at the moment: each question is answered for itself where \
    the page does not send the earlier ones. It is tried again in a while.";

impl Progress {
    /// The reasons why answers may not be up to date or conversations not be kept, in sentences for the reader;
    /// `None` if all is well.
    pub fn trouble(&self) -> Option<String> {
        let unwritten = self.unwritten.then(|| UNWRITTEN.to_owned());
        let unkept = self.unkept.then(|| UNKEPT.to_owned());
        let unwritable = self.unwritable.then(|| UNWRITABLE.to_owned());
        sentences([unwritable, unwritten, self.problem.clone(), self.unreachable(), unkept])
    }

    /// The same, with a sentence about documents that nobody may read.
    pub fn notice(&self) -> Option<String> {
        sentences([self.trouble(), self.shut()])
    }

    /// The sentence about folders and files that cannot be read. Their names are not for all readers.
    fn unreachable(&self) -> Option<String> {
        let (places, them) = match self.unreachable {
            0 => return None,
            1 => ("A folder or a file".to_owned(), "it"),
            many => (format!("{many} folders or files"), "them"),
        };
        Some(format!(
            "{places} cannot be read at the moment: what was read of {them} before is still found. \
             The log says which."
        ))
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
fn sentences<const N: usize>(all: [Option<String>; N]) -> Option<String> {
    let all: Vec<String> = all.into_iter().flatten().collect();
    (!all.is_empty()).then(|| all.join(" "))
}

/// The number of passages that can be found by meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmbeddingProgress {
    /// Passages with a vector.
    pub ready: u32,
    /// All passages.
    pub all: u32,
}
