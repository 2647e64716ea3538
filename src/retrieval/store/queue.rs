//! The files to be read, where several machines read them side by side.

use footnote_documents::Stamp;
use footnote_documents::acl::Acl;
use serde::{Deserialize, Serialize};

use super::StoreFuture;

/// A file that is to be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueuedFile {
    /// Its path, as documents have it.
    pub path: String,
    /// Its stamp, the same on every machine that sees the same file.
    pub stamp: Stamp,
    /// The ACL of its folder; `None` if no folder has one.
    pub acl: Option<Acl>,
    /// The path under which it was read last, another one if it was moved; `None` if it is new.
    pub known: Option<String>,
}

/// A queue of files that several machines read.
pub trait ReadingQueue: Send + Sync {
    /// Makes these the files to be read, in this order. Those that a machine has claimed stay claimed.
    fn fill(&self, files: Vec<QueuedFile>) -> StoreFuture<'_, ()>;

    /// Claims the first files that no machine has claimed, but none at the paths of `skipped`; none if there are no
    /// others.
    fn claim<'a>(&'a self, skipped: &'a [String]) -> StoreFuture<'a, ClaimedFiles>;

    /// The number of files that are not read, whoever has claimed them.
    fn unread(&self) -> StoreFuture<'_, u64>;
}

/// Files that no other machine reads. Dropped, they can be claimed again, as where the machine ends.
pub struct ClaimedFiles {
    /// The files, in the order of the queue.
    pub files: Vec<QueuedFile>,
    release: Box<dyn Release>,
}

impl ClaimedFiles {
    /// Files that `release` gives back.
    pub fn by(files: Vec<QueuedFile>, release: impl Release + 'static) -> Self {
        Self { files, release: Box::new(release) }
    }

    /// Takes the files at these paths out of the queue, once they are read and committed, and gives the others back.
    ///
    /// # Errors
    ///
    /// If the store fails: all can be claimed again then.
    pub fn release(self, read: Vec<String>) -> StoreFuture<'static, ()> {
        self.release.release(read)
    }
}

/// The way to give claimed files back.
pub trait Release: Send {
    /// As [`ClaimedFiles::release`] has it.
    fn release(self: Box<Self>, read: Vec<String>) -> StoreFuture<'static, ()>;
}
