//! The bytes that uploaded documents take: counted once, and kept as they change.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::aside;
use crate::store::StoreError;
use crate::store::blobs::{Blob, BlobStore};

/// The bytes of all that is uploaded.
#[derive(Clone, Debug)]
pub(super) struct Taken {
    blobs: Arc<dyn BlobStore>,
    sums: Arc<Mutex<Sums>>,
}

/// The sums of the bytes of files.
#[derive(Debug, Default)]
struct Sums {
    /// `None` until the files are counted.
    kept: Option<Kept>,
    /// Of the parts of files that are coming in.
    coming: u64,
}

/// Of the files that are kept.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Kept {
    documents: u64,
    pub(super) removed: u64,
}

/// The bytes of a part of a file that is coming in, counted until it is dropped.
#[derive(Debug)]
pub(super) struct Share {
    taken: Taken,
    bytes: u64,
}

/// A change of the files that is under way. Dropped before it is told, it has the files counted anew: whoever
/// asked for it may leave while it is made.
#[derive(Debug)]
pub(super) struct PendingChange<'t>(Option<&'t Taken>);

impl Taken {
    pub(super) fn of(blobs: Arc<dyn BlobStore>) -> Self {
        Self { blobs, sums: Arc::default() }
    }

    /// The bytes of all documents, and of what is coming in but for so many.
    pub(super) async fn but(&self, own: u64) -> Result<u64, StoreError> {
        let kept = self.kept().await?;
        let coming = self.lock().coming;
        Ok(kept.documents.saturating_add(coming.saturating_sub(own)))
    }

    /// The bytes of removed documents.
    pub(super) async fn removed(&self) -> Result<u64, StoreError> {
        Ok(self.kept().await?.removed)
    }

    /// Begins a change of files that were counted.
    pub(super) fn change(&self) -> PendingChange<'_> {
        PendingChange(Some(self))
    }

    /// Has the files counted anew when the sums are next needed: others may have changed them.
    pub(super) fn doubt(&self) {
        self.lock().kept = None;
    }

    /// A share of no bytes yet.
    pub(super) fn share(&self) -> Share {
        Share { taken: self.clone(), bytes: 0 }
    }

    fn lock(&self) -> MutexGuard<'_, Sums> {
        self.sums.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn kept(&self) -> Result<Kept, StoreError> {
        let known = self.lock().kept;
        if let Some(kept) = known {
            return Ok(kept);
        }
        let counted = Kept::of(&self.blobs.list("").await?);
        Ok(*self.lock().kept.get_or_insert(counted))
    }
}

impl PendingChange<'_> {
    /// Tells how the sums have changed; files that are yet to be counted will be counted as they are.
    pub(super) fn done(mut self, change: impl FnOnce(&mut Kept)) {
        if let Some(taken) = self.0.take() {
            taken.lock().kept.as_mut().map(change);
        }
    }
}

impl Drop for PendingChange<'_> {
    fn drop(&mut self) {
        if let Some(taken) = self.0 {
            taken.doubt();
        }
    }
}

impl Kept {
    /// The bytes of these.
    pub(super) fn of(blobs: &[Blob]) -> Self {
        let mut kept = Self::default();
        for blob in blobs {
            match aside::removed(&blob.name) {
                Some((_, name)) => kept.removed += seen(name, blob),
                None => kept.documents += seen(&blob.name, blob),
            }
        }
        kept
    }

    /// A document of so many bytes came in the place of one of so many.
    pub(super) fn put(&mut self, bytes: u64, replaced: u64) {
        self.documents = self.documents.saturating_sub(replaced).saturating_add(bytes);
    }

    /// A document of so many bytes was removed.
    pub(super) fn remove(&mut self, bytes: u64) {
        self.documents = self.documents.saturating_sub(bytes);
        self.removed = self.removed.saturating_add(bytes);
    }

    /// One was brought back.
    pub(super) fn restore(&mut self, bytes: u64) {
        self.removed = self.removed.saturating_sub(bytes);
        self.documents = self.documents.saturating_add(bytes);
    }
}

impl Share {
    /// The bytes of the part so far.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Adds some.
    pub(super) fn add(&mut self, bytes: u64) {
        self.bytes += bytes;
        self.taken.lock().coming += bytes;
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut sums = self.taken.lock();
        sums.coming = sums.coming.saturating_sub(self.bytes);
    }
}

/// The bytes of a document of this name; none of what is hidden, such as lists of readers.
fn seen(name: &str, blob: &Blob) -> u64 {
    let is_hidden = name.split('/').any(|part| part.starts_with('.'));
    if is_hidden { 0 } else { blob.size }
}
