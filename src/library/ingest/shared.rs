//! Reads files from a queue shared by several machines: one fills it, and all read from it.

use std::collections::HashMap;
use std::time::Duration;

use footnote_store::{Access, ClaimedFiles, QueuedFile, ReadingQueue, StoreError, Stores};

use super::reading::{IngestPass, RunningGuard, is_over};
use super::scan::File;
use super::{Extractors, IngestError, Watch, count, pass_plan};
use crate::Library;

/// Interval between checks of what other machines are still reading.
const LOOK_INTERVAL: Duration = Duration::from_millis(200);

/// Number of queued files that differ here, above which this machine stops helping: its folders must be different ones.
const MAX_SKIPPED: usize = 1000;

/// Reads these files together with other machines, until `watch` reports changes. Returns true if all were read, by any
/// machine.
pub(super) async fn read(
    pass: &mut IngestPass<'_>,
    queue: &dyn ReadingQueue,
    files: Vec<File>,
    extractors: Extractors<'_>,
    watch: Option<&Watch>,
) -> Result<bool, IngestError> {
    queue.fill(files.iter().map(QueuedFile::from).collect()).await?;
    let mut files: HashMap<String, File> =
        files.into_iter().map(|file| (file.path.clone(), file)).collect();
    let seen = pass.library.unfiltered_progress().seen;
    loop {
        let claimed = queue.claim(&[]).await?;
        let own = claimed.files.iter().filter_map(|file| files.remove(&file.path)).collect();
        let is_last = claimed.files.is_empty();
        let is_whole = read_claimed(pass, claimed, (own, &[]), extractors, watch).await?;
        let unread = queue.unread().await?;
        let left = u32::try_from(unread).unwrap_or(u32::MAX);
        pass.library.update(|progress| progress.done = seen.saturating_sub(left));
        if unread == 0 || !is_whole {
            return Ok(is_whole);
        }
        if is_last {
            if watch.is_some_and(Watch::has_changes) {
                return Ok(false);
            }
            tokio::time::sleep(LOOK_INTERVAL).await;
        }
    }
}

/// Reads files claimed by this machine, and removes them from the queue. Returns true if all were read, not counting
/// `skipped` paths.
async fn read_claimed(
    pass: &mut IngestPass<'_>,
    claimed: ClaimedFiles,
    (files, skipped): (Vec<File>, &[String]),
    extractors: Extractors<'_>,
    watch: Option<&Watch>,
) -> Result<bool, IngestError> {
    let paths: Vec<String> = files.iter().map(|file| file.path.clone()).collect();
    let is_over = files.first().is_some_and(|first| is_over(pass.begun, first, watch));
    let read = if is_over { 0 } else { pass.read(files, extractors, watch).await? };
    let unread = paths.get(read..).unwrap_or_default();
    // Also release files left over from an earlier pass, which this pass does not read.
    let done = claimed.files.iter().map(|file| file.path.clone());
    let done = done.filter(|path| !unread.contains(path) && !skipped.contains(path)).collect();
    claimed.release(done).await?;
    Ok(unread.is_empty())
}

/// Helps to read files that another machine has found, until there are none left. Returns the number of files read.
/// Leaves files that differ on this machine, such as changed ones, to others.
///
/// # Errors
///
/// Fails if the index cannot be written, or if none of the files is the same on this machine.
pub async fn help(
    library: &Library,
    stores: &Stores,
    extractors: Extractors<'_>,
) -> Result<usize, IngestError> {
    let Some(queue) = &stores.queue else {
        return Ok(0);
    };
    if queue.unread().await? == 0 {
        return Ok(0);
    }
    stores.writer.begin_pass().await?;
    library.folders().refresh().await?;
    let _running = RunningGuard::start(library);
    let (mut pass, mut read) = (IngestPass::new(library, stores, 0, 0), 0);
    let mut skipped = Vec::new();
    loop {
        let claimed = queue.claim(&skipped).await?;
        if claimed.files.is_empty() || skipped.len() > MAX_SKIPPED {
            let elsewhere = skipped.into_iter().next().filter(|_| read == 0);
            return elsewhere.map_or(Ok(read), |path| Err(IngestError::Elsewhere(path)));
        }
        let files = here(library, stores, &claimed.files, &mut skipped).await?;
        read += files.len();
        library.update(|progress| progress.seen = count(read));
        read_claimed(&mut pass, claimed, (files, &skipped), extractors, None).await?;
    }
}

/// The queued files as they are on this machine. Adds the paths of differing files to `skipped`.
async fn here(
    library: &Library,
    stores: &Stores,
    queued: &[QueuedFile],
    skipped: &mut Vec<String>,
) -> Result<Vec<File>, IngestError> {
    let mut files = Vec::new();
    for queued in queued {
        match file(library, stores, queued).await? {
            Some(file) => files.push(file),
            None => skipped.push(queued.path.clone()),
        }
    }
    Ok(files)
}

async fn file(
    library: &Library,
    stores: &Stores,
    queued: &QueuedFile,
) -> Result<Option<File>, StoreError> {
    let Ok(Some((stamp, is_upload))) = library.folders().stamp(&queued.path) else {
        return Ok(None);
    };
    if stamp != queued.stamp {
        return Ok(None);
    }
    let known = match &queued.known {
        Some(path) => stores.catalog.record(path, Access::Full).await?,
        None => None,
    };
    Ok(Some(File {
        path: queued.path.clone(),
        stamp,
        acl: queued.acl.clone(),
        own: known.as_deref().and_then(pass_plan::own),
        known,
        has_own_acl: !is_upload,
    }))
}

impl From<&File> for QueuedFile {
    fn from(file: &File) -> Self {
        Self {
            path: file.path.clone(),
            stamp: file.stamp,
            acl: file.acl.clone(),
            known: file.known.as_ref().map(|known| known.path.clone()),
        }
    }
}
