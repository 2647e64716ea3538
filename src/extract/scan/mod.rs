//! Scans: pages without text and pictures in documents, drawn and then read by the external program tesseract.

mod kept;
pub(super) mod page;
mod picture;
pub(super) mod request;
mod tiff;
mod tool;
mod words;

use std::path::Path;

pub use kept::KeptScan;
pub(super) use kept::{document, is_poor};
pub use request::{ScanRequest, ScannedPage};
pub use tool::{PROGRAM, ScanTool};

use super::ExtractError;
use super::child::{Child, FileContent};
use super::child_request::ChildRequest;
use super::formats;
use super::reply::Reply;

/// The result of reading a page as a scan.
#[derive(Clone, Debug, PartialEq)]
pub struct Scanned {
    /// Number of pages of the document.
    pub pages: u32,
    /// The page, or the reason why it cannot be read.
    pub read: Result<ScannedPage, ExtractError>,
}

/// Reads a page of the file called `path` as a scan, in a child process: see [`super::serve_child`].
///
/// # Errors
///
/// The reason why nothing in the file can be read.
pub async fn scanned(
    file: std::fs::File,
    path: &str,
    request: ScanRequest,
    program: &Path,
) -> Result<Scanned, ExtractError> {
    let kind = formats::of_name(path).ok_or(ExtractError::Unsupported)?.name();
    let content = FileContent::File(Vec::new(), file);
    let mut child = Child::start(program, kind, &ChildRequest::Scan(request), content).await?;
    let Reply::Scan { pages } = child.next().await? else {
        return Err(ExtractError::Damaged);
    };
    let read = match child.next().await {
        Ok(Reply::Recognised(page)) => Ok(page),
        other => Err(other.err().unwrap_or(ExtractError::Damaged)),
    };
    Ok(Scanned { pages, read })
}

#[cfg(test)]
mod tests;
