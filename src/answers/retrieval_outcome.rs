//! The result of retrieval without an answer's text: what is found for a question, and how likely it answers.

use std::time::{Duration, Instant};

use footnote_protocol::confidence::Confidence;
use footnote_protocol::{ChatRequest, ProtocolError};
use footnote_retrieval::SearchResult;

use super::once::ground;
use super::turn::Turn;
use super::weigh::{self, Sample};
use crate::Rag;

/// The result of retrieval for a question, found without writing an answer.
#[derive(Clone, Debug)]
pub struct RetrievalOutcome {
    /// The passages.
    pub found: SearchResult,
    /// The probability that they answer, and the resulting outcome.
    pub confidence: Confidence,
    /// The time from the request to the last passage.
    pub search: Duration,
    /// Duration of the weighing.
    pub check: Duration,
}

/// Finds the passages for an answer to `request`, and the confidence that they answer.
///
/// # Errors
///
/// Returns the errors of [`ChatRequest::validate`], and fails if the index cannot be read.
pub async fn find(rag: &Rag, request: ChatRequest) -> Result<RetrievalOutcome, ProtocolError> {
    request.validate()?;
    rag.workers.admit()?;
    rag.workers.run(found(rag.clone(), request)).await?
}

/// Measures all statements of the passages found for `request`, to fit weights on.
///
/// # Errors
///
/// Fails as [`find`] does.
pub async fn examine(rag: &Rag, request: ChatRequest) -> Result<Vec<Sample>, ProtocolError> {
    request.validate()?;
    let turn = Turn::new(rag, request).in_scope().await?;
    let grounding = ground(&turn).await.map_err(|error| error.error)?;
    Ok(weigh::samples(&grounding.whole))
}

async fn found(rag: Rag, request: ChatRequest) -> Result<RetrievalOutcome, ProtocolError> {
    let turn = Turn::new(&rag, request).in_scope().await?;
    let grounding = ground(&turn).await.map_err(|error| error.error)?;
    let begun = Instant::now();
    let confidence = grounding.confidence(turn.threshold());
    Ok(RetrievalOutcome {
        confidence,
        check: begun.elapsed(),
        search: grounding.search_time,
        found: grounding.whole.found,
    })
}
