//! Asks the embedding model how much what can be quoted means what is asked, words aside.

use super::quote;
use super::turn::Turn;
use crate::rag::retrieval::Found;

/// More texts than this are not compared: of many hits, the first are worth it.
const MOST: usize = 64;

/// Lets the model weigh what was found for `question`, where answers quote and a model searched.
pub(super) async fn weigh(turn: &Turn, question: &str, found: &mut Found) {
    if turn.model.is_some() || found.how.model.is_none() {
        return;
    }
    let mut statements = quote::statements(found);
    statements.truncate(MOST);
    let texts: Vec<String> = statements.iter().map(|(_, text)| text.clone()).collect();
    if let Some(likeness) = turn.retriever.likeness(question, &texts).await {
        let units = statements.into_iter().map(|(unit, _)| unit);
        found.likeness = units.zip(likeness).collect();
    }
}
