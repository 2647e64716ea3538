//! Keeps the index up to date while the server runs.

use std::time::Duration;

use footnote_library::ingest::{self, Watch};
use tokio::sync::{Notify, watch};
use tokio_util::sync::CancellationToken;

use super::Engine;

/// Interval between checks for indexed passages without a vector.
const EMBEDDING_INTERVAL: Duration = Duration::from_secs(5);

/// Maximum idle time if nothing changes. Each check walks through all records; it also finds vectors that were lost.
const MAX_IDLE_TIME: Duration = Duration::from_mins(10);

/// Maximum pause after failed passes; the pause doubles with each failure.
const MAX_PAUSE: Duration = Duration::from_mins(5);

impl Engine {
    /// Updates the index at once, then whenever `watch` reports a change and at least every `interval`, until `stop`.
    /// Errors are logged and retried with exponential backoff.
    pub async fn keep_fresh(&self, mut watch: Watch, interval: Duration, stop: CancellationToken) {
        let (read, notify) = (Notify::new(), watch.notifier());
        let reading = async {
            let mut lease = self.lease().await;
            let (mut logged, mut warned) = (None, None);
            let (mut pause, mut checked) = (interval, String::new());
            loop {
                if !lease.is_held() {
                    tracing::warn!("the lease for reading the folders is lost");
                    lease = self.lease().await;
                }
                logged = self.pass(logged, &watch).await;
                warned = self.warn_of_restricted(warned).await;
                read.notify_one();
                watch.renew();
                let is_well = logged.is_none();
                pause = if is_well { interval } else { (2 * pause).min(MAX_PAUSE) };
                if !self.settled(&watch, pause).await && is_well {
                    checked = self.recheck(checked).await;
                }
            }
        };
        // Concurrently, since embedding may take hours. Until then, keywords find the changed documents.
        let embedding = async {
            let (mut logged, mut changes) = (None, self.rag.library.changes());
            loop {
                let known = self.stores.catalog.version();
                let done = self.embed_or_follow().await;
                let is_own = done.as_ref().is_ok_and(|is_own| *is_own);
                logged = logged_error(done.map(drop), logged, "the documents cannot be embedded");
                // Vectors of another machine come without a change of the documents.
                let is_known = || is_own && self.stores.catalog.version() == known;
                wait_for_change(&mut changes, is_known).await;
                let pause = interval.min(EMBEDDING_INTERVAL);
                let _ = tokio::time::timeout(pause, read.notified()).await;
            }
        };
        let describing = self.keep_describing(interval.min(EMBEDDING_INTERVAL), notify);
        let suggesting = self.keep_suggesting();
        let all = Box::pin(async { tokio::join!(reading, embedding, describing, suggesting) });
        stop.run_until_cancelled(all).await;
    }

    /// Returns the operators' warning about restricted documents. Logs it unless it equals `logged`.
    async fn warn_of_restricted(&self, logged: Option<String>) -> Option<String> {
        let Ok(restricted) = self.rag.library.restricted().await else {
            return logged;
        };
        let warning = self.readers.warning(restricted).filter(|_| !self.signs_in);
        if let Some(warning) = warning.as_ref().filter(|_| warning != logged) {
            tracing::warn!("{warning}");
        }
        warning
    }

    /// Waits for a change in the folders or an upload on another machine, as [`Watch::settled`] does.
    async fn settled(&self, watch: &Watch, pause: Duration) -> bool {
        tokio::select! {
            settled = watch.settled(pause) => settled,
            never = self.rag.library.folders().keep_noticing() => match never {},
        }
    }

    /// Compares some files after `after` with their records. Returns the last path compared.
    async fn recheck(&self, after: String) -> String {
        let done = ingest::recheck(&self.rag.library, &self.stores, after).await;
        done.unwrap_or_else(|error| {
            tracing::error!(%error, "the documents cannot be compared with the index");
            String::new()
        })
    }

    /// Runs one pass. Returns its error, and logs it unless it equals `logged`.
    async fn pass(&self, logged: Option<String>, watch: &Watch) -> Option<String> {
        logged_error(self.read(Some(watch)).await, logged, "the documents cannot be indexed")
    }
}

/// Waits for changes while `is_as_before` returns true, for at most [`MAX_IDLE_TIME`].
pub(super) async fn wait_for_change(
    changes: &mut watch::Receiver<u64>,
    mut is_as_before: impl FnMut() -> bool,
) {
    let waiting = async { while is_as_before() && changes.changed().await.is_ok() {} };
    // After the timeout, check anyway.
    let _ = tokio::time::timeout(MAX_IDLE_TIME, waiting).await;
}

