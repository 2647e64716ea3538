//! Describing images and scans while the server runs.

use std::time::Duration;

use footnote_extract::ScanTool;
use tokio::time::Instant;

use super::Engine;
use super::config::ScanTerms;
use super::fresh::{logged_error, wait_for_change};

/// Pause after a failed description: the model's host may charge for each request.
const FAILED_DESCRIPTION_PAUSE: Duration = Duration::from_mins(1);

/// Minimum time between two passes that index new descriptions while more are being made. A pass over 100,000 unchanged
/// files takes 0.7 s.
const READING_INTERVAL: Duration = Duration::from_secs(10);

impl Engine {
    /// Describes images and scans while no documents are being read, and checks every `interval` for new ones. Calls
    /// `notify` when descriptions are ready to be indexed.
    pub(super) async fn keep_describing(&self, interval: Duration, notify: impl Fn()) {
        let (mut logged, mut any, mut last) = (None, false, Instant::now());
        let mut changes = self.rag.library.changes();
        loop {
            let (progress, begun) = (self.rag.library.unfiltered_progress(), Instant::now());
            let is_free = !progress.running && progress.finished_at.is_some();
            let described = if is_free { self.describe().await } else { Ok(None) };
            let pause = match described {
                // Half of the model's time, or of this machine's, is left to readers.
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
            logged = logged_error(
                described.map(drop),
                logged,
                "the images and scans cannot be described",
            );
            if is_idle {
                let mut is_first = true;
                wait_for_change(&mut changes, || std::mem::take(&mut is_first)).await;
            }
            tokio::time::sleep(pause).await;
        }
    }
}

/// Returns the program that reads scans on these terms, if it is installed.
pub(super) fn scanner(terms: Option<&ScanTerms>) -> Option<ScanTool> {
    let ScanTerms { program, languages } = terms?;
    let program = program.as_ref();
    let tool = program.and_then(|program| ScanTool::at(program, languages.as_deref()));
    if let Some(tool) = &tool {
        let (program, languages) = (tool.name(), tool.languages());
        tracing::info!(program, languages, "scans and images are read");
    } else {
        tracing::info!("scans are not read: tesseract-ocr is not installed");
    }
    tool
}
