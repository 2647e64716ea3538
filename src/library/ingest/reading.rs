//! Reads the files of a pass, writes their passages, and commits from time to time.

use std::future::ready;
use std::time::{Duration, Instant};

use footnote_store::Stores;
use futures_util::{StreamExt as _, stream};

use super::in_progress::{self, FileInProgress, KeptFile};
use super::scan::File;
use super::shown_progress::ShownProgress;
use super::{Extractors, IngestError, Watch, count, is_closed, known, now};
use crate::Library;

/// Number of files read concurrently: one waits for the disk or its child process while the other is indexed.
const CONCURRENT_FILES: usize = 2;

/// Minimum time between commits. A commit costs as much as reading some hundred small files, but readers who watch the
/// first pass should soon see documents.
const TIME_PER_COMMIT: Duration = Duration::from_secs(2);

/// A pass in progress.
pub(super) struct IngestPass<'a> {
    pub(super) library: &'a Library,
    pub(super) stores: &'a Stores,
    shown: ShownProgress,
    pub(super) begun: Instant,
    uncommitted: usize,
    committed_at: Instant,
}

impl<'a> IngestPass<'a> {
    /// A pass that has seen `seen` files, of which `changed` have to be read.
    pub(super) fn new(
        library: &'a Library,
        stores: &'a Stores,
        seen: usize,
        changed: usize,
    ) -> Self {
        library.update(|progress| {
            progress.seen = count(seen);
            progress.done = count(seen.saturating_sub(changed));
        });
        let (now, shown) = (Instant::now(), ShownProgress::of(changed));
        Self { library, stores, shown, begun: now, uncommitted: 0, committed_at: now }
    }

    /// Reads files until `watch` reports changes, and commits. Returns the number of files read, counted from the
    /// first.
    pub(super) async fn read(
        &mut self,
        files: Vec<File>,
        extractors: Extractors<'_>,
        watch: Option<&Watch>,
    ) -> Result<usize, IngestError> {
        let (library, stores, mut read) = (self.library, self.stores, 0);
        let known = files.iter().filter_map(|file| Some((file.path.clone(), file.certain_acl()?)));
        self.library.update_pending(|pending| pending.begin(known));
        let begun = self.begun;
        let mut readings = stream::iter(files)
            .take_while(|file| ready(!is_over(begun, file, watch)))
            .map(|file| {
                library.update_pending(|pending| pending.advance(&file.path, 0, 0));
                in_progress::begin(file, library.folders(), stores, extractors)
            })
            .buffer_unordered(CONCURRENT_FILES);
        while let Some(begun) = readings.next().await {
            match begun {
                Ok(in_progress) => self.take(in_progress).await?,
                Err(kept) => self.keep(&kept),
            }
            read += 1;
        }
        drop(readings);
        self.commit().await?;
        Ok(read)
    }

    /// Writes the passages of a file and of the files within it while they are read. No commit happens in between.
    async fn take(&mut self, mut in_progress: FileInProgress) -> Result<(), IngestError> {
        if in_progress.is_large() && self.uncommitted > 0 {
            self.commit().await?;
        }
        let writer = &self.stores.writer;
        // In the same commit, so that the file is never found under both paths or under none.
        let old: Vec<String> = in_progress.old_path().map(str::to_owned).into_iter().collect();
        writer.remove(&old).await?;
        writer.begin(in_progress.path()).await?;
        self.append(&mut in_progress).await?;
        while let Some(within) = in_progress.advance().await {
            writer.begin(&within.path).await?;
            self.append(&mut in_progress).await?;
            writer.finish(in_progress.complete(within)).await?;
        }
        let file = in_progress.path().to_owned();
        writer.finish(in_progress.record()).await?;
        self.library.set_reachable(&file, true);
        self.done_with(&file);
        if self.committed_at.elapsed() >= TIME_PER_COMMIT {
            self.commit().await?;
        }
        Ok(())
    }

    /// Keeps a file that cannot be read as it is in the index.
    fn keep(&mut self, kept: &KeptFile) {
        let KeptFile { path, error } = kept;
        if self.library.unreachable_since(path).is_none() {
            tracing::warn!(path, %error, "not reachable: what was read there before is kept");
        }
        self.library.set_reachable(path, false);
        self.done_with(path);
    }

    /// Counts the file at `path` as done.
    fn done_with(&mut self, path: &str) {
        self.library.update_pending(|pending| pending.end(path));
        self.shown.advance();
        self.uncommitted += 1;
    }

    /// Writes the passages of the current document.
    async fn append(&self, in_progress: &mut FileInProgress) -> Result<(), IngestError> {
        loop {
            let batch = in_progress.batch().await;
            if batch.is_empty() {
                return Ok(());
            }
            if let Some((page, pages)) = in_progress.page_of(&batch) {
                self.library
                    .update_pending(|pending| pending.advance(in_progress.path(), page, pages));
            }
            self.stores.writer.append(batch).await?;
        }
    }

    async fn commit(&mut self) -> Result<(), IngestError> {
        self.stores.writer.commit().await?;
        let done = count(self.uncommitted);
        self.library.update(|progress| progress.done = progress.done.saturating_add(done));
        self.uncommitted = 0;
        self.committed_at = Instant::now();
        Ok(())
    }

    /// Completes a pass in which everything was read.
    pub(super) async fn end(self) -> Result<(), IngestError> {
        self.stores.writer.optimize().await?;
        let shut = known(self.stores).await?.iter().filter(|record| is_closed(record)).count();
        self.shown.clear();
        self.library.update(|progress| {
            progress.finished_at = now();
            progress.shut = count(shut);
        });
        Ok(())
    }
}

/// True if changes reported by `watch` should be handled before `file` is read. A pass always runs for
/// [`TIME_PER_COMMIT`], so that even frequent interruptions do not stop all progress.
pub(super) fn is_over(begun: Instant, file: &File, watch: Option<&Watch>) -> bool {
    let is_short = begun.elapsed() < TIME_PER_COMMIT;
    !is_short && !file.is_unsettled() && watch.is_some_and(Watch::has_changes)
}

/// Marks a pass as running until it is dropped, however the pass ends.
pub(super) struct RunningGuard<'a>(&'a Library);

impl<'a> RunningGuard<'a> {
    /// Starts marking it.
    pub(super) fn start(library: &'a Library) -> Self {
        library.update(|progress| {
            progress.running = true;
            progress.seen = 0;
            progress.done = 0;
        });
        Self(library)
    }
}

impl Drop for RunningGuard<'_> {
    fn drop(&mut self) {
        self.0.update_pending(|pending| pending.begin([]));
        self.0.update(|progress| progress.running = false);
    }
}
