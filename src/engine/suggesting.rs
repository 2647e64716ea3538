//! Suggested questions for the empty page, renewed in the background after documents change.

use footnote_chat::examples;

use super::Engine;
use super::fresh::logged_error;

impl Engine {
    /// Generates and tries suggested questions whenever the index has changed and no documents are being read.
    pub(super) async fn keep_suggesting(&self) {
        let (mut logged, mut known) = (None, None);
        let mut changes = self.rag.library.changes();
        loop {
            let (progress, commits) =
                (self.rag.library.unfiltered_progress(), self.stores.catalog.version());
            let is_read = !progress.running && progress.finished_at.is_some();
            if is_read && known != Some(commits) {
                known = Some(commits);
                let done = examples::suggest(&self.rag, &self.stores).await;
                logged =
                    logged_error(done.map_err(Into::into), logged, "no questions can be suggested");
            }
            if changes.changed().await.is_err() {
                return;
            }
        }
    }
}
