//! The door at which judgements of answers are counted.

use footnote_protocol::confidence::Outcome;
use leptos::prelude::*;

use super::codec::{JsonBody, PageError};

/// Writes a line into the log that an answer was judged: its outcome and its number of sources, and no words.
///
/// # Errors
///
/// None of its own.
#[server(prefix = "/page", endpoint = "judgement", input = JsonBody, output = JsonBody)]
pub async fn count_judgement(
    /// True if the answer helped.
    helps: bool,
    /// The outcome of the question; `None` where it was not weighed.
    outcome: Option<Outcome>,
    /// The number of sources that the answer cites.
    sources: usize,
) -> Result<(), PageError> {
    let outcome = outcome.map(tracing::field::debug);
    tracing::info!(helps, outcome, sources, "an answer was judged");
    Ok(())
}
