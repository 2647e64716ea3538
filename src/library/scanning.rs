//! The text of scans, and of pictures in documents. Each page is read in a process of its own.

use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::io;
use std::path::Path;
use std::time::Duration;

use footnote_documents::Record;
use footnote_documents::hash::hash_of;
use footnote_extract::{ExtractError, KeptScan, ScanTool, ScannedPage};
use futures_util::{StreamExt as _, stream};

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

/// A document to be read as a scan.
struct Scan<'a> {
    library: &'a Library,
    source: &'a OpenFile,
    record: &'a Record,
    tool: &'a ScanTool,
    program: &'a Path,
}

/// Reads the pages of a document, or only the pictures on them where its text is known, pausing while documents are
/// being read; `None` if there are no words. A page that cannot be read is logged and left empty.
///
/// # Errors
///
/// Fails if the file cannot be opened, or the OCR program cannot be started.
pub(super) async fn words(
    library: &Library,
    (source, record): (&OpenFile, &Record),
    tool: &ScanTool,
    program: &Path,
) -> Result<Option<KeptScan>, ScanError> {
    let scan = Scan { library, source, record, tool, program };
    let mut pages = record.pictures.clone();
    let mut read = BTreeMap::new();
    if pages.is_empty() {
        let (first, count) = scan.page(1).await?;
        read.insert(1, first);
        pages = (2..=count).collect();
    }
    let room = MAX_PAGES - read.len();
    if pages.len() > room {
        let (path, pages) = (&record.path, pages.len());
        tracing::warn!(path, pages, "only the first {MAX_PAGES} pages of a scan are read");
    }
    let each = pages.into_iter().take(room).map(|page| {
        let scan = &scan;
        async move { scan.page(page).await.map(|(words, _)| (page, words)) }
    });
    let mut each = stream::iter(each).buffer_unordered(at_once());
    while let Some(page) = each.next().await {
        read.extend([page?]);
    }
    drop(each);
    let last = read.keys().max().copied().unwrap_or_default();
    let mut pages: Vec<_> = (1..=last).map(|page| read.remove(&page).unwrap_or_default()).collect();
    if !record.pictures.is_empty() {
        // The same letterhead on many pages is read once.
        let mut seen = HashSet::new();
        let repeated = pages.iter_mut().filter(|page| !seen.insert(page.text.clone()));
        repeated.for_each(|page| *page = ScannedPage::default());
    }
    let kept = tool.kept(&pages);
    let confidence = kept.as_ref().map(|kept| kept.confidence);
    tracing::info!(path = record.path, pages = pages.len(), confidence, "a scan is read");
    Ok(kept)
}

impl Scan<'_> {
    /// Reads a page; also returns the number of pages. Words in pictures count only if they are certain: drawings look
    /// like letters.
    async fn page(&self, page: u32) -> Result<(ScannedPage, u32), ScanError> {
        while self.library.unfiltered_progress().running {
            tokio::time::sleep(PAUSE).await;
        }
        let path = self.record.path.as_str();
        let file = File::open(self.source.fs_path()).map_err(ScanError::Unread)?;
        let only_pictures = !self.record.pictures.is_empty();
        let request = self.tool.request(page, only_pictures);
        let (read, pages) = match footnote_extract::scanned(file, path, request, self.program).await
        {
            Ok(scanned) => (scanned.read, scanned.pages),
            Err(error) => (Err(error), 0),
        };
        match read {
            Ok(read) if only_pictures && read.is_poor() => Ok((ScannedPage::default(), pages)),
            Ok(read) => Ok((read, pages)),
            Err(ExtractError::NotStarted) => Err(ScanError::NotStarted),
            Err(error) => {
                tracing::warn!(path, page, %error, "a page of a scan is left out");
                Ok((ScannedPage::default(), pages))
            }
        }
    }
}

/// Number of pages read at once: all processors but one, which is left to readers.
fn at_once() -> usize {
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    all.saturating_sub(1).max(1)
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
