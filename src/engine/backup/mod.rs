//! Backups: one file with everything that is kept besides the index, made while the server runs.

pub(crate) mod archive;
pub(crate) mod manifest;
pub(crate) mod work;

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use archive::ArchiveWriter;
use footnote_models::choice;
use footnote_postgres::Database;
use footnote_store::aside::free;
use footnote_store::blobs::BlobStore;
use footnote_store::{
    InsightStore, Sessions, SqliteContent, SqliteInsights, SqliteSessions, check_versions,
};
pub(crate) use manifest::{CONTENTS, DESCRIPTIONS, MODEL, UPLOADS};
use manifest::{Manifest, PROGRAM};
use tokio::io::AsyncReadExt as _;
use work::WorkFolder;

use crate::config::Config;
use crate::kept::{BYTES_AT_ONCE, KeptCounts, KeptStores, copy_insights, copy_sessions};
use crate::place::Place;

/// The first bytes of a backup.
const ZIP: &[u8] = b"PK\x03\x04";

/// Name of an unfinished backup in its folder.
const UNFINISHED: &str = "backup.zip";

/// Folder of the backups made before upgrades, within the data folder. It is hidden, so that it is not indexed if the
/// data folder lies among the documents.
const UPGRADES: &str = ".backups";

/// Writes a backup of everything that the stores of `config` keep to `file`. Servers may go on meanwhile. A former
/// backup of this name stays until the new one is whole. Nothing is upgraded.
///
/// # Errors
///
/// Fails if a store cannot be read or is newer than this program, if something else than a backup has the name, or if
/// the file cannot be written.
pub async fn backup(config: &Config, file: &Path) -> anyhow::Result<KeptCounts> {
    check_target(file)?;
    let place = if let Some(address) = &config.store {
        Place::Database(Database::snapshot(address.reveal())?, None)
    } else {
        let data = &config.data;
        ensure!(data.is_dir(), "there is no folder {}: nothing is kept", data.display());
        check_versions(data)?;
        Place::Folders
    };
    let work = WorkFolder::claim(unfinished(file)?)?;
    let mut backup = Backup::begin(&work, config)?;
    match place {
        // Their stores would upgrade the files, which an earlier version may be using.
        Place::Folders => backup.add_databases(&config.data)?,
        Place::Database(..) => {
            let copies = copied(&KeptStores::of(&place, config)?, &work).await?;
            backup.add_databases(&copies)?;
        }
    }
    backup.counts.uploads = backup.add_blobs(UPLOADS, &place.uploads(config)?.blobs()).await?;
    let descriptions = place.descriptions(config).blobs();
    backup.counts.descriptions = backup.add_blobs(DESCRIPTIONS, &descriptions).await?;
    backup.finish(file)
}

/// Checks that a backup may have this place: nothing is there, or a former backup.
fn check_target(file: &Path) -> anyhow::Result<()> {
    let Ok(there) = file.symlink_metadata() else {
        return Ok(());
    };
    let name = file.display();
    ensure!(!there.is_dir(), "{name} is a folder: name a file");
    ensure!(there.is_file(), "{name} is no regular file: name another");
    let mut begins = Vec::new();
    std::fs::File::open(file)?.take(ZIP.len() as u64).read_to_end(&mut begins)?;
    ensure!(begins.is_empty() || begins == ZIP, "{name} is no backup: name another file");
    Ok(())
}

/// Backs up the databases in the data folder if this program is about to upgrade them, and then upgrades them. Uploads
/// and descriptions are left out: no upgrade changes them.
///
/// # Errors
///
/// Fails if the backup cannot be written, or if a newer program has written them; then nothing is upgraded.
pub(crate) fn before_upgrade(config: &Config) -> anyhow::Result<()> {
    check_versions(&config.data)?;
    let files = CONTENTS.map(|content| (content, file_of(content, &config.data)));
    // A file that cannot be read is not upgraded, but set aside when it is opened.
    let is_older = |(content, file): &(SqliteContent, PathBuf)| content.is_older(file);
    let older = files.iter().filter(|file| is_older(file).unwrap_or_default());
    let older: Vec<_> = older.collect();
    if older.is_empty() {
        return Ok(());
    }
    let file = free(&config.data.join(UPGRADES), &format!("before-{PROGRAM}"), ".zip");
    let make = || {
        let work = WorkFolder::claim(unfinished(&file)?)?;
        let mut backup = Backup::begin(&work, config)?;
        backup.add_databases(&config.data)?;
        backup.finish(&file)
    };
    let kept = make().context(
        "an earlier version has written the conversations, and they cannot be backed up before they are upgraded",
    )?;
    tracing::info!(file = %file.display(), "before an upgrade, {kept} were backed up");
    for (place, (content, older)) in older.into_iter().enumerate() {
        if let Err(error) = content.upgrade(older) {
            if place == 0 {
                // Nothing is upgraded, so that each start would leave another.
                let _ = std::fs::remove_file(&file);
            }
            return Err(error.into());
        }
    }
    Ok(())
}

