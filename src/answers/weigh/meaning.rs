//! Comparison of statements with the question by meaning, using the embedding model.

use std::time::Duration;

use footnote_documents::Passage;
use footnote_retrieval::{Hit, Query, SearchResult, with_corrections};

use super::{Evidence, Likeness, units};
use crate::retrieve::RetrievedPassages;
use crate::retrieve::overview::Outline;
use crate::retrieve::several::RetrievedPart;
use crate::turn::Turn;

/// Maximum number of texts compared. Of many hits, only the first are worth it.
const MAX_TEXTS: usize = 128;

/// The passages that were retrieved for a message, compared with its questions.
pub(crate) struct ComparedEvidence {
    /// The evidence for the whole message.
    pub whole: Evidence,
    /// The evidence for each question of a message with several; empty if there is only one.
    pub parts: Vec<Evidence>,
    /// The passages for a model, best first.
    pub candidates: Vec<Hit>,
    /// The outline of a document, if the question asks for an overview.
    pub outline: Option<Outline>,
    /// The time from the beginning of the turn to the last passage.
    pub search_time: Duration,
}

/// Compares the statements of all passages with the question, or with each question of a message with several.
pub(crate) async fn compare(
    turn: &Turn,
    query: &Query,
    retrieved: RetrievedPassages,
) -> ComparedEvidence {
    let parts = retrieved.parts.into_iter();
    let part = |RetrievedPart { question, found }| Evidence::new(question, found);
    ComparedEvidence {
        whole: Evidence::new(turn.question.clone(), retrieved.found),
        parts: parts.map(part).collect(),
        candidates: retrieved.candidates,
        outline: retrieved.outline,
        search_time: retrieved.search_time,
    }
}
