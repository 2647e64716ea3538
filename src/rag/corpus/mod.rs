//! The documents: read from a folder, cut into passages, kept in a tantivy index.

pub mod attach;
pub mod examples;
pub mod extract;
pub mod index;
pub mod ingest;
pub mod open;
pub mod readers;
pub mod split;
pub mod vectors;

use std::path::PathBuf;
use std::sync::{Arc, RwLock};

use serde::{Deserialize, Serialize};

use index::Stamp;
use readers::{Access, Reader};

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
    /// What it says; Markdown where the format has structure.
    pub text: String,
    /// Who may read it.
    #[serde(default, skip_serializing_if = "Access::is_public")]
    pub access: Access,
}

impl Passage {
    /// The source name that citations use: the path, with `#page=N` for documents with pages.
    pub fn source(&self) -> String {
        crate::text::source::join(&self.path, self.page)
    }
}

/// What extraction makes of a file: its title and its pages in order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// The title, from the format's metadata or its first heading; may be empty.
    pub title: String,
    /// The pages; one without a number where the format has none.
    pub pages: Vec<Page>,
}

/// One page of a document, as blocks in reading order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Page {
    /// The page's number from 1; `None` where the format has no pages.
    pub number: Option<u32>,
    /// Its blocks.
    pub blocks: Vec<Block>,
}

/// A stretch of text that belongs together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Block {
    /// A heading of `level` 1 (outermost) to 6.
    Heading {
        /// How deep it stands.
        level: u8,
        /// Its words.
        text: String,
    },
    /// A paragraph.
    Paragraph(String),
    /// A list item, without its marker.
    Item(String),
    /// A table as rows of cells, the header first.
    Table(Vec<Vec<String>>),
    /// Preformatted text.
    Code(String),
}

/// The state of one file of the folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum FileState {
    /// Its passages can be found.
    Ready {
        /// How many passages it has.
        passages: u32,
        /// How many pages it has.
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

/// One file of the folder, and its state.
#[derive(Clone, Default, Debug, PartialEq, Serialize, Deserialize)]
pub struct FileStatus {
    /// The path relative to the folder.
    pub path: String,
    /// The document's title; empty if unknown.
    pub title: String,
    /// Its state.
    pub state: FileState,
    /// Who may read it, and know of it.
    pub access: Access,
    /// The state in which the file was read; `None` if that is not known.
    pub stamp: Option<Stamp>,
}

/// How far indexing has come.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Whether a pass over the folder is under way.
    pub running: bool,
    /// Files seen in this pass.
    pub seen: u32,
    /// Files done in this pass, failed ones included.
    pub done: u32,
    /// When the last pass ended, in seconds since 1970.
    pub finished_at: Option<u64>,
    /// Why the folder could not be looked through the last time, in a sentence for the reader.
    pub problem: Option<String>,
    /// Which folders nobody reads, for their rules cannot be understood; of these no reader knows.
    pub closed: Vec<String>,
    /// Every known file, by path.
    pub files: Vec<FileStatus>,
    /// How many passages are embedded; `None` without an embedding model.
    pub embedded: Option<Embedded>,
    /// Questions that the documents themselves suggest, at most six for any reader.
    pub examples: Vec<Example>,
}

/// A question that a document suggests.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Example {
    /// The question.
    pub question: String,
    /// Who may read the document.
    pub access: Access,
}

impl Progress {
    /// What this reader may know of it. Where anything is hidden, neither are counts told that it is in.
    fn seen_by(mut self, reader: &Reader) -> Self {
        let all = self.files.len();
        self.files.retain(|file| file.access.admits(reader));
        self.examples
            .retain(|example| example.access.admits(reader));
        self.examples.truncate(examples::MOST);
        self.closed.clear();
        if self.files.len() < all {
            let seen = u32::try_from(self.files.len()).unwrap_or(u32::MAX);
            (self.seen, self.done) = (seen, seen);
            self.embedded = None;
        }
        self
    }
}

/// How many passages can be found by what they mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Embedded {
    /// So many can.
    pub ready: u32,
    /// So many there are.
    pub all: u32,
}

/// The folder of documents and how far its indexing has come, as one reader may see it.
#[derive(Debug)]
pub struct Library {
    folder: PathBuf,
    progress: Arc<RwLock<Progress>>,
    reader: Reader,
}

impl Library {
    /// A library over `folder`, of which nothing is known yet, for readers who are not known.
    pub fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            progress: Arc::default(),
            reader: Reader::default(),
        }
    }

    /// The same library as this reader may see it.
    #[must_use]
    pub fn seen_by(&self, reader: Reader) -> Self {
        Self {
            folder: self.folder.clone(),
            progress: Arc::clone(&self.progress),
            reader,
        }
    }

    /// The folder of documents.
    pub fn folder(&self) -> &std::path::Path {
        &self.folder
    }

    /// How far indexing has come, now, as far as the reader may know.
    pub fn progress(&self) -> Progress {
        self.everything().seen_by(&self.reader)
    }

    /// How far indexing has come with all documents: for whoever runs the server, and no reader.
    pub fn everything(&self) -> Progress {
        self.progress
            .read()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .clone()
    }

    /// Whether several documents have this title, so that it names none of them.
    pub fn shares_title(&self, title: &str) -> bool {
        self.with_files(|files| files.filter(|file| file.title == title).take(2).count() > 1)
    }

    /// What `look` makes of the files that the reader may know of; nothing is copied for it. Changes
    /// wait until it is done.
    pub fn with_files<T>(
        &self,
        look: impl FnOnce(&mut dyn Iterator<Item = &FileStatus>) -> T,
    ) -> T {
        let progress = self.progress.read();
        let progress = progress.unwrap_or_else(std::sync::PoisonError::into_inner);
        let files = progress.files.iter();
        look(&mut files.filter(|file| file.access.admits(&self.reader)))
    }

    /// Changes the progress.
    pub fn update(&self, change: impl FnOnce(&mut Progress)) {
        change(
            &mut self
                .progress
                .write()
                .unwrap_or_else(std::sync::PoisonError::into_inner),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_reader_sees_files_of_others() {
        let library = Library::new("folder".into());
        library.update(|progress| {
            let file = |path: &str, access| FileStatus {
                path: path.to_owned(),
                access,
                ..FileStatus::default()
            };
            let secret = Access::of_folder("user: alice").unwrap();
            progress.files = vec![file("a.md", Access::default()), file("b.md", secret)];
        });
        let paths = |library: &Library| {
            library.with_files(|files| files.map(|file| file.path.clone()).collect::<Vec<_>>())
        };
        assert_eq!(paths(&library), ["a.md"]);
        let alice = library.seen_by(Reader::new(Some("alice"), []));
        assert_eq!(paths(&alice), ["a.md", "b.md"]);
    }
}