/// Returns the error as text, and logs it unless it equals `logged`.
pub(super) fn logged_error(
    done: anyhow::Result<()>,
    logged: Option<String>,
    what: &str,
) -> Option<String> {
    let error = format!("{:#}", done.err()?);
    if logged.as_ref() != Some(&error) {
        tracing::error!(error, "{what}");
    }
    Some(error)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use footnote_library::describe::Describer;
    use footnote_models::ModelSlot;
    use footnote_models::scripted::{Scripted, Step};
    use footnote_search::index::{EmbeddedIndex, Index};
    use footnote_store::{StoreError, Vector, VectorKey, VectorStore};

    use super::*;
    use crate::config::tests::settings;
    use crate::config::{Config, Settings};
    use crate::meaning;

    fn config(folder: &Path) -> Config {
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let settings = Settings {
            documents: Some(text(&folder.join("documents"))),
            data: text(&folder.join("data")),
            ..settings()
        };
        Config::new(settings).unwrap()
    }

    /// Starts a watch of the engine's folders.
    fn watch(engine: &Engine) -> Watch {
        let folders = engine.rag.library.folders();
        let data = folders.iter().next().unwrap().fs_path.with_file_name("data");
        Watch::over(folders, &data)
    }

    /// Keeps the index up to date until `changes` completes, with a scan every `interval`.
    async fn fresh_during(engine: &Engine, interval: Duration, changes: impl Future<Output = ()>) {
        let stop = CancellationToken::new();
        let changes = async {
            changes.await;
            stop.cancel();
        };
        let fresh = Box::pin(engine.keep_fresh(watch(engine), interval, stop.clone()));
        let both = async { tokio::join!(fresh, changes) };
        tokio::time::timeout(Duration::from_secs(30), both).await.unwrap();
    }

    /// Waits until the documents at `paths`, and no others, are indexed.
    async fn until_ready(engine: &Engine, paths: &[&str]) {
        let ready = async || {
            let files = engine.rag.library.every_file().await.unwrap();
            let ready = files.iter().filter(|file| file.is_ready());
            ready.map(|file| file.path.as_str()).eq(paths.iter().copied())
        };
        while !ready().await {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }

    #[tokio::test]
    async fn a_change_is_found_by_its_event_before_the_next_look() {
        let folder = tempfile::tempdir().unwrap();
        let documents = folder.path().join("documents");
        fs::create_dir(&documents).unwrap();
        let engine = Engine::open(&config(folder.path())).await.unwrap();
        let changes = async {
            while engine.rag.library.unfiltered_progress().finished_at.is_none() {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
            fs::write(documents.join("new.md"), "Tea is served at four.").unwrap();
            until_ready(&engine, &["new.md"]).await;
            fs::remove_file(documents.join("new.md")).unwrap();
            until_ready(&engine, &[]).await;
        };
        fresh_during(&engine, Duration::from_hours(1), changes).await;
    }

    #[tokio::test]
    async fn what_changes_in_the_folder_is_found_until_the_server_ends() {
        let folder = tempfile::tempdir().unwrap();
        let documents = folder.path().join("documents");
        fs::create_dir(&documents).unwrap();
        fs::write(documents.join("old.md"), "Staff get 30 days.").unwrap();
        let engine = Engine::open(&config(folder.path())).await.unwrap();
        let changes = async {
            until_ready(&engine, &["old.md"]).await;
            fs::write(documents.join("new.md"), "Tea is served at four.").unwrap();
            until_ready(&engine, &["new.md", "old.md"]).await;
            fs::remove_file(documents.join("old.md")).unwrap();
            until_ready(&engine, &["new.md"]).await;
        };
        fresh_during(&engine, Duration::from_millis(1), changes).await;
    }

    #[tokio::test(start_paused = true)]
    async fn an_image_is_described_and_what_was_written_is_read_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let documents = folder.path().join("documents");
        fs::create_dir(&documents).unwrap();
        fs::write(documents.join("plan.png"), b"\x89PNG\r\n\x1a\n").unwrap();
        let mut engine = Engine::open(&config(folder.path())).await.unwrap();
        let model = Scripted::new([Step::Say("Room 4 lies beside the kitchen.")]);
        let slot = ModelSlot::of(Arc::new(model.clone()));
        let describer = Describer::new(Some(slot), None, engine.descriptions.clone());
        engine.describer = Some(describer);
        // No scan runs in between, so whatever is read was reported by a notification.
        fresh_during(&engine, Duration::from_hours(1), until_ready(&engine, &["plan.png"])).await;
        assert_eq!(model.asked().len(), 1);
    }

    /// An empty store that counts how often the number of its vectors is requested.
    #[derive(Debug, Default)]
    struct Counting(Arc<AtomicUsize>);

    impl VectorStore for Counting {
        fn location(&self) -> String {
            String::new()
        }

        fn model(&self) -> Result<Option<String>, StoreError> {
            Ok(None)
        }

        fn read(&self) -> Result<Vec<Vector>, StoreError> {
            Ok(Vec::new())
        }

        fn count(&self) -> Result<usize, StoreError> {
            self.0.fetch_add(1, Ordering::Relaxed);
            Ok(0)
        }

        fn write(&self, _: &str, _: &[Vector]) -> Result<(), StoreError> {
            Ok(())
        }

        fn remove(&self, _: &[VectorKey]) -> Result<(), StoreError> {
            Ok(())
        }
    }

    #[tokio::test(start_paused = true)]
    async fn what_does_not_change_is_looked_through_seldom() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("documents")).unwrap();
        let mut engine = Engine::open(&config(folder.path())).await.unwrap();
        let looks = Arc::new(AtomicUsize::default());
        let index = EmbeddedIndex::new(Arc::new(Index::in_memory().unwrap()));
        let vectors = Box::new(Counting(Arc::clone(&looks)));
        engine.meaning = Some(meaning::tests::over(vectors, &index));
        let hour = tokio::time::sleep(Duration::from_hours(1));
        let stop = CancellationToken::new();
        let fresh = engine.keep_fresh(watch(&engine), Duration::from_secs(30), stop);
        tokio::select! {
            () = fresh => panic!("it ended"),
            () = hour => {}
        }
        let looks = looks.load(Ordering::Relaxed);
        assert!((2..10).contains(&looks), "{looks} looks");
    }

    /// An engine whose index cannot be written until the returned folder is removed.
    async fn unwritable(folder: &Path) -> (Engine, PathBuf) {
        let documents = folder.join("documents");
        fs::create_dir(&documents).unwrap();
        let engine = Engine::open(&config(folder)).await.unwrap();
        // tantivy writes no file that it cannot list here.
        let list = folder.join("data/entries/.managed.json");
        let _ = fs::remove_file(&list);
        fs::create_dir(&list).unwrap();
        fs::write(documents.join("new.md"), "Tea is served at four.").unwrap();
        (engine, list)
    }

    /// Waits until the engine reports trouble, or none.
    async fn until_troubled(engine: &Engine, troubled: bool) {
        while engine.rag.library.unfiltered_progress().trouble().is_some() != troubled {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }

    #[tokio::test]
    async fn a_fault_of_a_moment_does_not_fail_the_command_that_indexes() {
        let folder = tempfile::tempdir().unwrap();
        let (engine, list) = unwritable(folder.path()).await;
        assert!(engine.refresh().await.is_err(), "it lasts");
        let mend = async {
            engine.rag.library.update(|progress| progress.unwritten = false);
            until_troubled(&engine, true).await;
            fs::remove_dir(&list).unwrap();
        };
        let (done, ()) = tokio::join!(engine.refresh(), mend);
        done.unwrap();
        until_ready(&engine, &["new.md"]).await;
    }

    #[tokio::test(start_paused = true)]
    async fn what_fails_is_tried_less_and_less_often_but_always_again() {
        let folder = tempfile::tempdir().unwrap();
        let (engine, list) = unwritable(folder.path()).await;
        let begun = tokio::time::Instant::now();
        let mended = async {
            // After one second, the pauses are 2, 4, up to 256 seconds, and then 5 minutes.
            tokio::time::sleep(Duration::from_secs(520)).await;
            fs::remove_dir(&list).unwrap();
            until_ready(&engine, &["new.md"]).await;
            begun.elapsed()
        };
        let fresh =
            engine.keep_fresh(watch(&engine), Duration::from_secs(1), CancellationToken::new());
        let elapsed = tokio::select! {
            () = fresh => panic!("it ended"),
            elapsed = mended => elapsed,
        };
        assert!((800..830).contains(&elapsed.as_secs()), "{elapsed:?}");
    }

    #[tokio::test]
    async fn an_index_that_cannot_be_written_is_written_once_it_can_without_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let documents = folder.path().join("documents");
        let (engine, list) = unwritable(folder.path()).await;
        let changes = async {
            until_troubled(&engine, true).await;
            fs::remove_dir(&list).unwrap();
            until_ready(&engine, &["new.md"]).await;
            fs::rename(folder.path().join("data"), folder.path().join("away")).unwrap();
            fs::write(documents.join("more.md"), "Cake is served at five.").unwrap();
            until_ready(&engine, &["more.md", "new.md"]).await;
            until_troubled(&engine, false).await;
        };
        fresh_during(&engine, Duration::from_millis(1), changes).await;
    }

    #[tokio::test]
    async fn a_folder_that_cannot_be_read_is_tried_again() {
        let folder = tempfile::tempdir().unwrap();
        let documents = folder.path().join("documents");
        fs::create_dir(&documents).unwrap();
        let engine = Engine::open(&config(folder.path())).await.unwrap();
        fs::remove_dir(&documents).unwrap();
        let fault = engine.pass(None, &watch(&engine)).await;
        assert!(fault.is_some_and(|fault| fault.contains("documents")));
        fs::create_dir(&documents).unwrap();
        assert_eq!(engine.pass(None, &watch(&engine)).await, None);
    }
}
