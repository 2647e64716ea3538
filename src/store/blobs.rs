//! Stores of blobs, such as uploaded documents and descriptions of images.

use std::fmt::Debug;
use std::iter::Sum;
use std::pin::Pin;
use std::time::SystemTime;

use tokio::io::{AsyncRead, AsyncReadExt as _};

use super::StoreFuture;

/// A blob, without its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blob {
    /// Name of the blob, with `/` as separator.
    pub name: String,
    /// Size, in bytes.
    pub size: u64,
    /// Time at which its content was written.
    pub modified: SystemTime,
    /// Time of the last change of its content or name.
    pub changed: SystemTime,
}

/// A blob opened for reading.
pub struct OpenBlob {
    /// Size, in bytes.
    pub size: u64,
    /// The content, which stays the same to the end even if the blob is replaced or removed.
    pub content: Pin<Box<dyn AsyncRead + Send>>,
}

/// Prefix of blobs that are set aside: `.removed/<number>/<original name>`.
pub const ASIDE: &str = ".removed/";

/// The number and original name of a blob that was set aside; `None` for any other name.
pub fn set_aside(name: &str) -> Option<(u64, &str)> {
    let (number, name) = name.strip_prefix(ASIDE)?.split_once('/')?;
    Some((number.parse().ok()?, name))
}

/// Total sizes of blobs. Hidden blobs, which have a part starting with a dot in their names, do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlobBytes {
    /// Size of the blobs that are set aside, in bytes.
    pub aside: u64,
    /// Size of the others, in bytes.
    pub shown: u64,
}

impl BlobBytes {
    /// The size of a single blob.
    pub fn of(blob: &Blob) -> Self {
        let (number, name) = set_aside(&blob.name).unzip();
        let is_hidden = name.unwrap_or(&blob.name).split('/').any(|part| part.starts_with('.'));
        match number {
            _ if is_hidden => Self::default(),
            Some(_) => Self { aside: blob.size, shown: 0 },
            None => Self { aside: 0, shown: blob.size },
        }
    }

    /// The sizes after `before` has been replaced by `after`.
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
/// The parts of a name are separated by `/`; none is empty, `.` or `..`, or contains a NUL. Changes are atomic: readers
/// see a blob completely or not at all.
pub trait BlobStore: Debug + Send + Sync {
    /// Starts writing a blob that has no name yet.
    fn begin(&self) -> StoreFuture<'_, Box<dyn BlobDraft>>;

    /// Stores a small blob, replacing one of the same name. Leaves a blob with the same content untouched.
    fn put<'a>(&'a self, name: &'a str, content: &'a [u8]) -> StoreFuture<'a, ()>;

    /// Opens a blob for reading; `None` if it does not exist.
    fn open<'a>(&'a self, name: &'a str) -> StoreFuture<'a, Option<OpenBlob>>;

    /// Reads a whole blob; `None` if it does not exist.
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

    /// Metadata of a blob; `None` if it does not exist.
    fn find<'a>(&'a self, name: &'a str) -> StoreFuture<'a, Option<Blob>>;

    /// Updates a blob's time of writing. Fails with [`super::StoreError::Missing`] if it does not exist.
    fn touch<'a>(&'a self, name: &'a str) -> StoreFuture<'a, ()>;

    /// Renames a blob. Fails with [`super::StoreError::Exists`] if the new name exists, so that no blob is lost, and
    /// with [`super::StoreError::Missing`] if the old one does not.
    fn rename<'a>(&'a self, from: &'a str, to: &'a str) -> StoreFuture<'a, ()>;

    /// Removes a blob, if it exists.
    fn remove<'a>(&'a self, name: &'a str) -> StoreFuture<'a, ()>;

    /// The blobs whose names start with `prefix`, by name.
    fn list<'a>(&'a self, prefix: &'a str) -> StoreFuture<'a, Vec<Blob>>;

    /// Total sizes of all blobs, maintained with every change.
    fn bytes(&self) -> StoreFuture<'_, BlobBytes>;

    /// Recounts the sizes, for stores whose blobs others can change.
    fn recount(&self) -> StoreFuture<'_, ()> {
        Box::pin(async { Ok(()) })
    }

    /// Deletes unfinished blobs that have not been written to for a day, because their writer has gone.
    fn expire(&self) -> StoreFuture<'_, ()>;
}

/// A blob being written. It becomes visible when it is finished, and is deleted if it is dropped before.
pub trait BlobDraft: Debug + Send {
    /// Appends bytes.
    fn write<'a>(&'a mut self, bytes: &'a [u8]) -> StoreFuture<'a, ()>;

    /// Waits until everything written so far would survive a crash of the machine. [`Self::finish`] does that too;
    /// flush first to keep the finish short while holding a lock.
    fn flush(&mut self) -> StoreFuture<'_, ()>;

    /// Gives the blob its name, replacing an earlier blob. Fails with [`super::StoreError::Full`] if the visible blobs
    /// would exceed `most` bytes, even with concurrent writers.
    fn finish(self: Box<Self>, name: &str, most: Option<u64>) -> StoreFuture<'_, ()>;
}

impl Debug for OpenBlob {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OpenBlob").field("size", &self.size).finish_non_exhaustive()
    }
}

/// True if this name is valid in every store.
pub fn is_name(name: &str) -> bool {
    let is_part = |part: &str| !matches!(part, "" | "." | "..") && !part.contains('\0');
    name.split('/').all(is_part)
}
