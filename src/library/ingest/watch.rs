//! Watches the folders, and reports changes after they have settled.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::FutureExt as _;
use notify::event::{AccessKind, AccessMode, EventKind, ModifyKind};
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher as _};
use tokio::sync::Notify;
use tokio::time::{Instant, timeout_at};

use crate::Folders;

/// Time without events after which a folder counts as settled; programs write a file in many steps.
const SETTLE_TIME: Duration = Duration::from_millis(200);

/// Time after which changes are reported even if a folder never settles.
const MAX_SETTLE_TIME: Duration = Duration::from_secs(2);

/// A watch of folders and their subfolders.
///
/// Some file systems report no events (some network drives, or too many folders), so callers should also scan from time
/// to time.
#[derive(Debug)]
pub struct Watch {
    folders: Vec<PathBuf>,
    /// Folder of the index, whose changes are our own.
    data: PathBuf,
    signal: Arc<WatchSignal>,
    watcher: Option<RecommendedWatcher>,
}

/// Messages from the watcher's thread.
#[derive(Debug, Default)]
struct WatchSignal {
    changed: Arc<Notify>,
    /// True if a watched folder was removed or renamed, which ends its events.
    is_lost: AtomicBool,
}

impl Watch {
    /// Watches `folders`. Ignores changes below `data`, the folder of the index, unless they are in one of the folders.
    pub fn over(folders: &Folders, data: &Path) -> Self {
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let mut watch = Self {
            folders: folders.watched().map(real).collect(),
            data: real(data),
            signal: Arc::new(WatchSignal { changed: folders.changed(), ..WatchSignal::default() }),
            watcher: None,
        };
        watch.begin();
        watch
    }

    /// Watches again if a folder was removed or could not be watched, and exists now.
    pub fn renew(&mut self) {
        let is_lost = self.signal.is_lost.load(Ordering::Relaxed);
        if (is_lost || self.watcher.is_none()) && self.folders.iter().any(|folder| folder.is_dir())
        {
            self.begin();
        }
    }

    fn begin(&mut self) {
        self.signal.is_lost.store(false, Ordering::Relaxed);
        let signal = Arc::clone(&self.signal);
        let (folders, data) = (self.folders.clone(), self.data.clone());
        let on_event = move |event: notify::Result<Event>| signal.take(event, &folders, &data);
        let watcher = notify::recommended_watcher(on_event).and_then(|mut watcher| {
            for folder in self.folders.iter().filter(|folder| folder.is_dir()) {
                watcher.watch(folder, RecursiveMode::Recursive)?;
            }
            Ok(watcher)
        });
        self.watcher = watcher
            .inspect_err(|error| {
                tracing::warn!(%error, "without change events, the folders are only scanned now and then");
            })
            .ok();
    }

    /// Waits for a change and then until the folder has settled, for at most `timeout`.
    ///
    /// Returns true if anything changed.
    pub async fn settled(&self, timeout: Duration) -> bool {
        let changed = &self.signal.changed;
        if tokio::time::timeout(timeout, changed.notified()).await.is_err() {
            return false;
        }
        let last = Instant::now() + MAX_SETTLE_TIME;
        while let Ok(Ok(())) =
            timeout_at(last, tokio::time::timeout(SETTLE_TIME, changed.notified())).await
        {}
        true
    }

    /// Returns a function that triggers the watch like a change of the folders.
    pub fn notifier(&self) -> impl Fn() + use<> {
        let signal = Arc::clone(&self.signal);
        move || signal.changed.notify_one()
    }

    /// True if anything has changed since the last [`Self::settled`].
    pub fn has_changes(&self) -> bool {
        let changed = &self.signal.changed;
        let is_told = changed.notified().now_or_never().is_some();
        if is_told {
            // Keep the notification for the next wait.
            changed.notify_one();
        }
        is_told
    }
}

impl WatchSignal {
    fn take(&self, event: notify::Result<Event>, folders: &[PathBuf], data: &Path) {
        let Ok(event) = event else {
            // Events were lost; a full scan finds the changes.
            self.changed.notify_one();
            return;
        };
        if ends(&event) && event.paths.iter().any(|path| folders.contains(path)) {
            self.is_lost.store(true, Ordering::Relaxed);
        }
        let inner = folders.iter().filter(|folder| folder.starts_with(data));
        let inner: Vec<&PathBuf> = inner.collect();
        let is_own = |path: &PathBuf| {
            path.starts_with(data) && !inner.iter().any(|folder| path.starts_with(folder))
        };
        let is_own = !event.paths.is_empty() && event.paths.iter().all(is_own);
        if !is_own && (changes(event.kind) || event.need_rescan()) {
            self.changed.notify_one();
        }
    }
}

/// True if an event is a change; reading files also causes events.
fn changes(kind: EventKind) -> bool {
    match kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => true,
        EventKind::Access(_) => false,
        _ => true,
    }
}

/// True if the file or folder of an event is no longer in its place.
fn ends(event: &Event) -> bool {
    matches!(event.kind, EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_)))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const SOON: Duration = Duration::from_secs(20);

    fn folder() -> (tempfile::TempDir, PathBuf, PathBuf) {
        let root = tempfile::tempdir().unwrap();
        let (folder, data) = (root.path().join("documents"), root.path().join("data"));
        fs::create_dir(&folder).unwrap();
        fs::create_dir(&data).unwrap();
        (root, folder, data)
    }

    #[tokio::test]
    async fn new_changed_renamed_and_removed_files_are_changes() {
        let (_place, folder, data) = folder();
        let watch = Watch::over(&Folders::from(&*folder), &data);
        fs::create_dir_all(folder.join("deep/er")).unwrap();
        assert!(watch.settled(SOON).await);
        let (file, renamed) = (folder.join("deep/er/a.md"), folder.join("b.md"));
        fs::write(&file, "Tea").unwrap();
        assert!(watch.settled(SOON).await);
        fs::write(&file, "Cake").unwrap();
        assert!(watch.settled(SOON).await);
        fs::rename(&file, &renamed).unwrap();
        assert!(watch.settled(SOON).await);
        fs::remove_file(&renamed).unwrap();
        assert!(watch.settled(SOON).await && !watch.has_changes());
        fs::write(&file, "Tea").unwrap();
        while !watch.has_changes() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        assert!(watch.settled(Duration::ZERO).await, "it is news until it is waited for");
    }

    #[tokio::test]
    async fn reading_and_the_index_itself_are_no_changes() {
        let (_place, folder, _) = folder();
        let data = folder.join("data");
        fs::create_dir(&data).unwrap();
        fs::write(folder.join("a.md"), "Tea").unwrap();
        let watch = Watch::over(&Folders::from(&*folder), &data);
        fs::read(folder.join("a.md")).unwrap();
        fs::read_dir(&folder).unwrap().for_each(drop);
        fs::write(data.join("segment"), "x").unwrap();
        assert!(!watch.settled(Duration::from_millis(500)).await);
    }

    #[tokio::test]
    async fn a_folder_that_comes_back_is_watched_again() {
        let (root, folder, data) = folder();
        let mut watch = Watch::over(&Folders::from(&*folder), &data);
        let away = root.path().join("away");
        fs::rename(&folder, &away).unwrap();
        assert!(watch.settled(SOON).await);
        watch.renew();
        fs::rename(&away, &folder).unwrap();
        watch.renew();
        fs::write(folder.join("a.md"), "Tea").unwrap();
        assert!(watch.settled(SOON).await);
    }
}
