//! Documents that readers upload: blobs that appear as an additional folder of documents.
//!
//! The blobs hold all the data. The name of a blob says who owns it and who may read it: `<name>` belongs to everybody
//! if readers are not identified, `<user>/<name>` only to a user, `<user>/everybody/<name>` to a user who shares it
//! with everybody, and `<user>/groups/<group>/<name>` to a user who shares it with a group.

mod incoming;
mod listing;
pub(super) mod mirror;
#[cfg(test)]
mod mirror_tests;
mod owner;
mod removed;
#[cfg(test)]
mod tests;
mod unread;
mod usage;

use std::sync::Arc;

use footnote_documents::Record;
use footnote_documents::acl::{Allowed, FOLDER_FILE, Reader};
use footnote_store::StoreError;
use footnote_store::blobs::BlobStore;
pub use incoming::IncomingUpload;
pub use listing::{UploadState, Uploaded};
pub use mirror::Mirror;
use owner::{acl_file_of, blob_of, own_name, prefix};
use tokio::sync::Mutex;
use unread::UnreadUploads;
use usage::IncomingTotal;

use super::Library;

/// Prefix of the paths of uploaded documents.
pub const FOLDER: &str = "uploads";

/// The readers of an uploaded document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Only the reader who uploaded it.
    Owner,
    /// Everybody.
    Everybody,
    /// The owner, and the members of this group.
    Group(String),
}

/// The uploaded documents.
#[derive(Clone, Debug)]
pub struct Uploads {
    blobs: Arc<dyn BlobStore>,
    allowed: Allowed,
    /// Maximum total size, in bytes.
    most: u64,
    incoming: IncomingTotal,
    unread: UnreadUploads,
    /// Local copies of the files, if the blobs are stored elsewhere.
    mirror: Option<Arc<Mirror>>,
    /// Held while a document is added, shared, removed or restored, since each of these first checks where others are.
    rename_lock: Arc<Mutex<()>>,
}

/// Error of uploading, moving or removing a document, in words for the reader.
#[derive(Debug, thiserror::Error)]
pub enum UploadError {
    /// The reader is not allowed to.
    #[error("you are not allowed to upload documents here")]
    Forbidden,
    /// Not one of the reader's documents.
    #[error("there is no such document of yours")]
    Unknown,
    /// A document of this name already exists there.
    #[error("a document with this name already exists")]
    Exists,
    /// Unsupported format.
    #[error("{0} is not in a format that can be read")]
    Format(String),
    /// Empty file.
    #[error("{0} is empty")]
    Empty(String),
    /// Larger than the maximum size of a document.
    #[error("{0} is larger than 100 MB")]
    TooLarge(String),
    /// Over the total limit of this server.
    #[error("there is no room for {0}: remove documents that are not needed")]
    Full(String),
    /// Cannot be written.
    #[error("the document could not be written")]
    Store(#[source] StoreError),
}

impl From<StoreError> for UploadError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Missing => Self::Unknown,
            StoreError::Exists => Self::Exists,
            error => Self::Store(error),
        }
    }
}

impl Uploads {
    /// The uploads stored in `blobs`, with a total limit of `most` bytes.
    pub fn new(blobs: Arc<dyn BlobStore>, allowed: Allowed, most: u64) -> Self {
        Self {
            blobs,
            allowed,
            most,
            incoming: IncomingTotal::default(),
            unread: UnreadUploads::default(),
            mirror: None,
            rename_lock: Arc::default(),
        }
    }

    /// Uses the copies of a mirror as the local files.
    #[must_use]
    pub fn mirrored(self, mirror: Arc<Mirror>) -> Self {
        Self { mirror: Some(mirror), ..self }
    }

    /// Maximum total size, in megabytes.
    pub fn most_megabytes(&self) -> u64 {
        self.most / 1_000_000
    }

    /// People who may upload documents.
    pub fn allowed(&self) -> &Allowed {
        &self.allowed
    }

    /// True if this reader may upload documents.
    pub fn admits(&self, reader: &Reader) -> bool {
        // A reader known only by groups has no folder that nobody else can read.
        let is_known = reader.user().is_some();
        self.allowed.include(reader) && (is_known || reader.owner().is_empty())
    }

