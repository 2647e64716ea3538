//! A mirror of the uploaded documents: files of this machine where their blobs lie elsewhere.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use footnote_documents::acl::FOLDER_FILE;
use footnote_documents::names;
use tokio::sync::{Mutex, Notify};
use tokio::time::Instant;

use crate::store::blobs::{Blob, BlobStore, is_name};
use crate::store::{FileBlobs, StoreError};

/// The pause between two looks for changes that other machines make.
const NOTICE_INTERVAL: Duration = Duration::from_secs(2);

/// The least time between two looks, as a multiple of what one takes: there may be very many blobs.
const PAUSE_RATIO: u32 = 50;

/// The parts of blobs by which their copies are known, by name.
type Stamps = BTreeMap<String, (u64, SystemTime)>;

/// Copies of the uploaded documents, and of the lists of their readers, in a folder of this machine. The folder
/// belongs to the mirror, and may be lost at any time.
#[derive(Debug)]
pub struct Mirror {
    blobs: Arc<dyn BlobStore>,
    copies: FileBlobs,
    /// Held while a blob is copied: whoever waits for the same one finds it copied.
    copying: Mutex<()>,
    /// The blobs as they were when all copies were brought up to date.
    refreshed: Mutex<Stamps>,
    changed: Arc<Notify>,
}

impl Mirror {
    /// A mirror of `blobs`, whose `copies` lie in a folder that holds nothing else.
    pub fn new(blobs: Arc<dyn BlobStore>, copies: FileBlobs) -> Self {
        Self {
            blobs,
            copies,
            copying: Mutex::default(),
            refreshed: Mutex::default(),
            changed: Arc::default(),
        }
    }

    /// The folder of the copies.
    pub fn folder(&self) -> &Path {
        self.copies.root()
    }

    /// Told of each change.
    pub(in crate::corpus) fn changed(&self) -> Arc<Notify> {
        Arc::clone(&self.changed)
    }

    /// Tells of a change.
    pub(super) fn announce(&self) {
        self.changed.notify_one();
    }

    /// Brings all copies up to date.
    ///
    /// # Errors
    ///
    /// If the blobs cannot be read, or the copies not be written.
    pub(in crate::corpus) async fn refresh(&self) -> Result<(), StoreError> {
        // Whoever looks through the folder afterwards may tell one that is lost from one that is empty.
        tokio::fs::create_dir_all(self.folder()).await?;
        // In this order: what comes and is fetched meanwhile is not taken for one that is gone.
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

    /// Announces what other processes have changed since all copies were brought up to date, as long as it is waited
    /// for.
    pub(in crate::corpus) async fn keep_noticing(&self) -> Infallible {
        let mut pause = NOTICE_INTERVAL;
        loop {
            tokio::time::sleep(pause).await;
            let begun = Instant::now();
            // Of a store that is away the next pass tells.
            if let Ok(blobs) = self.mirrored().await
                && blobs != *self.refreshed.lock().await
            {
                self.announce();
            }
            pause = NOTICE_INTERVAL.max(PAUSE_RATIO * begun.elapsed());
        }
    }

    /// The blobs that are mirrored.
    async fn mirrored(&self) -> Result<Stamps, StoreError> {
        let mut blobs = stamps(self.blobs.list("").await?);
        blobs.retain(|name, _| is_mirrored(name));
        Ok(blobs)
    }

    /// Brings the copy of the blob of this name up to date, if it is one that is mirrored.
    ///
    /// # Errors
    ///
    /// If the blob cannot be read, or the copy not be written.
    pub(in crate::corpus) async fn fetch(&self, name: &str) -> Result<(), StoreError> {
        if !is_mirrored(name) || self.is_copied(name, self.blobs.find(name).await?).await? {
            return Ok(());
        }
        // First the lists: a pass that finds the document must not find it without its readers.
        for folder in names::outer(name).chain([""]) {
            self.copy(format!("{folder}/{FOLDER_FILE}").trim_start_matches('/')).await?;
        }
        self.copy(name).await
    }

    /// Copies a blob, unless no file of this machine can have its name.
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
                tracing::warn!(name, %error, "an uploaded document can be no file here");
                Ok(())
            }
            done => done,
        }
    }

    /// Has the copy of the blob of this name be what the blob is now.
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
            // Another may have taken its place before it was opened.
            let is_same = self.blobs.find(name).await?.as_ref() == Some(&blob);
            if let Some(opened) = opened.filter(|_| is_same) {
                return self.copies.keep_copy(&blob, opened).await;
            }
        }
    }

    /// True if the copy of that name is one of the blob, or there is neither.
    async fn is_copied(&self, name: &str, blob: Option<Blob>) -> Result<bool, StoreError> {
        let copy = self.copies.find(name).await?;
        Ok(copy.as_ref().map(stamp) == blob.as_ref().map(stamp))
    }
}

/// The part of a blob by which its copy is known.
fn stamp(blob: &Blob) -> (u64, SystemTime) {
    (blob.size, blob.modified)
}

fn stamps(blobs: Vec<Blob>) -> Stamps {
    blobs.into_iter().map(|blob| (blob.name.clone(), stamp(&blob))).collect()
}

/// True if a pass over the folder reads the file of this name: a document, or a list of readers.
fn is_mirrored(name: &str) -> bool {
    let (folder, file) = name.rsplit_once('/').unwrap_or(("", name));
    let is_seen = file == FOLDER_FILE || !names::is_hidden(file);
    is_name(name) && is_seen && !folder.split('/').any(names::is_hidden)
}
