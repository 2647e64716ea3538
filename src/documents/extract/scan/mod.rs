//! Scans: pages without text, rendered and then read by the external program tesseract.

mod kept;
pub(super) mod page;
pub(super) mod request;
mod tool;
mod words;

use std::path::Path;

pub use kept::KeptScan;
pub(super) use kept::{document, is_poor};
pub use request::ScannedPage;
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
    pub read: Result<Vec<ScannedPage>, ExtractError>,
}

/// Reads a page, counted from 1, of the file called `path` as a scan, in a child process: see [`super::serve_child`].
///
/// # Errors
///
/// The reason why nothing in the file can be read.
pub async fn scanned(
    file: std::fs::File,
    path: &str,
    page: usize,
    tool: &ScanTool,
    program: &Path,
) -> Result<Scanned, ExtractError> {
    let kind = formats::of_name(path).ok_or(ExtractError::Unsupported)?.name();
    let request = ChildRequest::Scan(tool.request(page));
    let content = FileContent::File(Vec::new(), file);
    let mut child = Child::start(program, kind, &request, content).await?;
    match child.next().await? {
        Reply::Scan { pages } => Ok(Scanned { pages, read: recognised(&mut child).await }),
        _ => Err(ExtractError::Damaged),
    }
}

/// Returns the pages read by a child.
async fn recognised(child: &mut Child) -> Result<Vec<ScannedPage>, ExtractError> {
    let mut read = Vec::new();
    loop {
        match child.next().await? {
            Reply::Recognised(page) => read.push(page),
            Reply::Ended { .. } => return Ok(read),
            _ => return Err(ExtractError::Damaged),
        }
    }
}

#[cfg(test)]
mod tests;
