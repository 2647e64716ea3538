//! A mirror of the uploaded documents: local copies of blobs that are stored elsewhere.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use footnote_documents::acl::FOLDER_FILE;
use footnote_documents::names;
use footnote_store::blobs::{Blob, BlobStore, is_name};
use footnote_store::{FileBlobs, StoreError};
use tokio::sync::{Mutex, Notify};
use tokio::time::Instant;

/// Interval between checks for changes by other machines.
const NOTICE_INTERVAL: Duration = Duration::from_secs(2);

/// Minimum pause between checks, as a multiple of the time that a check takes: there may be very many blobs.
const PAUSE_RATIO: u32 = 50;

/// Stamps of blobs, by name; a copy is identified by them.
type Stamps = BTreeMap<String, (u64, SystemTime)>;

/// Local copies of the uploaded documents and of their ACL files. The folder belongs to the mirror, and may be lost at
/// any time.
#[derive(Debug)]
pub struct Mirror {
    blobs: Arc<dyn BlobStore>,
    copies: FileBlobs,
    /// Held while a blob is copied; others who wait for the same blob then find it copied.
    copying: Mutex<()>,
    /// The blobs at the last complete refresh.
    refreshed: Mutex<Stamps>,
    changed: Arc<Notify>,
}

impl Mirror {
    /// A mirror of `blobs`; `copies` must be in a folder of their own.
    pub fn new(blobs: Arc<dyn BlobStore>, copies: FileBlobs) -> Self {
        Self {
            blobs,
            copies,
            copying: Mutex::default(),
            refreshed: Mutex::default(),
            changed: Arc::default(),
        }
    }

    /// Folder of the copies.
    pub fn folder(&self) -> &Path {
        self.copies.root()
    }

    /// Notified of each change.
    pub(crate) fn changed(&self) -> Arc<Notify> {
        Arc::clone(&self.changed)
    }

    /// Announces a change.
    pub(super) fn announce(&self) {
        self.changed.notify_one();
    }

    /// Updates all copies.
    ///
    /// # Errors
    ///
    /// Fails if the blobs cannot be read or the copies cannot be written.
    pub(crate) async fn refresh(&self) -> Result<(), StoreError> {
        // Create the folder even if it stays empty, so that a scan can tell it from a lost one.
        tokio::fs::create_dir_all(self.folder()).await?;
        // In this order, a blob that is added and fetched meanwhile is not mistaken for a deleted one.
        let copies = stamps(self.copies.list("").await?);
        let blobs = self.mirrored().await?;
        for gone in copies.keys().filter(|name| !blobs.contains_key(*name)) {
            self.copies.remove(gone).await?;
        }
        for (name, stamp) in &blobs {
            if copies.get(name) != Some(stamp) {
                self.copy_if_possible(name).await?;
            }
        }
        *self.refreshed.lock().await = blobs;
        self.copies.expire().await
    }

    /// Announces changes of other processes since the last refresh, for as long as it is polled.
    pub(crate) async fn keep_noticing(&self) -> Infallible {
        let mut pause = NOTICE_INTERVAL;
        loop {
            tokio::time::sleep(pause).await;
            let begun = Instant::now();
            // The next pass reports a store that is unavailable.
            if let Ok(blobs) = self.mirrored().await
                && blobs != *self.refreshed.lock().await
            {
                self.announce();
            }
            pause = NOTICE_INTERVAL.max(PAUSE_RATIO * begun.elapsed());
        }
    }

    /// The blobs to mirror.
    async fn mirrored(&self) -> Result<Stamps, StoreError> {
        let mut blobs = stamps(self.blobs.list("").await?);
        blobs.retain(|name, _| is_mirrored(name));
        Ok(blobs)
    }

    /// Updates the copy of this blob, if it is mirrored.
    ///
    /// # Errors
    ///
    /// Fails if the blob cannot be read or the copy cannot be written.
    pub(crate) async fn fetch(&self, name: &str) -> Result<(), StoreError> {
        if !is_mirrored(name) || self.is_copied(name, self.blobs.find(name).await?).await? {
            return Ok(());
        }
        // ACL files first, so that a pass never finds the document without its ACL.
        for folder in names::outer(name).chain([""]) {
            self.copy(format!("{folder}/{FOLDER_FILE}").trim_start_matches('/')).await?;
        }
        self.copy(name).await
    }

    /// Copies a blob, unless no local file can have its name.
    async fn copy_if_possible(&self, name: &str) -> Result<(), StoreError> {
        use io::ErrorKind::{
            AlreadyExists, DirectoryNotEmpty, InvalidFilename, IsADirectory, NotADirectory,
        };
        match self.copy(name).await {
            Err(StoreError::File(error))
                if matches!(
                    error.kind(),
                    AlreadyExists
                        | DirectoryNotEmpty
                        | InvalidFilename
                        | IsADirectory
                        | NotADirectory
                ) =>
            {
                tracing::warn!(name, %error, "an uploaded document cannot be stored as a file here");
                Ok(())
            }
            done => done,
        }
    }

    /// Makes the copy equal to the current blob of this name.
    async fn copy(&self, name: &str) -> Result<(), StoreError> {
        let _lock = self.copying.lock().await;
        loop {
            let before = self.blobs.find(name).await?;
            if self.is_copied(name, before.clone()).await? {
                return Ok(());
            }
            let Some(blob) = before else {
                return self.copies.remove(name).await;
            };
            let opened = self.blobs.open(name).await?;
            // The blob may have been replaced before it was opened.
            let is_same = self.blobs.find(name).await?.as_ref() == Some(&blob);
            if let Some(opened) = opened.filter(|_| is_same) {
                return self.copies.keep_copy(&blob, opened).await;
            }
        }
    }

    /// True if the copy matches the blob, or if neither exists.
    async fn is_copied(&self, name: &str, blob: Option<Blob>) -> Result<bool, StoreError> {
        let copy = self.copies.find(name).await?;
        Ok(copy.as_ref().map(stamp) == blob.as_ref().map(stamp))
    }
}

/// The stamp that identifies a blob's copy.
fn stamp(blob: &Blob) -> (u64, SystemTime) {
    (blob.size, blob.modified)
}

fn stamps(blobs: Vec<Blob>) -> Stamps {
    blobs.into_iter().map(|blob| (blob.name.clone(), stamp(&blob))).collect()
}

/// True if a pass reads a file of this name: a document, or an ACL file.
fn is_mirrored(name: &str) -> bool {
    let (folder, file) = name.rsplit_once('/').unwrap_or(("", name));
    let is_seen = file == FOLDER_FILE || !names::is_hidden(file);
    is_name(name) && is_seen && !folder.split('/').any(names::is_hidden)
}
