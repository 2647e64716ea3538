//! The bytes that uploaded documents take: counted once, and updated as they change.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::removed_names;
use crate::store::StoreError;
use crate::store::blobs::{Blob, BlobStore};

/// The bytes of all that is uploaded.
#[derive(Clone, Debug)]
pub(super) struct StorageUsage {
    blobs: Arc<dyn BlobStore>,
    totals: Arc<Mutex<UsageTotals>>,
}

/// The sums of the bytes of files.
#[derive(Debug, Default)]
struct UsageTotals {
    /// `None` until the files are counted.
    stored: Option<StoredBytes>,
    /// Of the parts of incoming uploads.
    incoming: u64,
}

/// Of the files that are kept.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StoredBytes {
    documents: u64,
    pub(super) removed: u64,
}

/// The bytes of a part of a file that is being uploaded, counted until it is dropped.
#[derive(Debug)]
pub(super) struct IncomingBytes {
    usage: StorageUsage,
    bytes: u64,
}

/// A change of the files that is under way. Dropped before it is recorded, it has the files counted anew: whoever
/// asked for it may leave while it is made.
#[derive(Debug)]
pub(super) struct PendingChange<'t>(Option<&'t StorageUsage>);

impl StorageUsage {
    pub(super) fn of(blobs: Arc<dyn BlobStore>) -> Self {
        Self { blobs, totals: Arc::default() }
    }

    /// The bytes of all documents, and of incoming uploads but for so many.
    pub(super) async fn excluding(&self, own: u64) -> Result<u64, StoreError> {
        let stored = self.stored().await?;
        let incoming = self.lock().incoming;
        Ok(stored.documents.saturating_add(incoming.saturating_sub(own)))
    }

    /// The bytes of removed documents.
    pub(super) async fn removed(&self) -> Result<u64, StoreError> {
        Ok(self.stored().await?.removed)
    }

    /// Begins a change of files that were counted.
    pub(super) fn change(&self) -> PendingChange<'_> {
        PendingChange(Some(self))
    }

    /// Has the files counted anew when the sums are next needed: others may have changed them.
    pub(super) fn mark_stale(&self) {
        self.lock().stored = None;
    }

    /// A share of no bytes yet.
    pub(super) fn share(&self) -> IncomingBytes {
        IncomingBytes { usage: self.clone(), bytes: 0 }
    }

    fn lock(&self) -> MutexGuard<'_, UsageTotals> {
        self.totals.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn stored(&self) -> Result<StoredBytes, StoreError> {
        let known = self.lock().stored;
        if let Some(stored) = known {
            return Ok(stored);
        }
        let counted = StoredBytes::of(&self.blobs.list("").await?);
        Ok(*self.lock().stored.get_or_insert(counted))
    }
}

impl PendingChange<'_> {
    /// Updates the totals by a change; files that are yet to be counted will be counted as they are.
    pub(super) fn done(mut self, change: impl FnOnce(&mut StoredBytes)) {
        if let Some(usage) = self.0.take() {
            usage.lock().stored.as_mut().map(change);
        }
    }
}

impl Drop for PendingChange<'_> {
    fn drop(&mut self) {
        if let Some(usage) = self.0 {
            usage.mark_stale();
        }
    }
}

impl StoredBytes {
    /// The bytes of these.
    pub(super) fn of(blobs: &[Blob]) -> Self {
        let mut stored = Self::default();
        for blob in blobs {
            match removed_names::removed(&blob.name) {
                Some((_, name)) => stored.removed += visible_bytes(name, blob),
                None => stored.documents += visible_bytes(&blob.name, blob),
            }
        }
        stored
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

    /// One was restored.
    pub(super) fn restore(&mut self, bytes: u64) {
        self.removed = self.removed.saturating_sub(bytes);
        self.documents = self.documents.saturating_add(bytes);
    }
}

impl IncomingBytes {
    /// The bytes of the part so far.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Adds some.
    pub(super) fn add(&mut self, bytes: u64) {
        self.bytes += bytes;
        self.usage.lock().incoming += bytes;
    }
}

impl Drop for IncomingBytes {
    fn drop(&mut self) {
        let mut totals = self.usage.lock();
        totals.incoming = totals.incoming.saturating_sub(self.bytes);
    }
}

/// The bytes of a document of this name; none of what is hidden, such as lists of readers.
fn visible_bytes(name: &str, blob: &Blob) -> u64 {
    let is_hidden = name.split('/').any(|part| part.starts_with('.'));
    if is_hidden { 0 } else { blob.size }
}
