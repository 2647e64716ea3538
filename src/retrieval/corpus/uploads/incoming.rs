//! An incoming upload: written beside the documents, and put among them once it is whole.

use footnote_documents::acl::Reader;
use footnote_documents::{extract, names};

use super::owner::{blob_of, prefix};
use super::usage::IncomingBytes;
use super::{UploadError, Uploads};
use crate::corpus::ingest;
use crate::store::StoreError;
use crate::store::blobs::BlobDraft;

/// An incoming upload; an unfinished one is removed when it is dropped.
#[derive(Debug)]
pub struct IncomingUpload {
    uploads: Uploads,
    reader: Reader,
    name: String,
    draft: Box<dyn BlobDraft>,
    share: IncomingBytes,
    /// Bytes that still fit among the uploaded documents.
    room: u64,
}

impl Uploads {
    /// Begins to take a file of that name, in place of an earlier one.
    ///
    /// # Errors
    ///
    /// If the reader may not, its format is not read, or the folder cannot be written.
    pub async fn begin(&self, reader: &Reader, name: &str) -> Result<IncomingUpload, UploadError> {
        if !self.admits(reader) {
            return Err(UploadError::Forbidden);
        }
        let name = extract::visible_name(name, "");
        if !extract::supports(&name) || names::is_hidden(&name) {
            return Err(UploadError::Format(name));
        }
        self.close(reader).await?;
        let share = self.incoming.begin();
        let room = self.room(&self.target_path(reader, &name).await?, 0).await?;
        let draft = self.blobs.begin().await?;
        Ok(IncomingUpload {
            uploads: self.clone(),
            reader: reader.clone(),
            name,
            draft,
            share,
            room,
        })
    }

    /// The path for a document of this name, which takes the place of an earlier one wherever that lies.
    async fn target_path(&self, reader: &Reader, name: &str) -> Result<String, StoreError> {
        let known = self.find_by_name(reader, name).await?;
        Ok(known.unwrap_or_else(|| format!("{}{name}", prefix(reader))))
    }

    /// The bytes that are left for the document at `path`, of which `own` are there already.
    async fn room(&self, path: &str, own: u64) -> Result<u64, StoreError> {
        let replaced = self.blobs.find(blob_of(path)).await?.map_or(0, |blob| blob.size);
        let taken = self.blobs.bytes().await?.shown.saturating_add(self.incoming.bytes());
        Ok(self.most.saturating_sub(taken.saturating_sub(own).saturating_sub(replaced)))
    }
}

impl IncomingUpload {
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
        Ok(self.draft.write(bytes).await?)
    }

    /// True if there is room for it after all: whoever tends the server may have made some by hand.
    async fn has_room(&mut self) -> Result<bool, StoreError> {
        let own = self.share.bytes();
        self.uploads.blobs.recount().await?;
        let target_path = self.uploads.target_path(&self.reader, &self.name).await?;
        self.room = self.uploads.room(&target_path, own).await?;
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
        // A client that is told of success may rely on it.
        self.draft.flush().await?;
        let Self { uploads, reader, name, draft, share, .. } = self;
        let _lock = uploads.rename_lock.lock().await;
        // Its target path is decided only now: meanwhile the earlier one may have been shared, or removed.
        let path = uploads.target_path(&reader, &name).await?;
        // Its folder may have been removed by hand meanwhile, with the list of its readers.
        uploads.close(&reader).await?;
        draft.finish(blob_of(&path), Some(uploads.most)).await.map_err(|error| match error {
            StoreError::Full => UploadError::Full(name),
            error => error.into(),
        })?;
        drop(share);
        if let Err(error) = uploads.keep_removed(&reader).await {
            tracing::error!(%error, "removed documents do not make way for new ones");
        }
        uploads.wait_for(&path).await?;
        Ok(path)
    }
}
