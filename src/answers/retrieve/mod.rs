//! Retrieval: the passages for a question.

mod brackets;

use std::collections::BTreeSet;

use footnote_library::Library;
use footnote_store::RetrieveError;
use footnote_store::search::{Hit, Query, SearchResult};
use footnote_text::question;

use super::turn::Turn;

/// Retrieves the passages for a query, best first.
///
/// # Errors
///
/// Returns the retriever's errors.
pub(super) async fn retrieve(turn: &Turn, query: &Query) -> Result<SearchResult, RetrieveError> {
    let found = turn.retrieve(query).await?;
    let hits = prepare(turn, found.hits).await;
    Ok(SearchResult { hits, ..found })
}

/// Prepares passages to be shown: names documents that share a title by their files, and replaces the brackets of
/// citations in their texts.
pub(super) async fn prepare(turn: &Turn, mut hits: Vec<Hit>) -> Vec<Hit> {
    disambiguate_titles(&mut hits, &turn.rag.library).await;
    let sources = hits.iter().map(|hit| hit.passage.source());
    let images = turn.images.iter().map(|image| image.source.clone());
    let known: Vec<String> = sources.chain(images).collect();
    brackets::escape_brackets(&mut hits, &known);
    hits
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
