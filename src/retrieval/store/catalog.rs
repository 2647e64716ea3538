//! The catalog of files: their records, their names and their numbers, whichever engine keeps them.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Debug;
use std::sync::Arc;

use footnote_documents::Record;
use footnote_protocol::Order;

use super::{Access, StoreFuture};

/// The numbers of files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Files that can be found.
    pub ready: usize,
    /// Files that could not be read.
    pub failed: usize,
    /// Images without text.
    pub images: usize,
    /// The passages of those that can be found.
    pub passages: usize,
}

impl Counts {
    /// The number of all files.
    pub fn all(&self) -> usize {
        self.ready + self.failed + self.images
    }

    /// The number of files of a kind, to be counted.
    pub fn of_mut(&mut self, kind: FileKind) -> &mut usize {
        match kind {
            FileKind::Ready => &mut self.ready,
            FileKind::Failed => &mut self.failed,
            FileKind::Image => &mut self.images,
        }
    }

    /// The number of files of a kind.
    pub fn of(&self, kind: FileKind) -> usize {
        match kind {
            FileKind::Ready => self.ready,
            FileKind::Failed => self.failed,
            FileKind::Image => self.images,
        }
    }
}

/// A part of the files, by the result of reading them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FileKind {
    /// Files that can be found.
    #[default]
    Ready,
    /// Files that could not be read.
    Failed,
    /// Images without text.
    Image,
}

impl FileKind {
    /// The kind of a file.
    pub fn of(record: &Record) -> Self {
        if record.is_ready() {
            Self::Ready
        } else if record.is_image() {
            Self::Image
        } else {
            Self::Failed
        }
    }
}

/// A selection from the list of files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selection<'a> {
    /// The part of the files.
    pub kind: FileKind,
    /// Letters in the path or the title, whatever their case; all files if empty.
    pub named: &'a str,
    /// The path of the folder in which they lie, at any depth; all files if empty.
    pub folder: &'a str,
    /// The order: by name from the first on, by all else from the greatest.
    pub order: Order,
    /// The number of files that are passed over.
    pub offset: usize,
    /// The most files that are wanted.
    pub limit: usize,
}

/// A piece of the list of files.
#[derive(Clone, Debug, Default)]
pub struct RecordPage {
    /// The files of the piece, in the order of the list.
    pub files: Vec<Arc<Record>>,
    /// The number of files in the whole list.
    pub fitting: usize,
}

/// A part of the folder tree: what lies in one folder.
#[derive(Clone, Debug, Default)]
pub struct FolderPage {
    /// The folders in it that hold documents, by name, each with the number of those at any depth.
    pub folders: Vec<(String, usize)>,
    /// A piece of the documents that lie in it themselves, by name.
    pub files: Vec<Arc<Record>>,
    /// The number of the documents that lie in it themselves.
    pub fitting: usize,
}

/// The catalog of files as of the last commit. Names are looked for by stems or by words in small letters.
pub trait Catalog: Debug + Send + Sync {
    /// The number of commits so far: as long as it is the same, so is the catalog.
    fn version(&self) -> u64;

    /// The record of the file at `path`.
    fn record<'a>(
        &'a self,
        path: &'a str,
        access: Access<'a>,
    ) -> StoreFuture<'a, Option<Arc<Record>>>;

    /// The records of the first files, by path, that the one at `path` encloses, as a mail its attachments.
    fn enclosed<'a>(
        &'a self,
        path: &'a str,
        limit: usize,
        access: Access<'a>,
    ) -> StoreFuture<'a, Vec<Arc<Record>>>;

    /// The records of the files behind `path`, in the order of their paths: the next page of all.
    fn after<'a>(
        &'a self,
        path: &'a str,
        limit: usize,
        access: Access<'a>,
    ) -> StoreFuture<'a, Vec<Arc<Record>>>;

    /// The records of the files at these paths and of those that lie below them, as in folders; of all if there are no
    /// paths. No file comes twice.
    fn below<'a>(
        &'a self,
        paths: &'a [String],
        access: Access<'a>,
    ) -> StoreFuture<'a, Vec<Arc<Record>>>;

    /// The content of the folder at `path`, which is empty for the topmost, of files that can be found: its folders,
    /// and a piece of its own documents: those behind so many, and at most so many. What a file encloses lies in no folder.
    fn folder<'a>(
        &'a self,
        path: &'a str,
        piece: (usize, usize),
        access: Access<'a>,
    ) -> StoreFuture<'a, FolderPage>;

    /// The endings of the names of the files that can be found, in small letters, each once with the number of them.
    fn endings<'a>(&'a self, access: Access<'a>) -> StoreFuture<'a, Vec<(String, usize)>>;

    /// A piece of a list.
    fn list<'a>(
        &'a self,
        selection: Selection<'a>,
        access: Access<'a>,
    ) -> StoreFuture<'a, RecordPage>;

    /// The numbers of files.
    fn counts<'a>(&'a self, access: Access<'a>) -> StoreFuture<'a, Counts>;

    /// The number of files, whatever became of them, that not everybody may read.
    fn restricted(&self) -> StoreFuture<'_, usize>;

    /// The number of files of each of these titles.
    fn titled<'a>(&'a self, titles: &'a [&'a str], access: Access<'a>)
    -> StoreFuture<'a, Vec<u32>>;

    /// Those of these words that stand in the path or the title of a file.
    fn name_words<'a>(
        &'a self,
        words: &'a [String],
        access: Access<'a>,
    ) -> StoreFuture<'a, HashSet<String>>;

    /// The files that can be found and whose titles and names have all of these stems; none if all of these are in
    /// many names.
    fn named<'a>(
        &'a self,
        stems: &'a BTreeSet<String>,
        access: Access<'a>,
    ) -> StoreFuture<'a, Vec<Arc<Record>>>;
}