    /// True if this reader may share and remove the document at `path`.
    pub fn owns(&self, reader: &Reader, path: &str) -> bool {
        self.admits(reader) && own_name(reader, path).is_some()
    }

    /// Makes the document at `path` readable for this audience only; returns its new path.
    ///
    /// # Errors
    ///
    /// Fails if the reader has no such document or is not in the group, if a document of the same name already exists
    /// there, or if it cannot be moved.
    pub async fn share(
        &self,
        reader: &Reader,
        path: &str,
        audience: Audience,
    ) -> Result<String, UploadError> {
        let _lock = self.rename_lock.lock().await;
        let name = self.own(reader, path)?;
        let name = name.rsplit('/').next().unwrap_or(name);
        let part = audience.part();
        let folder = format!("{}{part}", prefix(reader));
        if let Some(acl) = audience.acl_file(reader)? {
            self.write_acl(&folder, &acl).await?;
        }
        let target_path = format!("{folder}{name}");
        if target_path != path {
            self.blobs.rename(blob_of(path), blob_of(&target_path)).await?;
            self.stop_waiting_for(path).await;
        }
        self.wait_for(&target_path).await?;
        Ok(target_path)
    }

    /// Marks the document at `path` to be read again.
    ///
    /// # Errors
    ///
    /// Fails if the reader has no such document, or it cannot be written.
    pub async fn retry(&self, reader: &Reader, path: &str) -> Result<(), UploadError> {
        self.own(reader, path)?;
        // A pass reads files that are newer than their record.
        self.blobs.touch(blob_of(path)).await?;
        self.wait_for(path).await
    }

    /// Number of changes that readers have made so far.
    pub fn changes(&self) -> u64 {
        self.unread.changes()
    }

    /// This reader's documents that are not indexed yet, by path.
    pub async fn unread(&self, reader: &Reader, library: &Library) -> Vec<String> {
        if self.admits(reader) { self.unread.of(reader, library).await } else { Vec::new() }
    }

    /// Records of this reader's documents that were uploaded since the server started and could not be read, newest
    /// first.
    pub async fn unreadable(&self, reader: &Reader, library: &Library) -> Vec<Arc<Record>> {
        if !self.admits(reader) {
            return Vec::new();
        }
        self.unread.unreadable(reader, library).await
    }

    /// The name of the reader's document at `path`, within the reader's folder.
    fn own<'p>(&self, reader: &Reader, path: &'p str) -> Result<&'p str, UploadError> {
        if !self.admits(reader) {
            return Err(UploadError::Forbidden);
        }
        own_name(reader, path).ok_or(UploadError::Unknown)
    }

    /// Restricts the reader's folder to the reader, if it is not already.
    async fn close(&self, reader: &Reader) -> Result<(), UploadError> {
        match acl_file_of(reader)? {
            Some(acl) => self.write_acl(&prefix(reader), &acl).await,
            None => Ok(()),
        }
    }

    /// Writes the ACL file of the documents whose paths start with `folder`. Leaves an unchanged file alone: a pass may
    /// be reading it, and each change causes a scan of all files.
    async fn write_acl(&self, folder: &str, acl: &str) -> Result<(), UploadError> {
        let name = format!("{}{FOLDER_FILE}", blob_of(folder));
        Ok(self.blobs.put(&name, acl.as_bytes()).await?)
    }

    /// Expects the document at `path` to be indexed soon.
    async fn wait_for(&self, path: &str) -> Result<(), UploadError> {
        let blob = self.blobs.find(blob_of(path)).await?.ok_or(UploadError::Unknown)?;
        self.unread.add(path, blob.modified);
        if let Some(mirror) = &self.mirror {
            mirror.announce();
        }
        Ok(())
    }

    /// Stops expecting the document at `path`, which has been removed.
    async fn stop_waiting_for(&self, path: &str) {
        self.unread.forget(path);
        if let Some(mirror) = &self.mirror {
            mirror.announce();
            if let Err(error) = mirror.fetch(blob_of(path)).await {
                tracing::warn!(%error, "the copy of an uploaded document is left to the next pass");
            }
        }
    }
}
