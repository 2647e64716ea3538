//! The plan of a search: the query, made self-contained if the question depends on the conversation.

mod rewrite;

use std::time::Instant;

use footnote_store::search::Query;

use super::question::Question;
use super::side_prompt::SidePrompt;
use super::turn::{Turn, elapsed_ms};
use crate::Rag;

/// Maximum number of passages for one answer. More would only crowd the prompt.
const MAX_PASSAGES: u32 = 50;

/// Number of passages from which sources and units are chosen, unless the client sets it.
const CANDIDATES: u32 = 50;

/// A planned search: the query, and the model's part in it.
pub(super) struct PlannedSearch {
    pub(super) query: Query,
    /// The prompt to a model, if one was asked.
    pub(super) asked: Option<SidePrompt>,
    /// Duration of the planning, in milliseconds.
    pub(super) elapsed_ms: u64,
}

/// Plans the search; falls back to the question itself.
///
/// A first question is self-contained, so no model is asked about it.
pub(super) async fn plan(turn: &Turn) -> PlannedSearch {
    let begun = Instant::now();
    let wanted = turn.request.overrides.query_rewriting != Some(false);
    let model = turn.model.as_ref().filter(|_| wanted);
    let (asked, query) = match (model, turn.request.history()) {
        (Some(model), [_, ..]) => {
            let (asked, text) = rewrite::rewrite(model.as_ref(), turn).await;
            let query = text.map_or_else(|| of_question(turn), |text| of_text(turn, text));
            (Some(asked), query)
        }
        _ => (None, of_question(turn)),
    };
    PlannedSearch { query, asked, elapsed_ms: elapsed_ms(begun) }
}

/// Returns the query for the question, with what stands around it at lower weight.
fn of_question(turn: &Turn) -> Query {
    let Question { text, context } = turn.question.clone();
    Query { context, ..of_text(turn, text) }
}

/// Returns the query for a self-contained text, with the settings of the turn.
fn of_text(turn: &Turn, text: String) -> Query {
    let overrides = &turn.request.overrides;
    let all = default_query(&turn.rag, text);
    Query {
        top: passages(overrides.top.unwrap_or(CANDIDATES)),
        mode: turn.mode(),
        include_category: overrides.include_category.clone(),
        exclude_category: overrides.exclude_category.clone(),
        minimum_score: overrides.minimum_search_score.unwrap_or(0.0),
        ..all
    }
}

/// Returns the query for a self-contained text with the engine's settings, for its reader and scope. What a request
/// says about its reader is ignored.
pub(super) fn default_query(rag: &Rag, text: String) -> Query {
    Query {
        text,
        top: passages(rag.settings.top),
        mode: rag.retriever.default_mode(),
        without: rag.settings.without.clone(),
        reader: rag.reader.clone(),
        scope: rag.scope.clone(),
        ..Query::default()
    }
}

/// Limits the requested number of passages to what an answer may use.
fn passages(wanted: u32) -> usize {
    usize::try_from(wanted.clamp(1, MAX_PASSAGES)).unwrap_or(1)
}
