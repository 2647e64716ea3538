//! The corpus: reads documents from folders into the stores, and keeps both in step.

mod beneath;
pub mod describe;
mod descriptions;
pub mod embedding;
#[cfg(test)]
mod embedding_tests;
pub mod examples;
mod folders;
pub mod ingest;
mod library;
#[cfg(test)]
mod library_tests;
pub mod open;
mod pending;
mod scanning;
mod scope;
mod scoped_catalog;
mod skipped;
mod status_cache;
mod unreachable;
pub mod uploads;

pub use folders::{Folder, Folders};
use footnote_documents::acl::Acl;
use footnote_store::Counts;
pub use library::Library;
use serde::{Deserialize, Serialize};

/// The progress of indexing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fault of its own, or none")]
pub struct Progress {
    /// True while the folders are being indexed.
    pub running: bool,
    /// Number of files found in this pass.
    pub seen: u32,
    /// Number of files processed in this pass, including failed ones.
    pub done: u32,
    /// End of the last pass, in seconds since 1970.
    pub finished_at: Option<u64>,
    /// Error of the last scan of the folder, as a sentence for readers.
    pub problem: Option<String>,
    /// True if the last write to the index failed.
    pub unwritten: bool,
    /// True if the last write to the data folder failed.
    pub unwritable: bool,
    /// Number of unreadable folders and files. Their documents stay as last read.
    pub unreachable: u32,
    /// Folders closed to everybody because their ACL is invalid or gone; hidden from readers.
    pub closed: Vec<String>,
    /// Number of documents whose front matter admits nobody; readers do not learn which.
    pub shut: u32,
    /// Names of damaged files that were set aside in the data folder; hidden from readers who are no operators.
    pub set_aside: Vec<String>,
    /// True if conversations could not be stored the last time.
    pub unkept: bool,
    /// Number of embedded passages; `None` without an embedding model.
    pub embedded: Option<EmbeddingProgress>,
    /// Suggested questions, at most six per reader.
    pub examples: Vec<Example>,
}

/// A suggested question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Example {
    /// The question.
    pub question: String,
    /// Users and groups that may read the document behind it.
    #[serde(rename = "access")]
    pub acl: Acl,
}

/// The message for readers while the index cannot be written.
const UNWRITTEN: &str = "The index cannot be written at the moment: what is new or changed in the folder \
    is not found. It is tried again in a while.";

/// The message for readers while nothing can be written.
const UNWRITABLE: &str = "Nothing can be written at the moment, as on a full disk: what is new is neither found nor kept.";

/// The message for readers while conversations cannot be stored.
const UNKEPT: &str = "Conversations cannot be kept at the moment: each question is answered for itself where \
    the page does not send the earlier ones. It is tried again in a while.";

impl Progress {
    /// The reasons for outdated answers or conversations that are not stored, in sentences for readers; `None` if all
    /// is well.
    pub fn trouble(&self) -> Option<String> {
        let unwritten = self.unwritten.then(|| UNWRITTEN.to_owned());
        let unkept = self.unkept.then(|| UNKEPT.to_owned());
        let unwritable = self.unwritable.then(|| UNWRITABLE.to_owned());
        sentences([unwritable, unwritten, self.problem.clone(), self.unreachable(), unkept])
    }

    /// True while documents are being read, and before the first pass has found any.
    pub fn is_reading(&self, counts: Counts) -> bool {
        let has_begun = counts != Counts::default() || self.finished_at.is_some();
        self.running || !has_begun && self.trouble().is_none()
    }

    /// The same, plus a sentence about documents that nobody may read, and one about damaged files.
    pub fn notice(&self) -> Option<String> {
        sentences([self.trouble(), self.shut(), self.set_aside()])
    }

    /// A sentence about damaged files, until the operator has moved them away.
    pub fn set_aside(&self) -> Option<String> {
        let names = Some(self.set_aside.join(", ")).filter(|names| !names.is_empty())?;
        Some(format!(
            "Damaged files were set aside in the data folder: {names}. The log says when. What is missing since \
             then is in a backup; move them away once you have looked."
        ))
    }

    /// A sentence about unreadable folders and files, without names, which not every reader may know.
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

    /// A sentence about documents that nobody may read, without names, which not every reader may know.
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

/// Joins the sentences that are present.
fn sentences<const N: usize>(all: [Option<String>; N]) -> Option<String> {
    let all: Vec<String> = all.into_iter().flatten().collect();
    (!all.is_empty()).then(|| all.join(" "))
}

/// Number of passages that semantic search can find.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmbeddingProgress {
    /// Number of passages with a vector.
    pub ready: u32,
    /// Number of all passages that get one.
    pub all: u32,
    /// Time that the rest takes, in seconds; `None` until it is known.
    pub seconds_left: Option<u32>,
}
