//! The documents of one reader, and the progress of reading them.

use std::time::{Duration, SystemTime};

use footnote_documents::acl::Reader;
use footnote_documents::natural;
use footnote_store::StoreError;
use footnote_store::blobs::Blob;
use tokio::time::sleep;

use super::owner::{GROUPS, blob_of, own_name, path_of, prefix};
use super::{Audience, UploadError, Uploads};
use crate::Library;

/// Interval between checks of the library.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// A document uploaded by a reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uploaded {
    /// Path of the document.
    pub path: String,
    /// Name in the reader's folder: `<name>`, `everybody/<name>`, or `groups/<group>/<name>`.
    pub name: String,
    /// Size, in bytes.
    pub bytes: u64,
    /// Upload time.
    pub changed: SystemTime,
}

/// Progress of reading a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UploadState {
    /// Waiting to be read.
    Waiting,
    /// Searchable.
    Ready,
    /// Could not be read, with the reason.
    Failed(String),
}

impl Uploads {
    /// The documents of a reader by name, shared ones last; empty if the reader may not upload.
    ///
    /// # Errors
    ///
    /// Fails if they cannot be listed.
    pub async fn list(&self, reader: &Reader) -> Result<Vec<Uploaded>, UploadError> {
        if !self.admits(reader) {
            return Ok(Vec::new());
        }
        let blobs = self.blobs.list(blob_of(&prefix(reader))).await?;
        let mut files: Vec<_> = blobs.into_iter().filter_map(|one| uploaded(reader, one)).collect();
        files.sort_by(|one, other| {
            let parts = part(&one.name).cmp(part(&other.name));
            parts.then_with(|| natural::names(&one.name, &other.name))
        });
        Ok(files)
    }

    /// The reader's document at `path`.
    ///
    /// # Errors
    ///
    /// Fails if the reader has no such document.
    pub async fn find(&self, reader: &Reader, path: &str) -> Result<Uploaded, UploadError> {
        if !self.owns(reader, path) {
            return Err(UploadError::Unknown);
        }
        let found = self.blobs.find(blob_of(path)).await?;
        found.and_then(|blob| uploaded(reader, blob)).ok_or(UploadError::Unknown)
    }

    /// The path of the reader's document of this name: a name as listed, or the bare name of a shared document.
    ///
    /// # Errors
    ///
    /// Fails if the reader cannot have such a document.
    pub async fn path_of(&self, reader: &Reader, name: &str) -> Result<String, UploadError> {
        let path = format!("{}{name}", prefix(reader));
        self.own(reader, &path)?;
        if self.blobs.find(blob_of(&path)).await?.is_some() {
            return Ok(path);
        }
        Ok(self.find_by_name(reader, name).await?.unwrap_or(path))
    }

    /// Progress of reading the document at `path`.
    pub async fn state(&self, library: &Library, path: &str) -> UploadState {
        if self.unread.holds(path, library).await {
            return UploadState::Waiting;
        }
        match library.record(path).await.ok().flatten() {
            None => UploadState::Waiting,
            Some(record) if record.is_ready() => UploadState::Ready,
            Some(record) => UploadState::Failed(record.fault().to_owned()),
        }
    }

    /// Waits until the document at `path` has been read, for at most `timeout`, and returns its state.
    pub async fn read(&self, library: &Library, path: &str, timeout: Duration) -> UploadState {
        let read = async {
            loop {
                match self.state(library, path).await {
                    UploadState::Waiting => sleep(BETWEEN_LOOKS).await,
                    read => break read,
                }
            }
        };
        tokio::time::timeout(timeout, read).await.unwrap_or(UploadState::Waiting)
    }

    /// The path of the reader's document of this bare name, shared or not; `None` if there is none. Ignores groups that
    /// the reader has left.
    pub(super) async fn find_by_name(
        &self,
        reader: &Reader,
        name: &str,
    ) -> Result<Option<String>, StoreError> {
        let prefix = prefix(reader);
        let is_open = |path: &String| {
            own_name(reader, path).is_some_and(|own| Audience::is_open_to(reader, own))
        };
        for audience in [Audience::Owner, Audience::Everybody] {
            let path = format!("{prefix}{}{name}", audience.part());
            if is_open(&path) && self.blobs.find(blob_of(&path)).await?.is_some() {
                return Ok(Some(path));
            }
        }
        let shared = self.blobs.list(blob_of(&format!("{prefix}{GROUPS}/"))).await?;
        let mut paths = shared.into_iter().map(|blob| path_of(&blob.name));
        Ok(paths.find(|path| path.rsplit('/').next() == Some(name) && is_open(path)))
    }
}

/// The directory part of a document's name in its reader's folder, with a trailing `/`.
fn part(own: &str) -> &str {
    own.rfind('/').map_or("", |end| &own[..=end])
}

/// The document of a blob, if it belongs to this reader.
fn uploaded(reader: &Reader, blob: Blob) -> Option<Uploaded> {
    let path = path_of(&blob.name);
    let name = own_name(reader, &path)?.to_owned();
    Some(Uploaded { path, name, bytes: blob.size, changed: blob.modified })
}
