//! The basis of an answer without its text: what is found for a question, and how likely it answers.

use std::time::{Duration, Instant};

use super::turn::Turn;
use super::weigh::{self, Sample};
use super::{ground, question};
use crate::Rag;
use footnote_protocol::confidence::Confidence;
use footnote_protocol::{ChatRequest, ProtocolError};
use footnote_retrieval::{Found, Query};

/// The basis of an answer, found without writing it.
#[derive(Clone, Debug)]
pub struct Basis {
    /// The passages.
    pub found: Found,
    /// The probability that they answer, with the outcome that follows.
    pub confidence: Confidence,
    /// The time from the request to the last passage.
    pub search: Duration,
    /// The time that weighing them took.
    pub check: Duration,
}

/// Finds passages for a query that stands alone.
///
/// # Errors
///
/// A refusal while too many answers wait, and a failure to read the index.
pub async fn search(rag: &Rag, query: Query) -> Result<Found, ProtocolError> {
    rag.workers.admit()?;
    let (retriever, searches) = (rag.retriever.clone(), rag.workers.clone());
    let work = async move {
        let query = question::long::bounded(query);
        searches.search(retriever.retrieve(&query)).await
    };
    Ok(rag.workers.run(work).await??)
}

/// Finds the passages for an answer to `request`, and the confidence that they answer.
///
/// # Errors
///
/// Errors of [`ChatRequest::validate`], and a failure to read the index.
pub async fn find(rag: &Rag, request: ChatRequest) -> Result<Basis, ProtocolError> {
    request.validate()?;
    rag.workers.admit()?;
    rag.workers.run(found(rag.clone(), request)).await?
}

/// Measures all statements of the passages found for `request`, to fit weights on.
///
/// # Errors
///
/// As [`find`].
pub async fn examine(rag: &Rag, request: ChatRequest) -> Result<Vec<Sample>, ProtocolError> {
    request.validate()?;
    let turn = Turn::new(rag, request);
    let ground = ground(&turn).await.map_err(|unanswered| unanswered.error)?;
    Ok(weigh::samples(&ground.whole))
}

async fn found(rag: Rag, request: ChatRequest) -> Result<Basis, ProtocolError> {
    let turn = Turn::new(&rag, request);
    let ground = ground(&turn).await.map_err(|unanswered| unanswered.error)?;
    let begun = Instant::now();
    let confidence = ground.confidence(turn.least());
    Ok(Basis { confidence, check: begun.elapsed(), search: ground.took, found: ground.whole.found })
}
