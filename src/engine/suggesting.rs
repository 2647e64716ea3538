//! Questions for the empty page, made anew whenever documents have been read while the server runs.

use super::Engine;
use super::fresh::fault;
use footnote_chat::examples;

impl Engine {
    /// Makes and tries the questions whenever the index has changed and no documents are being read.
    pub(super) async fn keep_suggesting(&self) {
        let (mut told, mut known) = (None, None);
        let mut changes = self.rag.library.changes();
        loop {
            let (progress, commits) =
                (self.rag.library.everything(), self.stores.catalog.version());
            let is_read = !progress.running && progress.finished_at.is_some();
            if is_read && known != Some(commits) {
                known = Some(commits);
                let done = examples::suggest(&self.rag, &self.stores).await;
                told = fault(done.map_err(Into::into), told, "no questions can be suggested");
            }
            if changes.changed().await.is_err() {
                return;
            }
        }
    }
}
