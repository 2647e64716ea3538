//! The first passages that are found for a question.

use std::time::Duration;

use anyhow::bail;
use footnote_answers::Rag;
use footnote_protocol::{ChatRequest, Message, RetrievalMode};

use super::measures::RANKS;

/// The passages that are found for a question.
pub(super) struct Searched {
    /// Their sources, best first.
    pub(super) sources: Vec<String>,
    /// Time from the question to the last passage.
    pub(super) elapsed: Duration,
    /// The part of this time in which the question was embedded.
    pub(super) embedding: Duration,
}

/// Searches for the first passages in a mode.
///
/// # Errors
///
/// Fails if the question is refused, or searched for in another mode.
pub(super) async fn search(
    rag: &Rag,
    question: &str,
    history: &[Message],
    mode: RetrievalMode,
) -> anyhow::Result<Searched> {
    let mut messages = history.to_vec();
    messages.push(Message::user(question));
    let mut request = ChatRequest { messages, ..ChatRequest::default() };
    request.overrides.top = u32::try_from(RANKS).ok();
    request.overrides.retrieval_mode = Some(mode);
    let outcome = footnote_answers::find(rag, request).await?;
    let how = &outcome.found.how;
    if how.mode != mode {
        bail!("asking {question:?}: {}", how.note.as_deref().unwrap_or_default());
    }
    Ok(Searched {
        sources: outcome
            .found
            .hits
            .iter()
            .flat_map(|hit| {
                std::iter::once(hit.passage.source()).chain(hit.also_in.iter().cloned())
            })
            .collect(),
        elapsed: outcome.search,
        embedding: how.embedding,
    })
}
