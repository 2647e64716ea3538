//! The store of blobs, such as uploaded documents and descriptions of images, whatever keeps them.

use std::fmt::Debug;
use std::pin::Pin;
use std::time::SystemTime;

use tokio::io::{AsyncRead, AsyncReadExt as _};

use super::StoreFuture;

/// A blob, by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blob {
    /// Its name, with `/` between the parts.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// The time at which its content was written.
    pub modified: SystemTime,
    /// The time at which its content or its name was changed last.
    pub changed: SystemTime,
}

/// A blob that is being read.
pub struct OpenBlob {
    /// Its size in bytes.
    pub size: u64,
    /// Its content, the same to the end whatever happens to its name meanwhile.
    pub content: Pin<Box<dyn AsyncRead + Send>>,
}

/// A store of blobs. No method blocks.
///
/// A name has parts with `/` between them; none is empty, `.` or `..`, and none holds a NUL. A blob is seen as a
/// whole or not at all, and so is each change.
pub trait BlobStore: Debug + Send + Sync {
    /// Begins a blob that has no name yet.
    fn begin(&self) -> StoreFuture<'_, Box<dyn BlobDraft>>;

    /// Keeps a small blob, in the place of an earlier one of this name; one with the same content is left as it is.
    fn put<'a>(&'a self, name: &'a str, content: &'a [u8]) -> StoreFuture<'a, ()>;

    /// Opens a blob for reading; `None` if there is none of this name.
    fn open<'a>(&'a self, name: &'a str) -> StoreFuture<'a, Option<OpenBlob>>;

    /// The whole content of a blob; `None` if there is none of this name.
    fn read<'a>(&'a self, name: &'a str) -> StoreFuture<'a, Option<Vec<u8>>> {
        Box::pin(async move {
            let Some(mut blob) = self.open(name).await? else {
                return Ok(None);
            };
            let mut content = Vec::new();
            blob.content.read_to_end(&mut content).await?;
            Ok(Some(content))
        })
    }

    /// The blob of this name as it is listed; `None` if there is none.
    fn find<'a>(&'a self, name: &'a str) -> StoreFuture<'a, Option<Blob>>;

    /// Has a blob count as written now. A blob that is not there is [`super::StoreError::Missing`].
    fn touch<'a>(&'a self, name: &'a str) -> StoreFuture<'a, ()>;

    /// Gives a blob another name. If there is one of that name, none is lost: that is [`super::StoreError::Taken`]; and
    /// one that is not there is [`super::StoreError::Missing`].
    fn rename<'a>(&'a self, from: &'a str, to: &'a str) -> StoreFuture<'a, ()>;

    /// Removes a blob, if there is one of this name.
    fn remove<'a>(&'a self, name: &'a str) -> StoreFuture<'a, ()>;

    /// The blobs whose names begin with `prefix`, in the order of their names.
    fn list<'a>(&'a self, prefix: &'a str) -> StoreFuture<'a, Vec<Blob>>;

    /// Forgets what was begun a day ago and not written since: whoever wrote it has ended.
    fn expire(&self) -> StoreFuture<'_, ()>;
}

/// A blob that is being written. Nobody sees it before it is finished; dropped before, it vanishes.
pub trait BlobDraft: Debug + Send {
    /// Adds to its content.
    fn write<'a>(&'a mut self, bytes: &'a [u8]) -> StoreFuture<'a, ()>;

    /// Waits until what was added is safe from a failure of the machine. [`Self::finish`] does as well; whoever is
    /// to hold others up only shortly while it finishes does this before.
    fn flush(&mut self) -> StoreFuture<'_, ()>;

    /// Gives it its name, in the place of an earlier blob.
    fn finish(self: Box<Self>, name: &str) -> StoreFuture<'_, ()>;
}

impl Debug for OpenBlob {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OpenBlob").field("size", &self.size).finish_non_exhaustive()
    }
}

/// True if a blob can have this name, whatever keeps it.
pub fn is_name(name: &str) -> bool {
    let is_part = |part: &str| !matches!(part, "" | "." | "..") && !part.contains('\0');
    name.split('/').all(is_part)
}
