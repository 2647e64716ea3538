//! A file that is coming in: written beside the documents, and put among them once it is whole.

use std::io;
use std::path::PathBuf;

use tempfile::NamedTempFile;
use tokio::fs;
use tokio::io::AsyncWriteExt as _;

use super::owner::prefix;
use super::removed::bytes;
use super::{COMING, REMOVED, UploadError, Uploads};
use crate::rag::corpus::acl::Reader;
use crate::rag::corpus::{extract, ingest};

/// A file that is coming in; an unfinished one is removed when it is dropped.
#[derive(Debug)]
pub struct Coming {
    uploads: Uploads,
    name: String,
    path: String,
    goal: PathBuf,
    whole: NamedTempFile,
    file: fs::File,
    bytes: u64,
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
        let made = tokio::task::spawn_blocking(move || uploads.made(&reader, name));
        made.await.map_err(io::Error::other)?
    }

    /// The file for a document of this name, which takes the place of an earlier one wherever that lies.
    fn made(self, reader: &Reader, name: String) -> Result<Coming, UploadError> {
        let own = format!("{}{name}", prefix(reader));
        let path = self.known(reader, &name).unwrap_or(own);
        let goal = self.file(&path);
        let replaced = goal.metadata().map_or(0, |earlier| earlier.len());
        let coming = self.place.join(COMING);
        std::fs::create_dir_all(&coming)?;
        let whole = NamedTempFile::new_in(coming)?;
        let taken = bytes(&self.place, REMOVED).saturating_sub(replaced);
        Ok(Coming {
            file: fs::File::from_std(whole.reopen()?),
            room: self.most.saturating_sub(taken),
            uploads: self,
            path,
            name,
            goal,
            whole,
            bytes: 0,
        })
    }
}

impl Coming {
    /// Takes some of its bytes.
    ///
    /// # Errors
    ///
    /// If they are too many, or cannot be written.
    pub async fn write(&mut self, bytes: &[u8]) -> Result<(), UploadError> {
        self.bytes += bytes.len() as u64;
        if self.bytes > ingest::MOST_BYTES {
            return Err(UploadError::TooLarge(self.name.clone()));
        }
        if self.bytes > self.room {
            return Err(UploadError::Full(self.name.clone()));
        }
        Ok(self.file.write_all(bytes).await?)
    }

    /// Puts the whole file among the documents; returns the path of its document.
    ///
    /// # Errors
    ///
    /// If it is empty, or cannot be written.
    pub async fn finish(mut self) -> Result<String, UploadError> {
        if self.bytes == 0 {
            return Err(UploadError::Empty(self.name));
        }
        self.file.flush().await?;
        // A client that is told of success may rely on it.
        self.file.sync_all().await?;
        let (whole, goal, uploads) = (self.whole, self.goal, self.uploads.clone());
        let left = self.room.saturating_sub(self.bytes);
        let put = tokio::task::spawn_blocking(move || {
            whole.persist(goal)?;
            // Removed documents make way for new ones.
            uploads.keep_removed(left)
        });
        put.await.map_err(io::Error::other)??;
        self.uploads.wait_for(&self.path).await?;
        Ok(self.path)
    }
}
