//! A pass over the folders: extracts, splits and indexes changed files, and removes deleted ones.

mod acls;
mod fault;
mod in_progress;
mod left_out;
mod opened_file;
mod outcome;
mod pass_plan;
mod reading;
mod recheck;
mod scan;
mod shared;
mod shown_progress;
mod watch;

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use footnote_documents::Record;
use footnote_documents::acl::Acl;
use footnote_store::{Access, StoreError, Stores};
pub use opened_file::MAX_BYTES;
use pass_plan::PassPlan;
use reading::{IngestPass, RunningGuard};
pub use recheck::recheck;
use scan::File;
pub use shared::help;
pub use watch::Watch;

use super::describe::Descriptions;
use super::{Library, sentences};

/// Number of records requested from a store at a time.
const RECORDS_AT_ONCE: usize = 10_000;

/// Error that ended a pass early. Unreadable files do not end it.
#[derive(Debug, thiserror::Error)]
pub enum IngestError {
    /// The folder itself cannot be read.
    #[error("the folder of documents {0} cannot be read")]
    Folder(std::path::PathBuf, #[source] io::Error),
    /// The index cannot be written.
    #[error("the index cannot be written")]
    Store(#[from] StoreError),
    /// Another machine has scanned a folder that differs from the one here.
    #[error(
        "{0} is not the same here as on another machine: all machines need the same folders, or the others read it"
    )]
    Elsewhere(String),
    /// A worker thread panicked.
    #[error("a worker thread failed")]
    Worker(#[from] tokio::task::JoinError),
}

/// Means of extracting files: the child program, and descriptions of images.
#[derive(Clone, Copy, Debug)]
pub struct Extractors<'a> {
    /// This executable, which reads risky formats as a child process.
    pub program: &'a Path,
    /// Descriptions of images, if a model describes them.
    pub descriptions: Option<&'a Descriptions>,
}

/// Brings the stores up to date with the folders of `library`. `program` is that of [`Extractors`]; images are not
/// described.
///
/// Files with an unchanged [`footnote_documents::Stamp`] are not read again, even if they failed. The library's
/// progress advances after each commit, never before. Dropping the future stops the pass; its commits stay, and the
/// next pass continues from there.
///
/// # Errors
///
/// Fails if a whole folder of documents cannot be read, after reading all others, or if the index cannot be written.
/// Single unreadable files and subfolders are not errors; they keep what was read last.
pub async fn run(library: &Library, stores: &Stores, program: &Path) -> Result<(), IngestError> {
    follow(library, stores, Extractors { program, descriptions: None }, None).await
}

/// Runs a pass like [`run`], and scans again whenever `watch` reports changes before everything is read.
///
/// # Errors
///
/// As [`run`].
pub async fn follow(
    library: &Library,
    stores: &Stores,
    extractors: Extractors<'_>,
    watch: Option<&Watch>,
) -> Result<(), IngestError> {
    // Boxed, because a pass holds the contents of two files.
    let done = Box::pin(pass(library, stores, extractors, watch)).await;
    let unwritten = matches!(done, Err(IngestError::Store(_)));
    library.update(|progress| progress.unwritten = unwritten);
    done
}

async fn pass(
    library: &Library,
    stores: &Stores,
    extractors: Extractors<'_>,
    watch: Option<&Watch>,
) -> Result<(), IngestError> {
    stores.writer.begin_pass().await?;
    // Later passes are only announced if there is something to do.
    let first = library.unfiltered_progress().finished_at.is_none();
    let mut running = first.then(|| RunningGuard::start(library));
    loop {
        library.folders().refresh().await?;
        let scanned = scan::scan(library.folders(), library.mounts()).await?;
        report(library, &scanned);
        let scan::FolderScan { files, skipped, unreachable, mut lost, .. } = scanned;
        if let Some(lost) = lost.take_if(|_| files.is_empty()) {
            library.set_unreachable(unreachable.into_keys(), |_| false);
            return Err(lost);
        }
        library.set_skipped(skipped);
        let seen = files.len();
        let described = pass_plan::described(extractors.descriptions).await;
        let known = known(stores).await?;
        let is_kept = |path: &str| {
            library.folders().places(path).any(|place| unreachable.contains_key(place))
        };
        let plan = PassPlan::new(files, &known, is_kept, described.as_ref());
        library.set_unreachable(unreachable.into_keys(), |path| plan.reads(path));
        if running.is_none() && plan.changed.is_empty() && plan.removed.is_empty() {
            if let Some(queue) = &stores.queue {
                // Clear what an earlier pass has left in the queue.
                queue.fill(Vec::new()).await?;
            }
            library.update(|progress| progress.finished_at = now());
            return lost.map_or(Ok(()), Err);
        }
        running.get_or_insert_with(|| RunningGuard::start(library));
        let mut pass = IngestPass::new(library, stores, seen, plan.changed.len());
        remove_stale(library, stores, plan.removed, plan.acl_changed).await?;
        if read(&mut pass, plan.changed, extractors, watch).await? {
            pass.end().await?;
            return lost.map_or(Ok(()), Err);
        }
        if let Some(watch) = watch {
            watch.settled(Duration::ZERO).await;
        }
    }
}

