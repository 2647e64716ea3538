//! The door at which judgements of answers are counted.

use footnote_protocol::confidence::Outcome;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::codec::{JsonBody, PageError};

/// The reader's judgement of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Judgement {
    /// True if it helped.
    pub helps: bool,
    /// The reader's own words on what was wrong; empty for none.
    pub remark: String,
}

/// Counts that an answer was judged, and writes a line into the log: its outcome and its number of sources, and no
/// words. Returns true if words are kept here: the reader's on what was wrong, and the question's.
///
/// # Errors
///
/// If the server has nothing to count with.
#[server(prefix = "/page", endpoint = "judgement", input = JsonBody, output = JsonBody)]
pub async fn count_judgement(
    /// True if the answer helped.
    helps: bool,
    /// The outcome of the question; `None` where it was not weighed.
    outcome: Option<Outcome>,
    /// The number of sources that the answer cites.
    sources: usize,
    /// The reader's words on what was wrong, and the question; none but where they are kept. They follow a judgement
    /// that was counted before.
    words: Option<(String, String)>,
) -> Result<bool, PageError> {
    use footnote_chat::insight::{Judged, Recorder};
    use footnote_protocol::ProtocolError;

    let recorder = use_context::<Recorder>().ok_or_else(ProtocolError::failed)?;
    let is_counted = words.is_none();
    let (remark, question) = words.unwrap_or_default();
    recorder.judge(Judged { helps, remark, question });
    if is_counted {
        let outcome = outcome.map(tracing::field::debug);
        tracing::info!(helps, outcome, sources, "an answer was judged");
    }
    Ok(recorder.keeps_texts())
}
