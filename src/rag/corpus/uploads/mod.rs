//! Documents that readers bring: files in a folder of their own, which lies among the folders of documents.
//!
//! The files are all there is. Whose one is and who may read it is said by the folder that it lies in:
//! `<name>` belongs to everybody where no reader is known, `<user>/<name>` to a user alone,
//! `<user>/everybody/<name>` to a user who lets everybody read it, and `<user>/groups/<group>/<name>` to one
//! who lets a group read it.

mod coming;
mod listing;
mod owner;
mod removed;
mod taken;
#[cfg(test)]
mod tests;
mod waiting;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use tokio::fs;
use tokio::sync::Mutex;

use super::Library;
use crate::documents::acl::Reader;
use crate::documents::replace;
use crate::documents::{Record, Stamp};
pub use coming::Coming;
pub use listing::{UploadState, Uploaded};
use owner::{acl_file_of, file_of, folder_of, own_name, prefix};
use taken::Taken;
use waiting::Waiting;

/// The prefix of the paths of uploaded documents.
pub const FOLDER: &str = "uploads";

/// The folder of files that are coming in.
const COMING: &str = ".coming";

/// The folder of removed documents, each in a folder named by its time in milliseconds.
const REMOVED: &str = ".removed";

/// The people who may bring documents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Allowed {
    /// Nobody.
    #[default]
    Nobody,
    /// Every reader.
    Everybody,
    /// Readers in one of these groups.
    Groups(Vec<String>),
}

impl Allowed {
    /// True if this reader is one of them.
    pub fn include(&self, reader: &Reader) -> bool {
        match self {
            Self::Nobody => false,
            Self::Everybody => true,
            Self::Groups(groups) => groups.iter().any(|group| reader.is_in(group)),
        }
    }
}

/// The people who may read an uploaded document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Audience {
    /// The reader who brought it.
    Owner,
    /// Everybody.
    Everybody,
    /// The owner and the members of this group.
    Group(String),
}

/// The folder of uploaded documents.
#[derive(Clone, Debug, Default)]
pub struct Uploads {
    place: PathBuf,
    allowed: Allowed,
    /// The most bytes of all of them.
    most: u64,
    taken: Taken,
    waiting: Waiting,
    /// Held while a file is put, shared, removed or brought back: each looks first at where the others are.
    moving: Arc<Mutex<()>>,
}

/// The error of a document that is not taken, moved or removed, in words for the reader.
#[derive(Debug, thiserror::Error)]
pub enum UploadError {
    /// The reader may not.
    #[error("you may not upload documents here")]
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
    Io(#[from] io::Error),
}

impl Uploads {
    /// The uploads in `place`, of at most `most` bytes together.
    pub fn new(place: PathBuf, allowed: Allowed, most: u64) -> Self {
        let taken = Taken::of(place.clone());
        Self { place, allowed, most, taken, waiting: Waiting::default(), moving: Arc::default() }
    }

    /// The most megabytes of all of them.
    pub fn most_megabytes(&self) -> u64 {
        self.most / 1_000_000
    }

    /// The folder of uploads, if anybody may bring any or has brought some.
    ///
    /// # Errors
    ///
    /// If the folder is not there and cannot be made.
    pub fn place(&self) -> io::Result<Option<&Path>> {
        if self.allowed != Allowed::Nobody {
            std::fs::create_dir_all(&self.place)?;
        }
        Ok(self.place.is_dir().then_some(&*self.place))
    }

    /// True if this reader may bring documents.
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
        let _moving = self.moving.lock().await;
        let name = self.own(reader, path)?;
        let name = name.rsplit('/').next().unwrap_or(name);
        let part = audience.part();
        if let Some(acl) = audience.acl_file(reader)? {
            let folder = self.place.join(folder_of(reader)).join(&part);
            fs::create_dir_all(&folder).await?;
            write_acl(&folder, acl).await?;
        }
        let goal = format!("{}{part}{name}", prefix(reader));
        self.rename(&self.file(path), &self.file(&goal)).await?;
        self.waiting.forget(path);
        self.wait_for(&goal).await?;
        Ok(goal)
    }

    /// Has the document at `path` read again.
    ///
    /// # Errors
    ///
    /// If there is no such document of this reader, or it cannot be written.
    pub async fn retry(&self, reader: &Reader, path: &str) -> Result<(), UploadError> {
        self.own(reader, path)?;
        let file = self.file(path);
        if !fs::try_exists(&file).await? {
            return Err(UploadError::Unknown);
        }
        // A file newer than its record is read.
        let touched = tokio::task::spawn_blocking(move || {
            let file = std::fs::File::options().append(true).open(file)?;
            file.set_modified(SystemTime::now())
        });
        touched.await.map_err(io::Error::other)??;
        Ok(self.wait_for(path).await?)
    }

    /// This reader's documents that the library does not have yet, by path.
    pub async fn waiting(&self, reader: &Reader, library: &Library) -> Vec<String> {
        if self.admits(reader) { self.waiting.of(reader, library).await } else { Vec::new() }
    }

    /// The records of this reader's documents that were brought since the server started and could not be read,
    /// the newest first.
    pub async fn unreadable(&self, reader: &Reader, library: &Library) -> Vec<Arc<Record>> {
        if !self.admits(reader) {
            return Vec::new();
        }
        self.waiting.unreadable(reader, library).await
    }

    /// The name of the reader's document at `path`, in the reader's folder.
    fn own<'p>(&self, reader: &Reader, path: &'p str) -> Result<&'p str, UploadError> {
        if !self.admits(reader) {
            return Err(UploadError::Forbidden);
        }
        own_name(reader, path).ok_or(UploadError::Unknown)
    }

    /// The folder of this reader's documents, made and closed to others if it is not there.
    async fn folder(&self, reader: &Reader) -> Result<PathBuf, UploadError> {
        let folder = self.place.join(folder_of(reader));
        fs::create_dir_all(&folder).await?;
        if let Some(acl) = acl_file_of(reader)? {
            write_acl(&folder, acl).await?;
        }
        Ok(folder)
    }

    /// Moves a file to where none is.
    async fn rename(&self, from: &Path, to: &Path) -> Result<(), UploadError> {
        if !fs::try_exists(from).await? {
            return Err(UploadError::Unknown);
        }
        if from != to && fs::try_exists(to).await? {
            return Err(UploadError::Taken);
        }
        Ok(fs::rename(from, to).await?)
    }

    /// Expects the library to have the document at `path` soon.
    async fn wait_for(&self, path: &str) -> io::Result<()> {
        let metadata = fs::metadata(self.file(path)).await?;
        self.waiting.add(path, Stamp::of(&metadata));
        Ok(())
    }

    /// The file of the document at `path`.
    pub fn file(&self, path: &str) -> PathBuf {
        self.place.join(file_of(path))
    }
}

/// Writes the ACL file of a folder. A pass may be reading it, and each change has all files looked at again.
async fn write_acl(folder: &Path, acl: String) -> io::Result<()> {
    let place = folder.join(".access");
    let written = tokio::task::spawn_blocking(move || replace(&place, acl.as_bytes())).await;
    written.map_err(io::Error::other)?
}
