//! Documents that readers upload: blobs, which are shown as a folder of their own among those of documents.
//!
//! The blobs are all there is. Whose one is and who may read it is said by its name: `<name>` belongs to everybody
//! where no reader is known, `<user>/<name>` to a user alone, `<user>/everybody/<name>` to a user who lets
//! everybody read it, and `<user>/groups/<group>/<name>` to one who lets a group read it.

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
pub use incoming::IncomingUpload;
pub use listing::{UploadState, Uploaded};
pub use mirror::Mirror;
use owner::{acl_file_of, blob_of, own_name, prefix};
use tokio::sync::Mutex;
use unread::UnreadUploads;
use usage::IncomingTotal;

use super::Library;
use crate::store::StoreError;
use crate::store::blobs::BlobStore;

/// The prefix of the paths of uploaded documents.
pub const FOLDER: &str = "uploads";

/// The people who may read an uploaded document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Audience {
    /// The reader who uploaded it.
    Owner,
    /// Everybody.
    Everybody,
    /// The owner and the members of this group.
    Group(String),
}

/// The uploaded documents.
#[derive(Clone, Debug)]
pub struct Uploads {
    blobs: Arc<dyn BlobStore>,
    allowed: Allowed,
    /// The most bytes of all of them.
    most: u64,
    incoming: IncomingTotal,
    unread: UnreadUploads,
    /// Their files on this machine, where the blobs are none.
    mirror: Option<Arc<Mirror>>,
    /// Held while a file is put, shared, removed or restored: each looks first at where the others are.
    rename_lock: Arc<Mutex<()>>,
}

/// The error of a document that is not taken, moved or removed, in words for the reader.
#[derive(Debug, thiserror::Error)]
pub enum UploadError {
    /// The reader may not.
    #[error("you are not allowed to upload documents here")]
    Forbidden,
    /// It is not among the reader's documents.
    #[error("there is no such document of yours")]
    Unknown,
    /// Another document is there already.
    #[error("there is a document of this name already")]
    Taken,
    /// Its format is not one that is read.
    #[error("{0} is not in a format that can be read")]
    Format(String),
    /// It is empty.
    #[error("{0} is empty")]
    Empty(String),
    /// It is larger than any document may be.
    #[error("{0} is larger than 100 MB")]
    TooLarge(String),
    /// All together are over the limit of this server.
    #[error("there is no room for {0}: remove documents that are not needed")]
    Full(String),
    /// It cannot be written.
    #[error("the document could not be written")]
    Store(#[source] StoreError),
}

impl From<StoreError> for UploadError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Missing => Self::Unknown,
            StoreError::Taken => Self::Taken,
            error => Self::Store(error),
        }
    }
}

impl Uploads {
    /// The uploads among `blobs`, of at most `most` bytes together.
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

    /// The same uploads, whose files on this machine are those of a mirror.
    #[must_use]
    pub fn mirrored(self, mirror: Arc<Mirror>) -> Self {
        Self { mirror: Some(mirror), ..self }
    }

    /// The most megabytes of all of them.
    pub fn most_megabytes(&self) -> u64 {
        self.most / 1_000_000
    }

    /// True if this reader may upload documents.
    pub fn admits(&self, reader: &Reader) -> bool {
        // A reader known by groups alone has no folder that nobody else reads.
        let is_known = reader.user().is_some();
        self.allowed.include(reader) && (is_known || reader.owner().is_empty())
    }

    /// True if the document at `path` is this reader's to share and to remove.
    pub fn owns(&self, reader: &Reader, path: &str) -> bool {
        self.admits(reader) && own_name(reader, path).is_some()
    }

    /// Lets this audience, and nobody else, read the document at `path`; returns its new path.
    ///
    /// # Errors
    ///
    /// If there is no such document of this reader, the reader is not in the group, one of its name is there,
    /// or it cannot be moved.
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
            self.let_go(path).await;
        }
        self.wait_for(&target_path).await?;
        Ok(target_path)
    }

    /// Has the document at `path` read again.
    ///
    /// # Errors
    ///
    /// If there is no such document of this reader, or it cannot be written.
    pub async fn retry(&self, reader: &Reader, path: &str) -> Result<(), UploadError> {
        self.own(reader, path)?;
        // A file newer than its record is read.
        self.blobs.touch(blob_of(path)).await?;
        self.wait_for(path).await
    }

    /// The number of changes so far that readers made to their documents.
    pub fn changes(&self) -> u64 {
        self.unread.changes()
    }

    /// This reader's documents that the library does not have yet, by path.
    pub async fn unread(&self, reader: &Reader, library: &Library) -> Vec<String> {
        if self.admits(reader) { self.unread.of(reader, library).await } else { Vec::new() }
    }

    /// The records of this reader's documents that were uploaded since the server started and could not be read,
    /// the newest first.
    pub async fn unreadable(&self, reader: &Reader, library: &Library) -> Vec<Arc<Record>> {
        if !self.admits(reader) {
            return Vec::new();
        }
        self.unread.unreadable(reader, library).await
    }

    /// The name of the reader's document at `path`, in the reader's folder.
    fn own<'p>(&self, reader: &Reader, path: &'p str) -> Result<&'p str, UploadError> {
        if !self.admits(reader) {
            return Err(UploadError::Forbidden);
        }
        own_name(reader, path).ok_or(UploadError::Unknown)
    }

    /// Closes the folder of this reader's documents to others, if it is not.
    async fn close(&self, reader: &Reader) -> Result<(), UploadError> {
        match acl_file_of(reader)? {
            Some(acl) => self.write_acl(&prefix(reader), &acl).await,
            None => Ok(()),
        }
    }

    /// Writes the ACL file of the documents whose paths begin with `folder`. A pass may be reading it, and each
    /// change has all files looked at again.
    async fn write_acl(&self, folder: &str, acl: &str) -> Result<(), UploadError> {
        let name = format!("{}{FOLDER_FILE}", blob_of(folder));
        Ok(self.blobs.put(&name, acl.as_bytes()).await?)
    }

    /// Expects the library to have the document at `path` soon.
    async fn wait_for(&self, path: &str) -> Result<(), UploadError> {
        let blob = self.blobs.find(blob_of(path)).await?.ok_or(UploadError::Unknown)?;
        self.unread.add(path, blob.modified);
        if let Some(mirror) = &self.mirror {
            mirror.announce();
        }
        Ok(())
    }

    /// Forgets the document at `path`, which is not there any more.
    async fn let_go(&self, path: &str) {
        self.unread.forget(path);
        if let Some(mirror) = &self.mirror {
            mirror.announce();
            if let Err(error) = mirror.fetch(blob_of(path)).await {
                tracing::warn!(%error, "the copy of an uploaded document is left to the next pass");
            }
        }
    }
}
