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
    let mut whole = Evidence::new(turn.question.clone(), retrieved.found);
    if retrieved.parts.is_empty() {
        let likeness = likeness(turn, &query.text, &whole.found).await;
        whole = whole.with(likeness.unwrap_or_default());
    }
    let mut parts = Vec::new();
    let mut answers = true;
    for RetrievedPart { question, found } in retrieved.parts {
        let mut part = Evidence::new(question, found);
        // A model that is too slow for one question would delay each of them.
        if answers {
            let likeness = likeness(turn, &part.question.text, &part.found).await;
            answers = likeness.is_some();
            part = part.with(likeness.unwrap_or_default());
        }
        parts.push(part);
    }
    ComparedEvidence {
        whole,
        parts,
        candidates: retrieved.candidates,
        outline: retrieved.outline,
        search_time: retrieved.search_time,
    }
}

/// Returns the likeness of each statement to `question`. Nothing is compared unless the answer quotes and the search
/// used an embedding model. `None` if the model did not answer in time.
async fn likeness(turn: &Turn, question: &str, found: &SearchResult) -> Option<Likeness> {
    if turn.model.is_some() || found.how.model.is_none() {
        return Some(Likeness::default());
    }
    let mut statements = statements(found);
    if statements.is_empty() {
        return Some(Likeness::default());
    }
    statements.truncate(MAX_TEXTS);
    let (statements, texts): (Vec<String>, Vec<String>) = statements.into_iter().unzip();
    let question = with_corrections(question, &found.corrections);
    let likeness = turn.rag.retriever.likeness(&question, &texts).await?;
    Some(statements.into_iter().zip(likeness).collect())
}

/// Returns the statements of the hits that can be quoted, each with the text that is compared.
fn statements(found: &SearchResult) -> Vec<(String, String)> {
    let passages = found.hits.iter().map(|hit| &hit.passage);
    let compared: Vec<Vec<String>> = passages.map(Passage::compared).collect();
    let units = units::of_hits(&found.hits).into_iter();
    let units = units.filter(|unit| unit.says);
    let statement = |unit: units::Unit| {
        let compared = compared.get(unit.hit)?.get(unit.place)?.clone();
        Some((unit.text, compared))
    };
    units.filter_map(statement).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use footnote_retrieval::{Query, RetrieveError, Retriever, SearchResult};
    use futures_util::FutureExt as _;
    use futures_util::future::BoxFuture;

    use crate::once::ground;
    use crate::samples::{found, hits, rag, request};
    use crate::turn::Turn;

    /// Searches by meaning, but never reports likeness.
    #[derive(Default)]
    struct Mute(AtomicUsize);

    impl Retriever for Mute {
        fn retrieve<'a>(
            &'a self,
            query: &'a Query,
        ) -> BoxFuture<'a, Result<SearchResult, RetrieveError>> {
            let mut found = found(&query.text, hits());
            found.how.model = Some("mute".to_owned());
            std::future::ready(Ok(found)).boxed()
        }

        fn likeness<'a>(&'a self, _: &'a str, _: &'a [String]) -> BoxFuture<'a, Option<Vec<f32>>> {
            self.0.fetch_add(1, Ordering::Relaxed);
            std::future::ready(None).boxed()
        }
    }

    #[tokio::test]
    async fn a_model_that_does_not_answer_is_waited_for_once() {
        let mute = Arc::new(Mute::default());
        let mut rag = rag(None, None);
        rag.retriever = Arc::clone(&mute) as _;
        let message = "How many days of leave are there? When is overtime paid?";
        assert!(ground(&Turn::new(&rag, request(&[message]))).await.is_ok());
        assert_eq!(mute.0.load(Ordering::Relaxed), 1);
    }
}
