//! Copies all stored data from one store to another.

use std::sync::Arc;

use anyhow::{Context as _, ensure};
use footnote_documents::Record;
use footnote_retrieval::store::blobs::BlobStore;
use footnote_retrieval::store::keys::{KeyStore, Secret};
use footnote_retrieval::store::{Access, HeldLease, READING_LEASE, Start, StoreError, Stores};
use tokio::io::AsyncReadExt as _;

use crate::config::Config;
use crate::stores::OpenedStores;

/// Number of files whose records are read per batch.
const FILES_AT_ONCE: usize = 200;

/// Number of passages read per batch.
const PASSAGES_AT_ONCE: usize = 2_000;

/// Number of conversations read per batch.
const SESSIONS_AT_ONCE: usize = 20;

/// Number of bytes of a blob read per chunk.
const BYTES_AT_ONCE: usize = 256 * 1024;

/// Numbers of copied items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// Files, including unreadable ones.
    pub files: usize,
    /// Conversations.
    pub sessions: usize,
    /// Uploaded documents and their metadata.
    pub uploads: usize,
    /// Descriptions of images.
    pub descriptions: usize,
}

/// Copies everything from the stores of `from` to those of `to`, which must hold no documents. Vectors are not copied;
/// they are computed again when the documents are next read. Removes nothing.
///
/// # Errors
///
/// Fails if a store cannot be opened, read or written, is in use, or already has documents.
pub async fn copy(from: &Config, to: &Config) -> anyhow::Result<Moved> {
    let (source, target) = (OpenedStores::open(from).await?, OpenedStores::open(to).await?);
    let _source = alone(&source.stores).await.context("reading the old store")?;
    let _target = alone(&target.stores).await.context("writing the new store")?;
    let there = target.stores.catalog.counts(Access::Full).await?;
    ensure!(there.all() == 0, "the new store has {} documents already", there.all());
    let (read, written) = (source.place.sessions(from), target.place.sessions(to));
    let mut moved = Moved::default();
    let mut after = String::new();
    while let Some(last) = {
        let some = read.export(&after, SESSIONS_AT_ONCE).await?;
        moved.sessions += some.len();
        let last = some.last().map(|session| session.id.clone());
        for session in some {
            written.import(session).await?;
        }
        last
    } {
        after = last;
    }
    copy_keys(source.place.keys(from).as_ref(), target.place.keys(to).as_ref()).await?;
    let uploads = (source.place.uploads(from)?.blobs(), target.place.uploads(to)?.blobs());
    moved.uploads = copy_blobs(uploads.0, uploads.1).await?;
    let descriptions = source.place.descriptions(from);
    moved.descriptions =
        copy_blobs(descriptions.blobs(), target.place.descriptions(to).blobs()).await?;
    moved.files = copy_documents(&source.stores, &target.stores).await?;
    Ok(moved)
}

/// Acquires the reading lease, so that nothing changes during the copy.
async fn alone(stores: &Stores) -> anyhow::Result<HeldLease> {
    let held = stores.lease.acquire(READING_LEASE).await?;
    held.context("a server reads documents into it; stop all that use it")
}

/// Copies API keys, and the secret by which operators' browsers stay known.
async fn copy_keys(from: &dyn KeyStore, to: &dyn KeyStore) -> Result<(), StoreError> {
    to.replace_secret(from.secret(Secret::random()?).await?).await?;
    for key in from.all().await? {
        to.add(key).await?;
    }
    Ok(())
}

async fn copy_blobs(from: Arc<dyn BlobStore>, to: Arc<dyn BlobStore>) -> Result<usize, StoreError> {
    let mut copied = 0;
    for blob in from.list("").await? {
        let Some(mut opened) = from.open(&blob.name).await? else {
            continue;
        };
        let mut draft = to.begin().await?;
        let mut bytes = vec![0; BYTES_AT_ONCE];
        loop {
            let count = opened.content.read(&mut bytes).await?;
            let Some(some) = bytes.get(..count).filter(|some| !some.is_empty()) else {
                break;
            };
            draft.write(some).await?;
        }
        draft.finish(&blob.name, None).await?;
        copied += 1;
    }
    Ok(copied)
}

async fn copy_documents(from: &Stores, to: &Stores) -> Result<usize, StoreError> {
    let (mut copied, mut after) = (0, String::new());
    loop {
        let files = from.catalog.after(&after, FILES_AT_ONCE, Access::Full).await?;
        let Some(last) = files.last() else {
            break;
        };
        after.clone_from(&last.path);
        for file in &files {
            copy_document(from, to, file).await?;
        }
        to.writer.commit().await?;
        copied += files.len();
    }
    to.writer.optimize().await?;
    Ok(copied)
}

async fn copy_document(from: &Stores, to: &Stores, file: &Record) -> Result<(), StoreError> {
    to.writer.begin(&file.path).await?;
    let mut next = 0;
    loop {
        let start = Start::Passage(next);
        let read = from.passages.passages_from(&file.path, start, PASSAGES_AT_ONCE, Access::Full);
        let passages = read.await?;
        let Some(last) = passages.last() else {
            break;
        };
        next = last.ordinal + 1;
        to.writer.append(passages).await?;
    }
    to.writer.finish(file.clone()).await
}

#[cfg(test)]
#[path = "moving_tests.rs"]
mod tests;
