//! The text of scans. Pages are read one after the other, each in a process of its own.

use std::fs::File;
use std::io;
use std::path::Path;
use std::time::Duration;

use footnote_documents::extract::{self, ExtractError, KeptScan, ScanTool, ScannedPage};
use footnote_documents::hash::hash_of;

use super::Library;
use super::open::OpenFile;

/// Maximum number of pages read per document; the rest is left out.
const MAX_PAGES: usize = 500;

/// Interval between checks of whether documents are still being read.
const PAUSE: Duration = Duration::from_secs(1);

/// The reason why scans cannot be read at the moment.
#[derive(Debug, thiserror::Error)]
pub enum ScanError {
    /// The OCR program, or the process that renders pages, cannot be started.
    #[error("the program that reads scans cannot be started")]
    NotStarted,
    /// The file cannot be read.
    #[error("a scan cannot be read")]
    Unread(#[source] io::Error),
}

/// Reads the pages of the document at `path`, pausing while documents are being read; `None` if there are no words. A
/// page that cannot be read is logged and left empty.
///
/// # Errors
///
/// Fails if the file cannot be opened, or the OCR program cannot be started.
pub(super) async fn words(
    library: &Library,
    (source, path): (&OpenFile, &str),
    tool: &ScanTool,
    program: &Path,
) -> Result<Option<KeptScan>, ScanError> {
    let mut read = Vec::new();
    for page in 1..=MAX_PAGES {
        while library.unfiltered_progress().running {
            tokio::time::sleep(PAUSE).await;
        }
        let file = File::open(source.fs_path()).map_err(ScanError::Unread)?;
        let scanned = match extract::scanned(file, path, page, tool, program).await {
            Err(ExtractError::NotStarted) => return Err(ScanError::NotStarted),
            Err(error) => {
                tracing::warn!(path, %error, "a scan cannot be read");
                return Ok(None);
            }
            Ok(scanned) => scanned,
        };
        match scanned.read {
            Ok(pages) => read.extend(pages),
            Err(ExtractError::NotStarted) => return Err(ScanError::NotStarted),
            Err(error) => {
                tracing::warn!(path, page, %error, "a page of a scan is left out");
                read.push(ScannedPage::default());
            }
        }
        if page >= scanned.pages as usize {
            break;
        }
        if page == MAX_PAGES {
            tracing::warn!(
                path,
                pages = scanned.pages,
                "only the first {MAX_PAGES} pages of a scan are read"
            );
        }
    }
    let kept = tool.kept(&read);
    let confidence = kept.as_ref().map(|kept| kept.confidence);
    tracing::info!(path, pages = read.len(), confidence, "a scan is read");
    Ok(kept)
}

/// Returns the hash of a file's whole content.
///
/// # Errors
///
/// Fails if it cannot be read.
pub(super) async fn content(source: &OpenFile) -> Result<u128, ScanError> {
    let place = source.fs_path();
    let read = move || File::open(place).and_then(|file| hash_of(file, u64::MAX));
    let read = tokio::task::spawn_blocking(read).await.map_err(io::Error::other);
    read.flatten().map(|(hash, _)| hash).map_err(ScanError::Unread)
}
