//! A file that is coming in: written beside the documents, and put among them once it is whole.

use std::io;

use tempfile::NamedTempFile;
use tokio::fs;
use tokio::io::AsyncWriteExt as _;

use super::owner::prefix;
use super::taken::Share;
use super::{COMING, UploadError, Uploads};
use crate::documents::acl::Reader;
use crate::documents::extract;
use crate::rag::corpus::ingest;

/// A file that is coming in; an unfinished one is removed when it is dropped.
#[derive(Debug)]
pub struct Coming {
    uploads: Uploads,
    reader: Reader,
    name: String,
    whole: NamedTempFile,
    file: fs::File,
    share: Share,
    /// Bytes that still fit among the uploaded documents.
    room: u64,
}

impl Uploads {
    /// Begins to take a file of that name, in place of an earlier one.
    ///
    /// # Errors
    ///
    /// If the reader may not, its format is not read, or the folder cannot be written.
    pub async fn begin(&self, reader: &Reader, name: &str) -> Result<Coming, UploadError> {
        if !self.admits(reader) {
            return Err(UploadError::Forbidden);
        }
        let name = extract::harmless(name, "");
        if !extract::supports(&name) || ingest::is_hidden(&name) {
            return Err(UploadError::Format(name));
        }
        self.folder(reader).await?;
        let (uploads, reader) = (self.clone(), reader.clone());
        let made = tokio::task::spawn_blocking(move || uploads.made(reader, name));
        made.await.map_err(io::Error::other)?
    }

    fn made(self, reader: Reader, name: String) -> Result<Coming, UploadError> {
        let share = self.taken.share();
        let room = self.room(&self.goal(&reader, &name), 0);
        let coming = self.place.join(COMING);
        std::fs::create_dir_all(&coming)?;
        let whole = NamedTempFile::new_in(coming)?;
        let file = fs::File::from_std(whole.reopen()?);
        Ok(Coming { uploads: self, reader, name, whole, file, share, room })
    }

    /// The path for a document of this name, which takes the place of an earlier one wherever that lies.
    fn goal(&self, reader: &Reader, name: &str) -> String {
        self.known(reader, name).unwrap_or_else(|| format!("{}{name}", prefix(reader)))
    }

    /// The bytes that are left for the document at `path`, of which `own` are there already.
    fn room(&self, path: &str, own: u64) -> u64 {
        let others = self.taken.but(own).saturating_sub(self.size(path));
        self.most.saturating_sub(others)
    }

    /// The bytes of the document at `path`; none if there is no such file.
    pub(super) fn size(&self, path: &str) -> u64 {
        self.file(path).metadata().map_or(0, |file| file.len())
    }

    /// Puts a whole file among the documents; returns its path.
    fn put(&self, coming: Whole) -> Result<String, UploadError> {
        let Whole { reader, name, file, share } = coming;
        // Where it goes is told only now: meanwhile the earlier one may have been shared, or removed.
        let path = self.goal(&reader, &name);
        let bytes = share.bytes();
        let room = self.room(&path, bytes);
        if bytes > room {
            return Err(UploadError::Full(name));
        }
        let replaced = self.size(&path);
        file.persist(self.file(&path)).map_err(|error| error.error)?;
        self.taken.put(bytes, replaced);
        if let Err(error) = self.keep_removed(&reader, room - bytes) {
            tracing::error!(%error, "removed documents do not make way for new ones");
        }
        Ok(path)
    }
}

/// A file that has come in.
struct Whole {
    reader: Reader,
    name: String,
    file: NamedTempFile,
    share: Share,
}

impl Coming {
    /// Takes some of its bytes.
    ///
    /// # Errors
    ///
    /// If they are too many, or cannot be written.
    pub async fn write(&mut self, bytes: &[u8]) -> Result<(), UploadError> {
        self.share.add(bytes.len() as u64);
        if self.share.bytes() > ingest::MOST_BYTES {
            return Err(UploadError::TooLarge(self.name.clone()));
        }
        if self.share.bytes() > self.room && !self.has_room().await? {
            return Err(UploadError::Full(self.name.clone()));
        }
        Ok(self.file.write_all(bytes).await?)
    }

    /// True if there is room for it after all: whoever tends the server may have made some by hand.
    async fn has_room(&mut self) -> io::Result<bool> {
        let (uploads, reader, name) =
            (self.uploads.clone(), self.reader.clone(), self.name.clone());
        let own = self.share.bytes();
        let counted = tokio::task::spawn_blocking(move || {
            uploads.taken.doubt();
            uploads.room(&uploads.goal(&reader, &name), own)
        });
        self.room = counted.await.map_err(io::Error::other)?;
        Ok(own <= self.room)
    }

    /// Puts the whole file among the documents; returns the path of its document.
    ///
    /// # Errors
    ///
    /// If it is empty, or cannot be written.
    pub async fn finish(mut self) -> Result<String, UploadError> {
        if self.share.bytes() == 0 {
            return Err(UploadError::Empty(self.name));
        }
        self.file.flush().await?;
        // A client that is told of success may rely on it.
        self.file.sync_all().await?;
        let Self { uploads, reader, name, whole, share, .. } = self;
        let _moving = uploads.moving.lock().await;
        let (there, coming) = (uploads.clone(), Whole { reader, name, file: whole, share });
        let put = tokio::task::spawn_blocking(move || there.put(coming));
        let path = put.await.map_err(io::Error::other)??;
        uploads.wait_for(&path).await?;
        Ok(path)
    }
}
