//! The server function that counts judgements of answers.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::codec::{JsonBody, PageError};

/// The reader's judgement of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Judgement {
    /// True if the answer was helpful.
    pub helps: bool,
    /// The reader's remark on what was wrong; empty for none.
    pub remark: String,
}

/// Counts a judgement and logs its outcome and number of sources, but no words. Returns true if words are stored here:
/// the reader's remark, and the question.
///
/// # Errors
///
/// Fails if the server has no counter.
#[server(prefix = "/page", endpoint = "judgement", input = JsonBody, output = JsonBody)]
pub async fn count_judgement(
    /// True if the answer was helpful.
    helps: bool,
    /// Number of sources that the answer cites.
    sources: usize,
    /// The reader's remark and the question; only if words are stored. They follow a judgement that was already
    /// counted.
    words: Option<(String, String)>,
) -> Result<bool, PageError> {
    use footnote_chat::insight::{Judged, Recorder};
    use footnote_protocol::ProtocolError;

    let recorder = use_context::<Recorder>().ok_or_else(ProtocolError::failed)?;
    let is_counted = words.is_none();
    let (remark, question) = words.unwrap_or_default();
    recorder.judge(Judged { helps, remark, question });
    if is_counted {
        tracing::info!(helps, sources, "an answer was judged");
    }
    Ok(recorder.keeps_texts())
}
