//! Where passages of a PDF stand on their pages, found again by the reader that they came from.

use std::path::Path;

use tokio::sync::Semaphore;

use super::child::{Child, Content, Reply};
use super::{ExtractError, pdf};
use crate::protocol::Places;
use crate::text::markdown::letters;

/// How many pages are looked through at once.
const AT_ONCE: usize = 2;

static LOOKING: Semaphore = Semaphore::const_new(AT_ONCE);

/// What is looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sought {
    /// The page, from 1.
    pub page: usize,
    /// The passages of the page in their order, of which the last is the one.
    pub texts: Vec<String>,
    /// The words of it that are meant.
    pub words: String,
}

impl Sought {
    /// The arguments by which a child process knows it: letters alone, line by line.
    fn arguments(&self) -> Vec<String> {
        let lettered = |text: &String| {
            let lines: Vec<String> = text.lines().map(letters).collect();
            lines.join("\n")
        };
        let mut arguments = vec![
            format!("--page={}", self.page),
            format!("--words={}", letters(&self.words)),
            "--".to_owned(),
        ];
        arguments.extend(self.texts.iter().map(lettered));
        arguments
    }
}

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
