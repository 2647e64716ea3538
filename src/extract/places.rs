//! Positions of passages on the pages of a PDF, found again by the reader that extracted the passages.

use std::path::Path;
use std::time::Duration;

use footnote_protocol::Places;
use tokio::sync::Semaphore;

use super::ExtractError;
use super::SearchedText;
use super::child::{Child, FileContent};
use super::child_request::ChildRequest;
use super::reply::Reply;

/// Maximum number of pages searched at once.
const AT_ONCE: usize = 2;

/// Maximum time that a search waits for its turn. A search takes at most a second, unless a file is built to be slow.
const TIMEOUT: Duration = Duration::from_secs(10);

static PERMITS: Semaphore = Semaphore::const_new(AT_ONCE);

/// The reason why no positions are returned.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlacesError {
    /// Too many pages are being searched.
    #[error("waited too long for its turn")]
    Busy,
    /// The file cannot be read.
    #[error(transparent)]
    Unread(#[from] ExtractError),
}

/// Finds the positions of a text in a PDF, in a child process: see [`super::serve_child`]. Only a few searches run at
/// once.
///
/// # Errors
///
/// Fails if the search waits too long for its turn, or the file cannot be read.
pub async fn places(
    file: std::fs::File,
    searched: &SearchedText,
    program: &Path,
) -> Result<Places, PlacesError> {
    let turn = tokio::time::timeout(TIMEOUT, PERMITS.acquire()).await;
    let turn = turn.map_err(|_| PlacesError::Busy)?;
    let _turn = turn.map_err(|_| ExtractError::NotStarted)?;
    let content = FileContent::File(Vec::new(), file);
    let request = ChildRequest::Places(searched.clone());
    let mut child = Child::start(program, "pdf", &request, content).await?;
    match child.next().await? {
        Reply::Placed(places) => Ok(places),
        _ => Err(ExtractError::Damaged.into()),
    }
}
