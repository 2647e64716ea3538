//! The store of blobs, such as uploaded documents and descriptions of images, whatever keeps them.

use std::fmt::Debug;
use std::iter::Sum;
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

/// Before the names of blobs that are set aside, with a number behind it: `.removed/<number>/<name before>`.
pub const ASIDE: &str = ".removed/";

/// The number under which a blob was set aside, and its name before; `None` if this is not the name of one.
pub fn set_aside(name: &str) -> Option<(u64, &str)> {
    let (number, name) = name.strip_prefix(ASIDE)?.split_once('/')?;
    Some((number.parse().ok()?, name))
}

/// The bytes of blobs, without those of hidden ones, a part of whose names begins with a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlobBytes {
    /// Of those that are set aside.
    pub aside: u64,
    /// Of the others.
    pub shown: u64,
}

impl BlobBytes {
    /// The bytes of one blob.
    pub fn of(blob: &Blob) -> Self {
        let (number, name) = set_aside(&blob.name).unzip();
        let is_hidden = name.unwrap_or(&blob.name).split('/').any(|part| part.starts_with('.'));
        match number {
            _ if is_hidden => Self::default(),
            Some(_) => Self { aside: blob.size, shown: 0 },
            None => Self { aside: 0, shown: blob.size },
        }
    }

    /// The same where `after` takes the place of `before`.
    #[must_use]
    pub fn changed(self, before: Self, after: Self) -> Self {
        let change = |all: u64, before, after| all.saturating_sub(before).saturating_add(after);
        Self {
            aside: change(self.aside, before.aside, after.aside),
            shown: change(self.shown, before.shown, after.shown),
        }
    }
}

impl Sum for BlobBytes {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |sum, one| sum.changed(Self::default(), one))
    }
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

    /// The bytes of all blobs, which the store keeps as they change.
    fn bytes(&self) -> StoreFuture<'_, BlobBytes>;

    /// Has the bytes counted anew where others than the store can change its blobs.
    fn recount(&self) -> StoreFuture<'_, ()> {
        Box::pin(async { Ok(()) })
    }

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

    /// Gives it its name, in the place of an earlier blob. Where the blobs that are shown would have more than `most`
    /// bytes with it, whoever adds to them at the same moment, that is [`super::StoreError::Full`].
    fn finish(self: Box<Self>, name: &str, most: Option<u64>) -> StoreFuture<'_, ()>;
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
