//! The first pass over the documents: what clients are told until it has ended.

use std::time::Duration;

use super::client::McpClient;

/// Note on results while documents are missing because they have not been read.
pub(super) const NOTE: &str =
    "The documents are still being read, so some are missing. Ask again in a moment.";

/// Maximum time for which a list or a tool waits for the documents.
const MAX_WAIT: Duration = Duration::from_secs(5);

/// Returns true until the first pass has ended.
pub(super) async fn is_under_way(client: &McpClient<'_>) -> bool {
    let library = &client.rag.library;
    let progress = library.unfiltered_progress();
    progress.finished_at.is_none()
        && progress.is_reading(library.counts().await.unwrap_or_default())
}

/// Waits for the end of the first pass, but not for long.
pub(super) async fn wait(client: &McpClient<'_>) {
    let mut changes = client.rag.library.changes();
    let ended = async { while is_under_way(client).await && changes.changed().await.is_ok() {} };
    tokio::select! {
        _ = tokio::time::timeout(MAX_WAIT, ended) => {}
        () = client.stop.cancelled() => {}
    }
}