/// A backup being made.
struct Backup<'a> {
    work: &'a WorkFolder,
    archive: ArchiveWriter,
    schemas: BTreeMap<String, i64>,
    counts: KeptCounts,
}

impl<'a> Backup<'a> {
    /// Begins with the chosen model, without its key.
    fn begin(work: &'a WorkFolder, config: &Config) -> anyhow::Result<Self> {
        let mut archive = ArchiveWriter::create(&work.file(UNFINISHED))?;
        match choice::without_key(&config.data.join(choice::FILE)) {
            Ok(Some(model)) => archive.add(MODEL, model.as_slice())?,
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, "the chosen chat model is left out"),
        }
        Ok(Self { work, archive, schemas: BTreeMap::new(), counts: KeptCounts::default() })
    }

    /// Adds the databases in `folder` as they are at one moment each.
    fn add_databases(&mut self, folder: &Path) -> anyhow::Result<()> {
        for content in CONTENTS {
            let (file, part) = (file_of(content, folder), content.file_name());
            let Some(version) = content.version(&file)? else {
                continue;
            };
            let copy = self.work.file(part);
            let copied = content.copy(&file, &copy);
            copied.with_context(|| format!("copying {}", file.display()))?;
            self.count(content, &copy)?;
            self.schemas.insert(part.to_owned(), version);
            self.archive.add(part, std::fs::File::open(copy)?)?;
        }
        Ok(())
    }

    fn count(&mut self, content: SqliteContent, copy: &Path) -> anyhow::Result<()> {
        let rows = |table| content.rows(copy, table);
        match content {
            SqliteContent::Conversations => {
                self.counts.conversations = rows("sessions")?;
                self.counts.links = rows("shares")?;
            }
            SqliteContent::Insights => {
                self.counts.answers = rows("answers")?;
                self.counts.judgements = rows("judgements")?;
            }
        }
        Ok(())
    }

    /// Adds all blobs; returns their number. A blob that is removed meanwhile is left out.
    async fn add_blobs(&mut self, prefix: &str, blobs: &Arc<dyn BlobStore>) -> anyhow::Result<u64> {
        let (mut added, mut bytes) = (0, vec![0; BYTES_AT_ONCE]);
        for blob in blobs.list("").await? {
            let Some(mut opened) = blobs.open(&blob.name).await? else {
                continue;
            };
            self.archive.begin(&format!("{prefix}{}", blob.name))?;
            loop {
                let read = opened.content.read(&mut bytes).await;
                let count = read.with_context(|| format!("reading {prefix}{}", blob.name))?;
                let Some(some) = bytes.get(..count).filter(|some| !some.is_empty()) else {
                    break;
                };
                self.archive.write(some)?;
            }
            added += 1;
        }
        Ok(added)
    }

    /// Completes the backup and moves it to `file`.
    fn finish(self, file: &Path) -> anyhow::Result<KeptCounts> {
        let Self { work, mut archive, schemas, counts } = self;
        let parts = archive.parts();
        archive.finish(&Manifest::new(schemas, counts, parts))?;
        let placed = work.persist(UNFINISHED, file);
        placed.with_context(|| format!("writing {}", file.display()))?;
        Ok(counts)
    }
}

/// Copies conversations and insights of a database to files; returns their folder.
async fn copied(stores: &KeptStores, work: &WorkFolder) -> anyhow::Result<PathBuf> {
    let folder = work.file("database");
    std::fs::create_dir(&folder)?;
    let (sessions, insights) = files_in(&folder)?;
    copy_sessions(&stores.sessions, &sessions).await?;
    copy_insights(&stores.insights, &insights).await?;
    Ok(folder)
}

/// Conversations and insights in files of a folder.
pub(crate) fn files_in(folder: &Path) -> anyhow::Result<(Sessions, Arc<dyn InsightStore>)> {
    let [sessions, insights] = CONTENTS.map(|content| file_of(content, folder));
    let sessions = SqliteSessions::open(&sessions, Duration::MAX)?.within(u64::MAX);
    Ok((Arc::new(sessions), Arc::new(SqliteInsights::open(&insights))))
}

/// The file of a database in a data folder.
fn file_of(content: SqliteContent, data: &Path) -> PathBuf {
    data.join(content.file_name())
}

/// The folder beside `file` for what is unfinished.
fn unfinished(file: &Path) -> anyhow::Result<PathBuf> {
    let name = file.file_name().with_context(|| format!("{} names no file", file.display()))?;
    let mut name = name.to_owned();
    name.push(".part");
    Ok(file.with_file_name(name))
}

#[cfg(test)]
mod harmless_tests;
#[cfg(test)]
mod tests;
