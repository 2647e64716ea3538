//! Describing images while the server runs.

use std::time::Duration;

use tokio::time::Instant;

use super::Engine;
use super::fresh::{fault, rest};

/// The pause after a description that failed: whoever hosts the model may count each request.
const AFTER_FAILED_DESCRIPTION: Duration = Duration::from_mins(1);

/// The least time between two passes that read what was described, while more is.
const BETWEEN_READINGS: Duration = Duration::from_secs(30);

impl Engine {
    /// Describes images while no documents are being read, and looks every `between` for new ones; `tell` has what
    /// was described read.
    pub(super) async fn keep_describing(&self, between: Duration, tell: impl Fn()) {
        let (mut told, mut any, mut last) = (None, false, Instant::now());
        let mut changes = self.rag.library.changes();
        loop {
            let (progress, begun) = (self.rag.library.everything(), Instant::now());
            let is_free = !progress.running && progress.finished_at.is_some();
            let described = if is_free { self.describe().await } else { Ok(None) };
            let pause = match described {
                // Half of the model's time is left to readers.
                Ok(Some(_)) => begun.elapsed(),
                Ok(None) => between,
                Err(_) => AFTER_FAILED_DESCRIPTION,
            };
            let (goes_on, is_idle) =
                (matches!(described, Ok(Some(_))), matches!(described, Ok(None)));
            any |= matches!(described, Ok(Some(true)));
            if any && (!goes_on || last.elapsed() > BETWEEN_READINGS) {
                (any, last) = (false, Instant::now());
                tell();
            }
            told = fault(described.map(drop), told, "the images cannot be described");
            if is_idle {
                let mut is_first = true;
                rest(&mut changes, || std::mem::take(&mut is_first)).await;
            }
            tokio::time::sleep(pause).await;
        }
    }
}
