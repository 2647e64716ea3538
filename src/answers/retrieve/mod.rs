//! Retrieval: the passages for a question, and for each of its parts.

mod brackets;
pub(super) mod overview;
pub mod several;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use footnote_retrieval::corpus::Library;
use footnote_retrieval::{Hit, Query, RetrieveError, SearchResult};
use footnote_text::question;
use futures_util::try_join;

use self::overview::Outline;
use self::several::RetrievedPart;
use super::turn::{Turn, WEIGHED};

/// The passages that were retrieved for a question.
pub(super) struct RetrievedPassages {
    pub(super) found: SearchResult,
    /// The passages for a model, best first; none if the answer quotes.
    pub(super) candidates: Vec<Hit>,
    /// The questions of a message with several, each with its passages; empty if there is only one.
    pub(super) parts: Vec<RetrievedPart>,
    /// The outline of a document, if the question asks for an overview.
    pub(super) outline: Option<Outline>,
    /// The start of the search.
    pub(super) begun: Instant,
    /// The time from the beginning of the turn to the last passage.
    pub(super) search_time: Duration,
}

/// Retrieves the passages for a query, and for each question of a message with several.
///
/// # Errors
///
/// Returns the retriever's errors.
pub(super) async fn retrieve(
    turn: &Turn,
    query: &Query,
) -> Result<RetrievedPassages, RetrieveError> {
    let begun = Instant::now();
    let top = turn.shown_of(query).max(WEIGHED);
    let wider = Query { top: query.top.max(top), ..query.clone() };
    // All at once, so that a hanging embedding model delays the reader only once.
    let (mut whole, mut parts) = try_join!(turn.retrieve(&wider), several::find(turn, &wider))?;
    let mut candidates = Vec::new();
    if turn.model.is_some() {
        let found = several::interleaved(&mut parts.clone(), whole.clone(), query.top);
        candidates = prepare(turn, found.hits).await.hits;
        candidates.truncate(query.top);
    }
    // Quotations are chosen among fewer.
    whole.hits.truncate(top);
    for part in &mut parts {
        part.found.hits.truncate(top);
        disambiguate_titles(&mut part.found.hits, &turn.rag.library).await;
    }
    let mut found = several::interleaved(&mut parts, whole, top);
    // An overview rests on passages from all over its document, not on those that happen to contain its name.
    let outline = match overview::outline(turn, &found).await {
        Some((outline, hits)) => {
            found.hits = hits;
            Some(outline)
        }
        None => None,
    };
    disambiguate_titles(&mut found.hits, &turn.rag.library).await;
    escape_brackets(turn, &mut found, &mut parts);
    let search_time = turn.begun.elapsed();
    Ok(RetrievedPassages { found, candidates, parts, outline, begun, search_time })
}

/// Prepares passages that were looked up in the same way as search results.
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

/// Names documents by their file names where others have the same title.
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

    use crate::once::ground;
    use crate::samples::{rag, request};
    use crate::turn::Turn;

    /// Finds nothing, and counts the searches under way: now, and at most.
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
        assert!(ground(&Turn::new(&rag, request(&[message]))).await.is_ok());
        assert_eq!(crowded.1.load(Ordering::Relaxed), 3);
    }
}
