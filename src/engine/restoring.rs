//! Restoring a backup into an empty store.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, ensure};
use footnote_models::choice;
use footnote_store::blobs::BlobStore;
use footnote_store::{Access, HeldLease, READING_LEASE, Stores};

use crate::backup::archive::Archive;
use crate::backup::work::WorkFolder;
use crate::backup::{CONTENTS, DESCRIPTIONS, MODEL, UPLOADS, files_in};
use crate::config::Config;
use crate::kept::{BYTES_AT_ONCE, KeptCounts, KeptStores, copy_insights, copy_sessions, counted};
use crate::place::UNFINISHED_RESTORE;
use crate::stores::OpenedStores;

/// Folder of the unpacked databases, within the data folder.
const WORK_FOLDER: &str = ".restoring";

/// Restores the backup in `file` into the stores of `config`, which must be empty. After a restore that was interrupted,
/// deletes what it has left and begins anew.
///
/// # Errors
///
/// Fails if the backup is damaged or newer than this program, or if the stores are not empty, are in use, or cannot be
/// written.
pub async fn restore(config: &Config, file: &Path) -> anyhow::Result<KeptCounts> {
    let mut archive = Archive::open(file)?;
    // Documents and vectors are not restored, so no embedding model is needed.
    let config = Config { embedding: None, ..config.clone() };
    let work = WorkFolder::claim(config.data.join(WORK_FOLDER))?;
    let target = OpenedStores::open_unfinished(&config).await?;
    let _target = alone(&target.stores).await.context("writing the store")?;
    let (stores, marks) = (KeptStores::of(&target.place, &config)?, target.place.marks(&config));
    if marks.find(UNFINISHED_RESTORE).await?.is_some() {
        stores.clear().await?;
    } else {
        let there = stores.counts().await?;
        let documents = target.stores.catalog.counts(Access::Full).await?.all();
        let has_model = config.data.join(choice::FILE).exists();
        ensure!(
            there == KeptCounts::default() && documents == 0 && !has_model,
            "the destination is not empty: it has {there}, and {}. Name an empty folder or database",
            counted(documents, "document in the index")
        );
    }
    marks.put(UNFINISHED_RESTORE, b"run footnote restore again").await?;
    fill(&mut archive, &work, &stores, &config).await?;
    let (restored, expected) = (stores.counts().await?, archive.manifest.counts);
    ensure!(restored == expected, "the backup has {expected}, but the store now has {restored}");
    marks.remove(UNFINISHED_RESTORE).await?;
    Ok(restored)
}

/// Acquires the reading lease, so that nothing changes meanwhile.
async fn alone(stores: &Stores) -> anyhow::Result<HeldLease> {
    let held = stores.lease.acquire(READING_LEASE).await?;
    held.context("a server reads documents into it; stop all that use it")
}

/// Fills empty stores from a backup.
async fn fill(
    archive: &mut Archive,
    work: &WorkFolder,
    stores: &KeptStores,
    config: &Config,
) -> anyhow::Result<()> {
    for content in CONTENTS {
        let part = content.file_name();
        if !archive.names(part).is_empty() {
            io::copy(&mut archive.content(part)?, &mut File::create(work.file(part))?)?;
        }
    }
    let (sessions, insights) = files_in(&work.file(""))?;
    copy_sessions(&sessions, &stores.sessions).await?;
    copy_insights(&insights, &stores.insights).await?;
    fill_blobs(archive, UPLOADS, &stores.uploads).await?;
    fill_blobs(archive, DESCRIPTIONS, &stores.descriptions).await?;
    if !archive.names(MODEL).is_empty() {
        let mut model = Vec::new();
        archive.content(MODEL)?.read_to_end(&mut model)?;
        choice::keep(&config.data.join(choice::FILE), &model)?;
    }
    Ok(())
}

async fn fill_blobs(
    archive: &mut Archive,
    prefix: &str,
    blobs: &Arc<dyn BlobStore>,
) -> anyhow::Result<()> {
    let mut bytes = vec![0; BYTES_AT_ONCE];
    for name in archive.names(prefix) {
        let mut content = archive.content(&format!("{prefix}{name}"))?;
        let mut draft = blobs.begin().await?;
        loop {
            let count = content.read(&mut bytes)?;
            let Some(some) = bytes.get(..count).filter(|some| !some.is_empty()) else {
                break;
            };
            draft.write(some).await?;
        }
        draft.finish(&name, None).await.with_context(|| format!("writing {prefix}{name}"))?;
    }
    Ok(())
}
