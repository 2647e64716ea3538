//! Search for a definition, where the question asks for one and the first passages hold none.

use crate::rag::chat::turn::Turn;
use crate::rag::retrieval::{Found, Query};

/// Factor by which more passages are searched for a definition.
const FURTHER: usize = 6;

/// Replaces the last passage by one that defines the thing asked about, unless one of them does already.
pub(super) async fn define(turn: &Turn, query: &Query, found: &mut Found) {
    let subject = &turn.question.subject;
    let is_told = |found: &Found| {
        let mut hits = found.hits.iter();
        hits.any(|hit| subject.is_defined_in(&hit.passage.text))
    };
    if subject.is_none() || found.hits.is_empty() || is_told(found) {
        return;
    }
    let further = Query {
        top: FURTHER * query.top,
        ..query.clone()
    };
    let hits = match turn.retrieve(&further).await {
        Ok(found) => found.hits,
        Err(error) => return tracing::warn!("looking for what defines a thing: {error}"),
    };
    let mut defining = hits.into_iter();
    if let Some(hit) = defining.find(|hit| subject.is_defined_in(&hit.passage.text)) {
        found.hits.truncate(query.top.saturating_sub(1));
        found.hits.push(hit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rag::chat::tests::{hit, rag, request};

    /// The sources that are left of one hit where a search further on finds `further`.
    async fn left(question: &str, further: &str) -> Vec<String> {
        let hits = vec![hit("b.md", None, further, 0.1)];
        let turn = Turn::new(&rag(Some(hits), None), request(&[question]));
        let query = Query {
            top: 1,
            ..Query::default()
        };
        let mut found = Found {
            hits: vec![hit("a.md", None, "Copays vary with the service.", 1.0)],
            ..Found::default()
        };
        define(&turn, &query, &mut found).await;
        found.hits.iter().map(|hit| hit.passage.source()).collect()
    }

    #[tokio::test]
    async fn what_defines_the_thing_stands_in_for_the_last_passage() {
        let defining = "A copay is a fixed amount.";
        assert_eq!(left("What is a copay?", defining).await, ["b.md"]);
        assert_eq!(left("How high is a copay?", defining).await, ["a.md"]);
        assert_eq!(left("What is a copay?", "A copay helps.").await, ["a.md"]);
    }
}
