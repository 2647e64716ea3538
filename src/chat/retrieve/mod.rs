//! Retrieval: the passages for a question, and for each of its parts.

pub(super) mod agentic;
mod brackets;
pub(super) mod overview;
pub(super) mod several;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use footnote_retrieval::corpus::Library;
use footnote_retrieval::{Hit, Query, RetrieveError, SearchResult};
use footnote_text::question;
use futures_util::try_join;

use self::agentic::SearchPlan;
use self::overview::Outline;
use self::several::RetrievedPart;
use super::question::Question;
use super::turn::Turn;

/// A check if passages seem to answer a question.
pub(super) type AnswerCheck<'a> = &'a (dyn Fn(&SearchResult, &Question) -> bool + Sync);

/// The passages that were retrieved for a question.
pub(super) struct RetrievedPassages {
    pub(super) found: SearchResult,
    /// The plan of sub-questions, if one was wished for.
    pub(super) plan: Option<SearchPlan>,
    /// The questions of a message that asks several, each with its passages; empty if it asks only one.
    pub(super) parts: Vec<RetrievedPart>,
    /// The outline of a document, if an overview of one is asked for.
    pub(super) outline: Option<Outline>,
    /// The beginning of the search.
    pub(super) begun: Instant,
    /// The time from the beginning of the turn to the last passage.
    pub(super) search_time: Duration,
}

/// Retrieves the passages for a query, as a plan of sub-questions wants it, or for each of the questions if
/// the message asks several. A plan searches on for what the passages do not `answer`.
///
/// # Errors
///
/// The retriever's errors.
pub(super) async fn retrieve(
    turn: &Turn,
    query: &Query,
    answer: AnswerCheck<'_>,
) -> Result<RetrievedPassages, RetrieveError> {
    let begun = Instant::now();
    let whole = agentic::search(turn, query, answer);
    let ((found, plan), mut parts) = if turn.request.overrides.plan().is_none() {
        // All at once: where the embedding model hangs, the reader waits for it once.
        try_join!(whole, several::find(turn, query))?
    } else {
        let (found, plan) = whole.await?;
        let parts = match &plan {
            Some(plan) if plan.is_split() => Vec::new(),
            _ => several::find(turn, query).await?,
        };
        ((found, plan), parts)
    };
    for part in &mut parts {
        disambiguate_titles(&mut part.found.hits, &turn.rag.library).await;
    }
    let mut found = several::interleaved(&mut parts, found, query.top);
    // An overview stands on passages from all over its document, not on those that happen to bear its name.
    let outline = match overview::outline(turn, &found).await {
        Some((outline, hits)) => {
            found.hits = hits;
            Some(outline)
        }
        None => None,
    };
    disambiguate_titles(&mut found.hits, &turn.rag.library).await;
    escape_brackets(turn, &mut found, &mut parts);
    Ok(RetrievedPassages { found, plan, parts, outline, begun, search_time: turn.begun.elapsed() })
}

/// Readies passages that were looked up, as those that were searched for are.
pub(super) async fn prepare(turn: &Turn, hits: Vec<Hit>) -> SearchResult {
    let mut found = SearchResult { hits, ..SearchResult::default() };
    disambiguate_titles(&mut found.hits, &turn.rag.library).await;
    escape_brackets(turn, &mut found, &mut []);
    found
}

/// Replaces the brackets of citations in the texts of the documents.
fn escape_brackets(turn: &Turn, found: &mut SearchResult, parts: &mut [RetrievedPart]) {
    let sources = found.hits.iter().map(|hit| hit.passage.source());
    let images = turn.images.iter().map(|image| image.source.clone());
    let known: Vec<String> = sources.chain(images).collect();
    brackets::escape_brackets(&mut found.hits, &known);
    for part in parts {
        brackets::escape_brackets(&mut part.found.hits, &known);
    }
}

/// Names documents by their files where others have the same title.
async fn disambiguate_titles(hits: &mut [Hit], library: &Library) {
    let titles: BTreeSet<String> = hits.iter().map(|hit| hit.passage.title.clone()).collect();
    let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
    let shared = library.shared_titles(&titles).await;
    let shared = shared.inspect_err(|error| tracing::warn!("telling titles apart: {error}"));
    let shared = shared.unwrap_or_default();
    for passage in hits.iter_mut().map(|hit| &mut hit.passage) {
        let is_shared = shared.contains(passage.title.as_str());
        passage.title = question::name(&passage.title, &passage.path, is_shared);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use footnote_retrieval::{Query, RetrieveError, Retriever, SearchResult};
    use futures_util::FutureExt as _;
    use futures_util::future::BoxFuture;

    use crate::tests::{events, rag, request};

    /// Finds nothing, and counts the searches that are under way at once: now, and at most.
    #[derive(Default)]
    struct Crowded(AtomicUsize, AtomicUsize);

    impl Retriever for Crowded {
        fn retrieve<'a>(
            &'a self,
            _: &'a Query,
        ) -> BoxFuture<'a, Result<SearchResult, RetrieveError>> {
            async move {
                let now = self.0.fetch_add(1, Ordering::Relaxed) + 1;
                self.1.fetch_max(now, Ordering::Relaxed);
                tokio::task::yield_now().await;
                self.0.fetch_sub(1, Ordering::Relaxed);
                Ok(SearchResult::default())
            }
            .boxed()
        }
    }

    #[tokio::test]
    async fn a_message_and_its_questions_are_searched_for_at_once() {
        let message = "How many days of leave are there? When is overtime paid?";
        let crowded = Arc::new(Crowded::default());
        let mut rag = rag(None, None);
        rag.retriever = Arc::clone(&crowded) as _;
        events(&rag, request(&[message])).await;
        assert_eq!(crowded.1.load(Ordering::Relaxed), 3);
    }
}
