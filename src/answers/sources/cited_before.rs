//! The sources of the last answer. A follow-up question is often about the same place.

use footnote_protocol::Role;
use footnote_store::Start;
use footnote_store::search::{Hit, Query};
use footnote_text::{citation, source};

use crate::retrieve;
use crate::turn::Turn;

/// Maximum number of sources of the last answer that are looked at again.
const MAX_SOURCES: usize = 5;

/// Maximum number of passages of each of them.
const MAX_PASSAGES: usize = 4;

/// Returns the passages that the last answer of the conversation cites, as far as `query` admits them.
pub async fn cited_before(turn: &Turn, query: &Query) -> Vec<Hit> {
    let answers = turn.request.history().iter().rev();
    let Some(answer) = answers.into_iter().find(|message| message.role == Role::Assistant) else {
        return Vec::new();
    };
    let mut named = citation::named(&answer.content);
    named.dedup();
    let mut hits = Vec::new();
    for name in named.iter().take(MAX_SOURCES) {
        hits.extend(passages(turn, query, name).await);
    }
    retrieve::prepare(turn, hits).await
}

async fn passages(turn: &Turn, query: &Query, name: &str) -> Vec<Hit> {
    let (path, page) = source::split(name);
    let start = page.map_or(Start::Passage(0), Start::Page);
    let found = turn.rag.retriever.passages_from(path, start, MAX_PASSAGES, &query.reader).await;
    let found = found.inspect_err(|error| tracing::warn!("reading what was cited: {error}"));
    let passages = found.unwrap_or_default().into_iter();
    let passages = passages.filter(|passage| passage.page == page && query.admits(passage));
    passages.map(|passage| Hit { passage, ..Hit::default() }).collect()
}
