//! Where passages of a PDF stand on their pages, found again by the reader that they came from.

use std::path::Path;

use tokio::sync::Semaphore;

use super::child::{Child, Content, Reply};
use super::sought::Sought;
use super::{ExtractError, pdf};
use crate::protocol::Places;

/// How many pages are looked through at once.
const AT_ONCE: usize = 2;

static LOOKING: Semaphore = Semaphore::const_new(AT_ONCE);

/// The places of what is sought in a PDF, read in a child process: see [`super::serve_child`]. Only some
/// are looked through at once.
///
/// # Errors
///
/// Why the file cannot be read.
pub async fn places(
    file: std::fs::File,
    sought: &Sought,
    program: &Path,
) -> Result<Places, ExtractError> {
    let place = LOOKING.acquire().await;
    let _place = place.map_err(|_| ExtractError::NotStarted)?;
    let content = Content::File(Vec::new(), file);
    let arguments = sought.arguments();
    let mut child = Child::start(program, &pdf::FORMAT, &arguments, content).await?;
    match child.next().await? {
        Reply::Placed(places) => Ok(places),
        _ => Err(ExtractError::Damaged),
    }
}
