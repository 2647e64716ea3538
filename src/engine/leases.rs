//! The machine, of several, that reads the folders, and what the others take in.

use std::time::Duration;

use footnote_retrieval::corpus::ingest;
use footnote_retrieval::store::{Access, HeldLease, READING_LEASE};

use super::Engine;
use super::fresh::logged_error;

/// The pause between two tries to take the lease of reading.
const LEASE_INTERVAL: Duration = Duration::from_secs(2);

impl Engine {
    /// The lease of reading the folders, once no other process has it.
    pub(super) async fn lease(&self) -> HeldLease {
        let mut logged = None;
        loop {
            match self.stores.lease.acquire(READING_LEASE).await {
                Ok(Some(held)) => return held,
                Ok(None) => self.follow().await,
                Err(error) => {
                    logged = logged_error(Err(error.into()), logged, "the folders are not read");
                }
            }
            tokio::time::sleep(LEASE_INTERVAL).await;
        }
    }

    /// Takes in what another process has read.
    async fn follow(&self) {
        let before = self.stores.catalog.version();
        // To be asked for brings the version up to date.
        let Ok(counts) = self.stores.catalog.counts(Access::Full).await else {
            return;
        };
        let progress = self.rag.library.unfiltered_progress();
        if progress.finished_at.is_none() || self.stores.catalog.version() != before {
            let files = u32::try_from(counts.all()).unwrap_or(u32::MAX);
            self.rag.library.update(|progress| {
                (progress.seen, progress.done) = (files, files);
                progress.finished_at = ingest::now();
            });
        }
    }
}
