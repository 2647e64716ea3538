//! Keyword retrieval with BM25, whichever engine stores the terms.

mod candidates;
mod clauses;
mod forms;
mod passage_terms;
mod question_languages;
mod terms;
mod view;

use std::sync::Arc;

use footnote_documents::Passage;
use footnote_documents::acl::Reader;
use footnote_store::search::{Hit, Query, SearchReport, SearchResult};
use footnote_store::{PassageStore, RetrieveError, Start, StoreError};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
pub use passage_terms::{ANALYSIS, PassageTerms};
pub use view::{
    Candidate, Clause, Field, IndexView, Matching, Neighbours, RankingColumns, TermKey,
};

use self::terms::AnalysedQuestion;
use super::Retriever;
use super::trace::{MAX_RECORDED, Ranked, Trace};

/// Maximum number of hits, whatever a client requests.
const MAX_HITS: usize = 100;

/// Number of candidates per hit, since languages may reorder them.
const CANDIDATES_PER_HIT: usize = 10;

/// Minimum number of candidates, for the same reason.
const MIN_CANDIDATES: usize = 100;

/// Gain of a passage in the question's language. Languages share stems, and of two passages that say the same, the one
/// in the reader's language is meant.
const OWN_LANGUAGE_GAIN: f32 = 1.0;

/// Finds passages by keywords.
#[derive(Clone)]
pub struct Keyword {
    passages: Arc<dyn PassageStore>,
}

impl Keyword {
    /// Searches the passages of this store.
    pub fn new(passages: Arc<dyn PassageStore>) -> Self {
        Self { passages }
    }
}

impl Retriever for Keyword {
    fn retrieve<'a>(
        &'a self,
        query: &'a Query,
    ) -> BoxFuture<'a, Result<SearchResult, RetrieveError>> {
        self.passages.search(query).map(|found| Ok(found?)).boxed()
    }

    fn passages_from<'a>(
        &'a self,
        path: &'a str,
        start: Start,
        most: usize,
        reader: &'a Reader,
    ) -> BoxFuture<'a, Result<Vec<Passage>, RetrieveError>> {
        self.passages
            .passages_from(path, start, most, reader.into())
            .map(|passages| Ok(passages?))
            .boxed()
    }
}

/// Keyword search in an index, as one reader may see it. Blocks the thread.
///
/// # Errors
///
/// Fails if the index cannot be read.
pub fn search<V: IndexView>(view: &V, query: &Query) -> Result<SearchResult, StoreError> {
    let analysed = terms::analyse(view, query)?;
    let top = query.top.min(MAX_HITS);
    let clauses = clauses::clauses(view, &analysed, query)?;
    let (hits, trace) = if top == 0 || clauses.is_empty() {
        <_>::default()
    } else {
        ranked(view, Matching { clauses: &clauses, query }, &analysed)?
    };
    Ok(SearchResult {
        terms: forms::terms(analysed.terms, &hits, &analysed.languages),
        hits,
        rarest: terms::rarest(view.passage_count()),
        corrections: analysed.corrections,
        how: SearchReport { trace, ..SearchReport::default() },
    })
}

/// The best matching passages with their texts, and the full ranking if it is to be recorded.
fn ranked<V: IndexView>(
    view: &V,
    matching: Matching<'_>,
    analysed: &AnalysedQuestion,
) -> Result<(Vec<Hit>, Option<Box<Trace>>), StoreError> {
    let query = matching.query;
    let mut candidates = ranked_candidates(view, matching, analysed)?;
    let trace = query.traced.then(|| trace(view, &candidates)).transpose()?;
    candidates.retain(|candidate| candidate.score >= query.minimum_score);
    candidates.truncate(query.top.min(MAX_HITS));
    let places: Vec<V::Place> = candidates.iter().map(|one| one.at).collect();
    let scored = candidates.iter().map(|one| one.score).zip(view.passages(&places)?);
    let hits = scored
        .filter_map(|(score, passage)| Some(Hit { passage: passage?, score, ..Hit::default() }));
    let hits: Vec<Hit> = hits.collect();
    let passages: Vec<Passage> = hits.iter().map(|hit| hit.passage.clone()).collect();
    let neighbours = view.neighbours(&passages)?;
    Ok((with_neighbours(hits, neighbours), trace))
}

/// The trace of a keyword search.
fn trace<V: IndexView>(
    view: &V,
    candidates: &[Candidate<V::Place>],
) -> Result<Box<Trace>, StoreError> {
    let first = candidates.iter().take(MAX_RECORDED);
    let places: Vec<V::Place> = first.map(|one| one.at).collect();
    let ranked = view.passages(&places)?.into_iter().zip(candidates);
    let ranked =
        ranked.filter_map(|(passage, one)| Some(Ranked { id: passage?.id, score: one.score }));
    let words: Vec<Ranked> = ranked.collect();
    Ok(Box::new(Trace { all: words.clone(), words, meaning: None }))
}

/// The matching passages, best first.
fn ranked_candidates<V: IndexView>(
    view: &V,
    matching: Matching<'_>,
    analysed: &AnalysedQuestion,
) -> Result<Vec<Candidate<V::Place>>, StoreError> {
    let query = matching.query;
    let top = query.top.min(MAX_HITS);
    let most = (top * CANDIDATES_PER_HIT).max(MIN_CANDIDATES);
    let mut candidates = view.best(matching, most)?;
    if let Some(own) = analysed.languages.certain() {
        // Not part of the query, which could then no longer skip hopeless passages.
        candidates::raise_language(&mut candidates, own, OWN_LANGUAGE_GAIN);
    }
    candidates::sort(&mut candidates);
    Ok(candidates)
}

/// Adds to hits those neighbours that are on the same page and under the same headings.
pub fn with_neighbours(mut hits: Vec<Hit>, neighbours: Vec<Neighbours>) -> Vec<Hit> {
    for (hit, (before, after)) in hits.iter_mut().zip(neighbours) {
        let passage = &hit.passage;
        let near = |other: &Passage| {
            let is_beside = other.page == passage.page && other.headings == passage.headings;
            // The neighbour may have been indexed again since, for other readers.
            is_beside && other.acl == passage.acl
        };
        let (before, after) = (before.filter(near), after.filter(near));
        hit.before = before.map(|other| other.text);
        hit.after = after.map(|other| other.text);
    }
    hits
}

#[cfg(test)]
mod tests;
