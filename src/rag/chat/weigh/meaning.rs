//! Comparison of statements with the question by meaning, through the embedding model.

use crate::rag::chat::quote;
use crate::rag::chat::retrieve::Retrieved;
use crate::rag::chat::turn::Turn;
use crate::rag::retrieval::{Found, Query};

/// The most texts that are compared: of many hits, only the first are worth it.
const MOST: usize = 128;

/// Compares the statements of all passages with their questions.
pub(in crate::rag::chat) async fn weigh_all(
    turn: &Turn,
    query: &Query,
    mut retrieved: Retrieved,
) -> Retrieved {
    for part in &mut retrieved.parts {
        // A model that is too slow for one question would delay each of them.
        if !weigh(turn, &part.question.text, &mut part.found).await {
            return retrieved;
        }
    }
    if retrieved.parts.is_empty() {
        weigh(turn, &query.text, &mut retrieved.found).await;
    }
    retrieved
}

/// Compares each statement with `question` and keeps the likeness in `found`, where answers quote and the
/// search used an embedding model; `false` if the model did not answer in time.
async fn weigh(turn: &Turn, question: &str, found: &mut Found) -> bool {
    if turn.model.is_some() || found.how.model.is_none() {
        return true;
    }
    let mut statements = quote::statements(found);
    if statements.is_empty() {
        return true;
    }
    statements.truncate(MOST);
    let texts: Vec<String> = statements.iter().map(|(_, text)| text.clone()).collect();
    let Some(likeness) = turn.retriever.likeness(question, &texts).await else {
        return false;
    };
    let units = statements.into_iter().map(|(unit, _)| unit);
    found.likeness = units.zip(likeness).collect();
    true
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::FutureExt as _;
    use futures_util::future::BoxFuture;

    use crate::rag::chat::tests::{events, found, hits, rag, request};
    use crate::rag::retrieval::{Found, Query, RetrieveError, Retriever};

    /// Searches by meaning, and never tells how much texts mean.
    #[derive(Default)]
    struct Mute(AtomicUsize);

    impl Retriever for Mute {
        fn retrieve<'a>(&'a self, query: &'a Query) -> BoxFuture<'a, Result<Found, RetrieveError>> {
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
        events(&rag, request(&[message])).await;
        assert_eq!(mute.0.load(Ordering::Relaxed), 1);
    }
}
