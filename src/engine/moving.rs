//! Copies all stored data from one store to another.

use anyhow::{Context as _, ensure};
use footnote_documents::Record;
use footnote_retrieval::store::keys::{KeyStore, Secret};
use footnote_retrieval::store::{Access, HeldLease, READING_LEASE, Start, StoreError, Stores};

use crate::config::Config;
use crate::kept::{KeptCounts, KeptStores, counted};
use crate::stores::OpenedStores;

/// Number of files whose records are read per batch.
const FILES_AT_ONCE: usize = 200;

/// Number of passages read per batch.
const PASSAGES_AT_ONCE: usize = 2_000;

/// Numbers of copied items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// Files, including unreadable ones.
    pub files: usize,
    /// Everything else that the new store has now.
    pub kept: KeptCounts,
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
    ensure!(there.all() == 0, "the new store has {} already", counted(there.all(), "document"));
    let written = KeptStores::of(&target.place, to)?;
    KeptStores::of(&source.place, from)?.copy_to(&written).await?;
    copy_keys(source.place.keys(from).as_ref(), target.place.keys(to).as_ref()).await?;
    let files = copy_documents(&source.stores, &target.stores).await?;
    Ok(Moved { files, kept: written.counts().await? })
}

/// Acquires the reading lease, so that nothing changes during the copy.
pub(crate) async fn alone(stores: &Stores) -> anyhow::Result<HeldLease> {
    let held = stores.lease.acquire(READING_LEASE).await?;
    let held = held.context("a server reads documents into it; stop all that use it")?;
    stores.writer.begin_pass().await?;
    Ok(held)
}

/// Copies API keys, and the secret by which operators' browsers stay known.
async fn copy_keys(from: &dyn KeyStore, to: &dyn KeyStore) -> Result<(), StoreError> {
    to.replace_secret(from.secret(Secret::random()?).await?).await?;
    for key in from.all().await? {
        to.add(key).await?;
    }
    Ok(())
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