/// Reads all files, together with other machines if they share a queue, until `watch` reports changes. Returns true if
/// all were read.
async fn read(
    pass: &mut IngestPass<'_>,
    files: Vec<File>,
    extractors: Extractors<'_>,
    watch: Option<&Watch>,
) -> Result<bool, IngestError> {
    if let Some(queue) = &pass.stores.queue {
        return shared::read(pass, &**queue, files, extractors, watch).await;
    }
    let all = files.len();
    Ok(pass.read(files, extractors, watch).await? == all)
}

/// Removes deleted documents, and those whose ACL has changed until they are read again.
async fn remove_stale(
    library: &Library,
    stores: &Stores,
    removed: Vec<String>,
    acl_changed: Vec<String>,
) -> Result<(), IngestError> {
    stores.writer.remove(&removed).await?;
    if !acl_changed.is_empty() {
        stores.writer.remove(&acl_changed).await?;
        // Commit now, because reading the documents again may take long.
        stores.writer.commit().await?;
        // They may be about documents that are restricted now.
        library.update(|progress| progress.examples.clear());
    }
    Ok(())
}

/// Reports problems of the folders to the library, and logs new ones.
fn report(library: &Library, scan: &scan::FolderScan) {
    let known = library.unfiltered_progress().closed;
    for folder in scan.closed.iter().filter(|folder| !known.contains(folder)) {
        tracing::error!("nobody may read {folder}");
    }
    let is_new = |place: &str| library.unreachable_since(place).is_none();
    for (place, reason) in scan.unreachable.iter().filter(|(place, _)| is_new(place)) {
        tracing::warn!(place, reason, "not reachable: what was read there before is kept");
    }
    library.add_mounts(&scan.mounts);
    library.update(|progress| {
        progress.problem = problem(scan);
        progress.closed.clone_from(&scan.closed);
    });
}

/// The problem of a scan, for readers; without names of folders, which not every reader may know.
fn problem(scan: &scan::FolderScan) -> Option<String> {
    let lost = "The folder of documents cannot be read at the moment.".to_owned();
    let closed = match scan.closed.len() {
        0 => None,
        1 => Some("A folder is".to_owned()),
        many => Some(format!("{many} folders are")),
    };
    let closed = closed.map(|closed| {
        format!(
            "{closed} closed to everybody, for the list of readers is missing or cannot be understood. \
             The log says where."
        )
    });
    sentences([scan.lost.is_some().then_some(lost), closed])
}

/// True if a document's own text closes it to everybody.
fn is_closed(record: &Record) -> bool {
    pass_plan::own(record) == Some(Acl::closed())
}

/// The current time, in seconds since 1970.
pub fn now() -> Option<u64> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.ok().map(|since| since.as_secs())
}

/// The records of all files read so far, by path.
async fn known(stores: &Stores) -> Result<Vec<Arc<Record>>, StoreError> {
    let mut known: Vec<Arc<Record>> = Vec::new();
    loop {
        let after = known.last().map_or("", |record| &record.path);
        let some = stores.catalog.after(after, RECORDS_AT_ONCE, Access::Full).await?;
        if some.is_empty() {
            return Ok(known);
        }
        known.extend(some);
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
