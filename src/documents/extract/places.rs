//! Where passages of a PDF stand on their pages, found again by the reader that they came from.

use std::path::Path;
use std::time::Duration;

use tokio::sync::Semaphore;

use super::ExtractError;
use super::child::{Child, Content};
use super::reply::Reply;
use super::sought::Sought;
use super::wanted::Wanted;
use footnote_protocol::Places;

/// How many pages are looked through at once.
const AT_ONCE: usize = 2;

/// The time that a page may wait for its turn: each takes a second at most, unless it is made to take longer.
const PATIENCE: Duration = Duration::from_secs(10);

static LOOKING: Semaphore = Semaphore::const_new(AT_ONCE);

/// Why places are not found.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlacesError {
    /// Too many pages are being looked through.
    #[error("waited too long for its turn")]
    Busy,
    /// The file cannot be read.
    #[error(transparent)]
    Unread(#[from] ExtractError),
}

/// The places of what is sought in a PDF, read in a child process: see [`super::serve_child`]. Only some
/// are looked through at once.
///
/// # Errors
///
/// If its turn does not come, and why the file cannot be read.
pub async fn places(
    file: std::fs::File,
    sought: &Sought,
    program: &Path,
) -> Result<Places, PlacesError> {
    let turn = tokio::time::timeout(PATIENCE, LOOKING.acquire()).await;
    let turn = turn.map_err(|_| PlacesError::Busy)?;
    let _turn = turn.map_err(|_| ExtractError::NotStarted)?;
    let content = Content::File(Vec::new(), file);
    let wanted = Wanted::Places(sought.clone());
    let mut child = Child::start(program, "pdf", &wanted, content).await?;
    match child.next().await? {
        Reply::Placed(places) => Ok(places),
        _ => Err(ExtractError::Damaged.into()),
    }
}
