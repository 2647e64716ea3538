//! The queue of files that several machines read together.

use footnote_documents::Stamp;
use footnote_documents::acl::Acl;
use serde::{Deserialize, Serialize};

use super::StoreFuture;

/// A file to read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueuedFile {
    /// Path of the file in the library.
    pub path: String,
    /// Stamp, the same on every machine that sees the same file.
    pub stamp: Stamp,
    /// ACL of its folder; `None` if no folder has one.
    pub acl: Option<Acl>,
    /// Path under which it was last read, which differs if it was moved; `None` for a new file.
    pub known: Option<String>,
}

/// A queue of files shared by several machines.
pub trait ReadingQueue: Send + Sync {
    /// Replaces the queue by these files, in order. Claimed files stay claimed.
    fn fill(&self, files: Vec<QueuedFile>) -> StoreFuture<'_, ()>;

    /// Claims the first unclaimed files, except those at the paths in `skipped`; empty if there are none.
    fn claim<'a>(&'a self, skipped: &'a [String]) -> StoreFuture<'a, ClaimedFiles>;

    /// Number of files not yet read, claimed or not.
    fn unread(&self) -> StoreFuture<'_, u64>;
}

/// Files claimed by this machine. If they are dropped, or the machine dies, they can be claimed again.
pub struct ClaimedFiles {
    /// The files, in the order of the queue.
    pub files: Vec<QueuedFile>,
    release: Box<dyn Release>,
}

impl ClaimedFiles {
    /// Claimed files, to be returned with `release`.
    pub fn by(files: Vec<QueuedFile>, release: impl Release + 'static) -> Self {
        Self { files, release: Box::new(release) }
    }

    /// Removes these files from the queue, after they were read and committed, and returns the others.
    ///
    /// # Errors
    ///
    /// Fails if the store fails; then all files can be claimed again.
    pub fn release(self, read: Vec<String>) -> StoreFuture<'static, ()> {
        self.release.release(read)
    }
}

/// Returns claimed files to their queue.
pub trait Release: Send {
    /// See [`ClaimedFiles::release`].
    fn release(self: Box<Self>, read: Vec<String>) -> StoreFuture<'static, ()>;
}
