//! The search query: the question, made to stand alone where it leans on the conversation.

mod rewrite;

use std::time::Instant;

use super::aside::Asked;
use super::turn::{Turn, elapsed_ms};

/// The search query, with the model's part in it.
pub(super) struct SearchQuery {
    pub(super) text: String,
    /// See [`crate::rag::retrieval::Query::own_bytes`].
    pub(super) own_bytes: Option<usize>,
    /// See [`crate::rag::retrieval::Query::context`].
    pub(super) context: Vec<(String, f32)>,
    /// The question to a model, if one was asked.
    pub(super) asked: Option<Asked>,
    pub(super) elapsed_ms: u64,
}

/// Makes the search query; falls back to the question itself.
///
/// A first question stands alone, so that no model is asked about it.
pub(super) async fn search_query(turn: &Turn) -> SearchQuery {
    let begun = Instant::now();
    let wanted = turn.request.overrides.query_rewriting != Some(false);
    let model = turn.model.as_ref().filter(|_| wanted);
    let mut query = match (model, turn.request.history()) {
        (Some(model), [_, ..]) => {
            let (asked, query) = rewrite::rewrite(model.as_ref(), turn).await;
            SearchQuery {
                asked: Some(asked),
                ..query.map_or_else(|| weighted(turn, ""), SearchQuery::of)
            }
        }
        _ => without_model(turn),
    };
    query.elapsed_ms = elapsed_ms(begun);
    query
}

/// The question with the words that it borrows from the conversation.
pub(super) fn without_model(turn: &Turn) -> SearchQuery {
    weighted(turn, &turn.question.lent)
}

/// The question itself with the text around it and the words lent to it; the words of the conversation
/// count less.
fn weighted(turn: &Turn, lent: &str) -> SearchQuery {
    let question = &turn.question;
    let (text, context) = question.searched(lent);
    SearchQuery {
        own_bytes: Some(question.text.len()),
        context,
        ..SearchQuery::of(text)
    }
}

impl SearchQuery {
    /// A query that stands alone.
    pub(super) fn of(text: String) -> Self {
        Self {
            text,
            own_bytes: None,
            context: Vec::new(),
            asked: None,
            elapsed_ms: 0,
        }
    }
}

#[cfg(test)]
mod tests;
