//! Describes images in the background.

use std::time::Duration;

use tokio::time::Instant;

use super::Engine;
use super::fresh::{logged_error, wait_for_change};

/// Pause after a failed description: the model's host may charge for each request.
const FAILED_DESCRIPTION_PAUSE: Duration = Duration::from_mins(1);

/// Minimum time between two passes that index new descriptions while more are being made.
const READING_INTERVAL: Duration = Duration::from_secs(30);

impl Engine {
    /// Describes images whenever no documents are being read, and looks for new ones every `interval`. Calls `notify`
    /// to have the descriptions indexed.
    pub(super) async fn keep_describing(&self, interval: Duration, notify: impl Fn()) {
        let (mut logged, mut any, mut last) = (None, false, Instant::now());
        let mut changes = self.rag.library.changes();
        loop {
            let (progress, begun) = (self.rag.library.unfiltered_progress(), Instant::now());
            let is_free = !progress.running && progress.finished_at.is_some();
            let described = if is_free { self.describe().await } else { Ok(None) };
            let pause = match described {
                // Pause as long as the description took, which leaves half of the model's time to readers.
                Ok(Some(_)) => begun.elapsed(),
                Ok(None) => interval,
                Err(_) => FAILED_DESCRIPTION_PAUSE,
            };
            let (goes_on, is_idle) =
                (matches!(described, Ok(Some(_))), matches!(described, Ok(None)));
            any |= matches!(described, Ok(Some(true)));
            if any && (!goes_on || last.elapsed() > READING_INTERVAL) {
                (any, last) = (false, Instant::now());
                notify();
            }
            logged = logged_error(described.map(drop), logged, "the images cannot be described");
            if is_idle {
                let mut is_first = true;
                wait_for_change(&mut changes, || std::mem::take(&mut is_first)).await;
            }
            tokio::time::sleep(pause).await;
        }
    }
}
