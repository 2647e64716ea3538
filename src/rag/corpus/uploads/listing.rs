//! The documents of one reader, as they lie in their folders, and how far their reading has come.

use std::fs::Metadata;
use std::time::{Duration, SystemTime};

use tokio::time::{sleep, timeout};

use super::owner::{GROUPS, own_name, prefix};
use super::{Audience, UploadError, Uploads};
use crate::documents::acl::Reader;
use crate::documents::natural;
use crate::rag::corpus::Library;

/// The pause between two looks at the library.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// A document that a reader has brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uploaded {
    /// The path of the document.
    pub path: String,
    /// Its name in the reader's folder: `<name>`, `everybody/<name>`, or `groups/<group>/<name>`.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// The time at which it was brought.
    pub changed: SystemTime,
}

/// The progress of reading a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UploadState {
    /// It will be read.
    Waiting,
    /// It can be asked about.
    Ready,
    /// It cannot be read, for this reason.
    Failed(String),
}

impl Uploads {
    /// The documents of a reader, by name; none if the reader may not bring any.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read.
    pub async fn list(&self, reader: &Reader) -> Result<Vec<Uploaded>, UploadError> {
        if !self.admits(reader) {
            return Ok(Vec::new());
        }
        let (uploads, reader) = (self.clone(), reader.clone());
        let listed = tokio::task::spawn_blocking(move || {
            let parts = uploads.parts(&reader);
            let files = parts.iter().flat_map(|part| uploads.in_folder(&reader, part));
            files.collect()
        });
        Ok(listed.await.map_err(std::io::Error::other)?)
    }

    /// The reader's document at `path`.
    ///
    /// # Errors
    ///
    /// If there is no such document of this reader.
    pub async fn find(&self, reader: &Reader, path: &str) -> Result<Uploaded, UploadError> {
        if !self.owns(reader, path) {
            return Err(UploadError::Unknown);
        }
        let metadata = tokio::fs::symlink_metadata(self.file(path)).await.ok();
        let found = metadata.and_then(|metadata| uploaded(reader, path.to_owned(), &metadata));
        found.ok_or(UploadError::Unknown)
    }

    /// The path of the reader's document of this name: as it is listed, or the bare name of one that is shared.
    ///
    /// # Errors
    ///
    /// If there can be no such document of this reader.
    pub fn path_of(&self, reader: &Reader, name: &str) -> Result<String, UploadError> {
        let path = format!("{}{name}", prefix(reader));
        self.own(reader, &path)?;
        if self.file(&path).is_file() {
            return Ok(path);
        }
        Ok(self.known(reader, name).unwrap_or(path))
    }

    /// The progress of reading the document at `path`.
    pub async fn state(&self, library: &Library, path: &str) -> UploadState {
        if self.waiting.holds(path, library).await {
            return UploadState::Waiting;
        }
        match library.record(path).await.ok().flatten() {
            None => UploadState::Waiting,
            Some(record) if record.is_ready() => UploadState::Ready,
            Some(record) => UploadState::Failed(record.fault().to_owned()),
        }
    }

    /// The state of the document at `path` once it is read, or once `patience` has run out.
    pub async fn read(&self, library: &Library, path: &str, patience: Duration) -> UploadState {
        let read = async {
            loop {
                match self.state(library, path).await {
                    UploadState::Waiting => sleep(BETWEEN_LOOKS).await,
                    read => break read,
                }
            }
        };
        timeout(patience, read).await.unwrap_or(UploadState::Waiting)
    }

    /// The parts of a reader's folder, each with a `/` at its end: their own, everybody's and those of groups.
    fn parts(&self, reader: &Reader) -> Vec<String> {
        let groups = self.file(&format!("{}{GROUPS}", prefix(reader)));
        let groups = std::fs::read_dir(groups).into_iter().flatten().flatten();
        let groups = groups.filter_map(|group| group.file_name().into_string().ok());
        let mut groups: Vec<String> = groups.map(|group| format!("{GROUPS}/{group}/")).collect();
        groups.sort();
        let all = [Audience::Owner, Audience::Everybody].map(|audience| audience.part());
        all.into_iter().chain(groups).collect()
    }

    /// The path of the reader's document of this bare name, whoever may read it; `None` if there is none. Those of
    /// groups that the reader has left do not count.
    pub(super) fn known(&self, reader: &Reader, name: &str) -> Option<String> {
        let paths = self.parts(reader).into_iter();
        let mut paths = paths.map(|part| format!("{}{part}{name}", prefix(reader)));
        paths.find(|path| {
            let own = own_name(reader, path);
            own.is_some_and(|own| Audience::is_open_to(reader, own)) && self.file(path).is_file()
        })
    }

    /// The reader's documents in this part of their folder, by name.
    fn in_folder(&self, reader: &Reader, part: &str) -> Vec<Uploaded> {
        let folder = format!("{}{part}", prefix(reader));
        let entries = std::fs::read_dir(self.file(&folder)).into_iter().flatten();
        let files = entries.flatten().filter_map(|entry| {
            let path = format!("{folder}{}", entry.file_name().to_str()?);
            uploaded(reader, path, &entry.metadata().ok()?)
        });
        let mut files: Vec<_> = files.collect();
        files.sort_by(|one, other| natural::names(&one.name, &other.name));
        files
    }
}

/// The document at `path`, if there is a file and it is this reader's.
fn uploaded(reader: &Reader, path: String, metadata: &Metadata) -> Option<Uploaded> {
    let name = own_name(reader, &path)?.to_owned();
    metadata.is_file().then_some(Uploaded {
        name,
        bytes: metadata.len(),
        changed: metadata.modified().ok()?,
        path,
    })
}
