//! Several machines: one reads the folders, and the others follow and help.

use std::time::Duration;

use footnote_library::ingest::{self, Extractors};
use footnote_store::{Access, HeldLease, READING_LEASE};

use super::fresh::logged_error;
use super::{Engine, program};

/// Interval between attempts to acquire the reading lease.
const LEASE_INTERVAL: Duration = Duration::from_secs(2);

impl Engine {
    /// Waits until this process holds the lease for reading the folders.
    pub(super) async fn lease(&self) -> HeldLease {
        let (mut logged, mut reported) = (None, None);
        loop {
            match self.stores.lease.acquire(READING_LEASE).await {
                Ok(Some(held)) => return held,
                Ok(None) => {
                    self.follow(&mut reported).await;
                    logged = logged_error(self.help().await, logged, "files are left to others");
                }
                Err(error) => {
                    logged = logged_error(Err(error.into()), logged, "the folders are not read");
                }
            }
            tokio::time::sleep(LEASE_INTERVAL).await;
        }
    }

    /// Reads some of the files found by the machine that holds the lease.
    async fn help(&self) -> anyhow::Result<()> {
        let program = program()?;
        let means = Extractors { program: &program, descriptions: Some(&self.descriptions) };
        let read = ingest::help(&self.rag.library, &self.stores, means).await?;
        if read > 0 {
            tracing::info!(files = read, "files that another machine has found are read");
        }
        Ok(())
    }

    /// Updates the progress with what another process has indexed, unless that version has been `reported` already.
    async fn follow(&self, reported: &mut Option<u64>) {
        // Requesting the counts refreshes the version; so does every question.
        let Ok(counts) = self.stores.catalog.counts(Access::Full).await else {
            return;
        };
        let version = Some(self.stores.catalog.version());
        if std::mem::replace(reported, version) != version {
            let files = u32::try_from(counts.all()).unwrap_or(u32::MAX);
            self.rag.library.update(|progress| {
                (progress.seen, progress.done) = (files, files);
                progress.finished_at = ingest::now();
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use footnote_documents::{FileState, Passage, Record};

    use crate::Engine;
    use crate::config::tests::settings;
    use crate::config::{Config, Settings};

    #[tokio::test]
    async fn what_another_has_committed_is_told_of_once_though_a_question_saw_it_first() {
        let folder = tempfile::tempdir().unwrap();
        let text = folder.path().to_string_lossy().into_owned();
        let named = Settings { documents: Some(text.clone()), data: text, ..settings() };
        let engine = Engine::open(&Config::new(named).unwrap()).await.unwrap();
        let mut reported = None;
        engine.follow(&mut reported).await;
        let mut changes = engine.rag.library.changes();
        let state = FileState::Ready { passages: 1, pages: 1 };
        let record = Record { path: "a.md".to_owned(), state, ..Record::default() };
        let passage = Passage { path: "a.md".to_owned(), ..Passage::default() };
        engine.write(vec![(record, passage)]).await.unwrap();
        assert_eq!(engine.rag.library.counts().await.unwrap().ready, 1);
        changes.mark_unchanged();
        engine.follow(&mut reported).await;
        assert!(changes.has_changed().unwrap());
        changes.mark_unchanged();
        engine.follow(&mut reported).await;
        assert!(!changes.has_changed().unwrap(), "nothing is new");
    }
}
