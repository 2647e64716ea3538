//! An upload in progress: written outside the documents, and moved there when complete.

use footnote_documents::acl::Reader;
use footnote_documents::names;
use footnote_store::StoreError;
use footnote_store::blobs::BlobDraft;

use super::owner::{blob_of, prefix};
use super::usage::IncomingBytes;
use super::{UploadError, Uploads};
use crate::ingest;

/// An upload in progress; removed when dropped unfinished.
#[derive(Debug)]
pub struct IncomingUpload {
    uploads: Uploads,
    reader: Reader,
    name: String,
    draft: Box<dyn BlobDraft>,
    share: IncomingBytes,
    /// Number of bytes that still fit into the limit.
    room: u64,
}

impl Uploads {
    /// Starts an upload of this name, which replaces an earlier one.
    ///
    /// # Errors
    ///
    /// Fails if the reader may not upload, the format is unsupported, or the folder cannot be written.
    pub async fn begin(&self, reader: &Reader, name: &str) -> Result<IncomingUpload, UploadError> {
        if !self.admits(reader) {
            return Err(UploadError::Forbidden);
        }
        let name = footnote_extract::visible_name(name, "");
        if !footnote_extract::supports(&name) || names::is_hidden(&name) {
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

    /// The path for a document of this name; the path of an earlier document of the same name, wherever it is.
    async fn target_path(&self, reader: &Reader, name: &str) -> Result<String, StoreError> {
        let known = self.find_by_name(reader, name).await?;
        Ok(known.unwrap_or_else(|| format!("{}{name}", prefix(reader))))
    }

    /// Number of bytes left for the document at `path`, of which `own` already exist.
    async fn room(&self, path: &str, own: u64) -> Result<u64, StoreError> {
        let replaced = self.blobs.find(blob_of(path)).await?.map_or(0, |blob| blob.size);
        let taken = self.blobs.bytes().await?.shown.saturating_add(self.incoming.bytes());
        Ok(self.most.saturating_sub(taken.saturating_sub(own).saturating_sub(replaced)))
    }
}

impl IncomingUpload {
    /// Appends bytes.
    ///
    /// # Errors
    ///
    /// Fails if the upload becomes too large or cannot be written.
    pub async fn write(&mut self, bytes: &[u8]) -> Result<(), UploadError> {
        self.share.add(bytes.len() as u64);
        if self.share.bytes() > ingest::MAX_BYTES {
            return Err(UploadError::TooLarge(self.name.clone()));
        }
        if self.share.bytes() > self.room && !self.has_room().await? {
            return Err(UploadError::Full(self.name.clone()));
        }
        Ok(self.draft.write(bytes).await?)
    }

    /// True if there is room after all: an operator may have freed some by hand.
    async fn has_room(&mut self) -> Result<bool, StoreError> {
        let own = self.share.bytes();
        self.uploads.blobs.recount().await?;
        let target_path = self.uploads.target_path(&self.reader, &self.name).await?;
        self.room = self.uploads.room(&target_path, own).await?;
        Ok(own <= self.room)
    }

    /// Moves the complete file to the documents and returns the document's path.
    ///
    /// # Errors
    ///
    /// Fails if the file is empty or cannot be written.
    pub async fn finish(mut self) -> Result<String, UploadError> {
        if self.share.bytes() == 0 {
            return Err(UploadError::Empty(self.name));
        }
        // The client may rely on a reported success.
        self.draft.flush().await?;
        let Self { uploads, reader, name, draft, share, .. } = self;
        let _lock = uploads.rename_lock.lock().await;
        // Decide the path only now: the earlier document may have been shared or removed meanwhile.
        let path = uploads.target_path(&reader, &name).await?;
        // The folder may have been removed by hand meanwhile, together with its ACL file.
        uploads.close(&reader).await?;
        draft.finish(blob_of(&path), Some(uploads.most)).await.map_err(|error| match error {
            StoreError::Full => UploadError::Full(name),
            error => error.into(),
        })?;
        drop(share);
        if let Err(error) = uploads.keep_removed(&reader).await {
            tracing::error!(%error, "removed documents could not be deleted to make room");
        }
        uploads.wait_for(&path).await?;
        Ok(path)
    }
}
