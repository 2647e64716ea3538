//! The catalog of files: records, names and counts, whichever engine stores them.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::sync::Arc;

use footnote_documents::Record;
use footnote_protocol::Order;

use super::{Access, StoreFuture};

/// Counts of files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Number of searchable files.
    pub ready: usize,
    /// Number of files that could not be read.
    pub failed: usize,
    /// Number of images without text.
    pub images: usize,
    /// Number of passages in searchable files.
    pub passages: usize,
}

impl Counts {
    /// Number of all files.
    pub fn all(&self) -> usize {
        self.ready + self.failed + self.images
    }

    /// Mutable count of a kind.
    pub fn of_mut(&mut self, kind: FileKind) -> &mut usize {
        match kind {
            FileKind::Ready => &mut self.ready,
            FileKind::Failed => &mut self.failed,
            FileKind::Image => &mut self.images,
        }
    }

    /// Count of a kind.
    pub fn of(&self, kind: FileKind) -> usize {
        match kind {
            FileKind::Ready => self.ready,
            FileKind::Failed => self.failed,
            FileKind::Image => self.images,
        }
    }
}

/// Files classified by the result of reading them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FileKind {
    /// Searchable files.
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
    /// The kind of files.
    pub kind: FileKind,
    /// Text to find in paths or titles, ignoring case; empty for all files.
    pub named: &'a str,
    /// Path of a folder whose files are selected, at any depth; empty for all files.
    pub folder: &'a str,
    /// Sort order: ascending by name, descending by anything else.
    pub order: Order,
    /// Number of files to skip.
    pub offset: usize,
    /// Maximum number of files.
    pub limit: usize,
}

/// A page of the list of files.
#[derive(Clone, Debug, Default)]
pub struct RecordPage {
    /// The files of the page, in the order of the list.
    pub files: Vec<Arc<Record>>,
    /// Number of files in the whole list.
    pub fitting: usize,
}

/// The contents of one folder.
#[derive(Clone, Debug, Default)]
pub struct FolderPage {
    /// Its subfolders with documents, by name, each with its number of documents at any depth.
    pub folders: Vec<(String, usize)>,
    /// A page of the documents directly in it, by name.
    pub files: Vec<Arc<Record>>,
    /// Number of documents directly in it.
    pub fitting: usize,
}

/// The catalog of files as of the last commit. Names are searched by stems or by lower-case words.
pub trait Catalog: Debug + Send + Sync {
    /// Number of commits so far; while it is unchanged, so is the catalog.
    fn version(&self) -> u64;

    /// The record of the file at `path`.
    fn record<'a>(
        &'a self,
        path: &'a str,
        access: Access<'a>,
    ) -> StoreFuture<'a, Option<Arc<Record>>>;

    /// The records of the first files contained in the one at `path`, by path, such as the attachments of a mail.
    fn enclosed<'a>(
        &'a self,
        path: &'a str,
        limit: usize,
        access: Access<'a>,
    ) -> StoreFuture<'a, Vec<Arc<Record>>>;

    /// The next page of all records: those after `path`, by path.
    fn after<'a>(
        &'a self,
        path: &'a str,
        limit: usize,
        access: Access<'a>,
    ) -> StoreFuture<'a, Vec<Arc<Record>>>;

    /// The records of the files at and below these paths; of all files if there are no paths. Without duplicates.
    fn below<'a>(
        &'a self,
        paths: &'a [String],
        access: Access<'a>,
    ) -> StoreFuture<'a, Vec<Arc<Record>>>;

    /// The searchable contents of the folder at `path`, which is empty for the root: its subfolders, and a page of the
    /// documents directly in it, given by an offset and a limit. Documents within files belong to no folder.
    fn folder<'a>(
        &'a self,
        path: &'a str,
        piece: (usize, usize),
        access: Access<'a>,
    ) -> StoreFuture<'a, FolderPage>;

    /// Lower-case extensions of the searchable files, each with its number of files.
    fn endings<'a>(&'a self, access: Access<'a>) -> StoreFuture<'a, Vec<(String, usize)>>;

    /// A page of a list.
    fn list<'a>(
        &'a self,
        selection: Selection<'a>,
        access: Access<'a>,
    ) -> StoreFuture<'a, RecordPage>;

    /// Counts of the files.
    fn counts<'a>(&'a self, access: Access<'a>) -> StoreFuture<'a, Counts>;

    /// Number of files in any state that are not public.
    fn restricted(&self) -> StoreFuture<'_, usize>;

    /// Number of files with each of these titles.
    fn titled<'a>(&'a self, titles: &'a [&'a str], access: Access<'a>)
    -> StoreFuture<'a, Vec<u32>>;

    /// The searchable files whose title and name together have all of these stems; empty if every stem is in many
    /// names.
    fn named<'a>(
        &'a self,
        stems: &'a BTreeSet<String>,
        access: Access<'a>,
    ) -> StoreFuture<'a, Vec<Arc<Record>>>;
}
