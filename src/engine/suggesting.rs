//! Suggested topics for the empty page, renewed in the background after documents change.

use footnote_library::examples;
use footnote_store::StoreError;

use super::Engine;
use super::fresh::logged_error;

impl Engine {
    /// Collects topics whenever the index has changed and no documents are being read.
    pub(super) async fn keep_suggesting(&self) {
        let (mut logged, mut known) = (None, None);
        let mut changes = self.rag.library.changes();
        loop {
            let (progress, commits) =
                (self.rag.library.unfiltered_progress(), self.stores.catalog.version());
            let is_read = !progress.running && progress.finished_at.is_some();
            if is_read && known != Some(commits) {
                known = Some(commits);
                let done = self.suggest().await;
                logged =
                    logged_error(done.map_err(Into::into), logged, "no topics can be suggested");
            }
            if changes.changed().await.is_err() {
                return;
            }
        }
    }

    async fn suggest(&self) -> Result<(), StoreError> {
        let version = self.stores.catalog.version();
        let topics = examples::topics(&self.stores).await?;
        self.rag.library.update(|progress| progress.examples = topics);
        if self.stores.catalog.version() != version {
            // They may be about documents that have become restricted meanwhile.
            self.rag.library.update(|progress| progress.examples.clear());
        }
        Ok(())
    }
}
