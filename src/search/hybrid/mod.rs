//! Retrieval by keywords, semantically, or both: semantic similarity raises keyword hits.

use std::collections::HashMap;
use std::sync::Arc;

use footnote_documents::Passage;
use footnote_documents::acl::Reader;
use footnote_protocol::RetrievalMode;
use footnote_store::search::{Hit, Query, Ranks, SearchReport, SearchResult};
use footnote_store::{PassageStore, RetrieveError, Start};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;

use super::Retriever;
use super::keyword::Keyword;
use super::trace::{self, MAX_RECORDED};
use super::vectors::NearestPassages;

/// Rank that the semantically nearest passage gets at least. Any rank from third to fifth makes no difference for
/// questions that keywords answer.
const NEAREST_RANK: usize = 5;

/// The note for a question whose words the embedding model does not know.
const UNKNOWN_WORDS_NOTE: &str =
    "The embedding model does not know the question's words: they alone count.";

/// Maximum gain of the most similar passage; the best keyword match scores 1.
const MAX_GAIN: f32 = 0.3;

/// Spread of the similarities at which the full gain applies; if all are closer together, similarity says less.
const FULL_GAIN_DISTANCE: f32 = 0.4;

/// Minimum number of candidates per ranking.
const MIN_CANDIDATES: usize = 50;

/// Finds passages by keywords, semantically, or both.
pub struct HybridRetriever {
    passages: Arc<dyn PassageStore>,
    text: Keyword,
    nearest: NearestPassages,
}

impl HybridRetriever {
    /// Searches `passages` by keywords, and by vectors with `nearest`.
    pub fn new(passages: Arc<dyn PassageStore>, nearest: NearestPassages) -> Self {
        Self { text: Keyword::new(Arc::clone(&passages)), passages, nearest }
    }

    async fn search(&self, query: &Query) -> Result<SearchResult, RetrieveError> {
        let needs_words = query.traced || query.mode == RetrievalMode::Hybrid;
        let by_text = Query {
            // Search by keywords even if no such hits are needed, to get the question's terms.
            top: if needs_words { MIN_CANDIDATES.max(query.top) } else { 0 },
            minimum_score: 0.0,
            ..query.clone()
        };
        let (text, nearest_hits) = futures_util::join!(
            self.text.retrieve(&by_text),
            self.nearest.find(query, candidates(query))
        );
        let (mut nearest_hits, embedding) = match nearest_hits? {
            Ok(found) => found,
            Err(reason) => {
                let mut found = self.text.retrieve(query).await?;
                found.how.note = Some(format!("{reason} Answered by text."));
                return Ok(found);
            }
        };
        let mut text = text?;
        if let Some(traced) = &mut text.how.trace {
            traced.meaning = Some(trace::ranking(&nearest_hits));
            nearest_hits.truncate(wanted(query));
        }
        let mut fused = match query.mode {
            RetrievalMode::Hybrid => fused(&text.hits, nearest_hits),
            _ => ranked(nearest_hits),
        };
        if let Some(traced) = &mut text.how.trace {
            traced.all = trace::ranking(fused.iter().map(|(hit, _)| hit));
        }
        fused.retain(|(hit, _)| hit.score >= query.minimum_score);
        let how = SearchReport {
            note: self.note().await?,
            model: Some(self.nearest.model().to_owned()),
            embedding,
            ..text.how
        };
        self.first_of(query, fused, SearchResult { how, ..text }).await
    }

    /// The passages of `ranking` that the query asks for; `text` is the result of the keyword search.
    async fn first_of(
        &self,
        query: &Query,
        mut ranking: Vec<(Hit, Ranks)>,
        text: SearchResult,
    ) -> Result<SearchResult, RetrieveError> {
        promote_nearest(&mut ranking, query.top);
        let mut trace = text.how.trace;
        if let Some(trace) = &mut trace {
            trace::prepend(trace, ranking.iter().map(|(hit, _)| hit));
        }
        ranking.truncate(query.top);
        let (hits, ranks) = ranking.into_iter().unzip();
        let how = SearchReport { trace, mode: query.mode, ranks, ..text.how };
        Ok(SearchResult { hits: self.passages.with_neighbours(hits).await?, how, ..text })
    }

    /// Keyword search for questions that the embedding model cannot distinguish.
    async fn by_words(&self, query: &Query) -> Result<SearchResult, RetrieveError> {
        let mut found = self.text.retrieve(query).await?;
        found.how.mode = query.mode;
        found.how.note = Some(UNKNOWN_WORDS_NOTE.to_owned());
        Ok(found)
    }

    /// A note if the index is incomplete.
    async fn note(&self) -> Result<Option<String>, RetrieveError> {
        let (ready, all) = self.nearest.counts();
        if ready == all {
            return Ok(None);
        }
        // The numbers are not for readers who may not read everything.
        Ok(Some(if self.passages.is_restricted().await? {
            "Not all passages are embedded yet.".to_owned()
        } else {
            format!("{ready} of {all} passages are embedded so far.")
        }))
    }
}

impl Retriever for HybridRetriever {
    fn modes(&self) -> &[RetrievalMode] {
        &[RetrievalMode::Hybrid, RetrievalMode::Vectors, RetrievalMode::Text]
    }

    fn retrieve<'a>(
        &'a self,
        query: &'a Query,
    ) -> BoxFuture<'a, Result<SearchResult, RetrieveError>> {
        let query = Query { spelt: self.nearest.spelt(query), ..query.clone() };
        async move {
            let _under_way = self.nearest.precedence();
            match query.mode {
                RetrievalMode::Text => self.text.retrieve(&query).await,
                RetrievalMode::Hybrid if !self.nearest.knows(&query) => self.by_words(&query).await,
                RetrievalMode::Vectors | RetrievalMode::Hybrid => self.search(&query).await,
            }
        }
        .boxed()
    }

    fn passages_from<'a>(
        &'a self,
        path: &'a str,
        start: Start,
        most: usize,
        reader: &'a Reader,
    ) -> BoxFuture<'a, Result<Vec<Passage>, RetrieveError>> {
        self.text.passages_from(path, start, most, reader)
    }
}

/// Number of passages to consider for a query.
fn candidates(query: &Query) -> usize {
    match wanted(query) {
        0 => 0,
        count if query.traced => MAX_RECORDED.max(count),
        count => count,
    }
}

/// Number of passages per ranking to be fused.
fn wanted(query: &Query) -> usize {
    match query.top {
        0 => 0,
        top => MIN_CANDIDATES.max(top),
    }
}

/// Adds ranks to the hits of a single ranking.
fn ranked(nearest_hits: Vec<Hit>) -> Vec<(Hit, Ranks)> {
    let rank = |(rank, hit): (usize, Hit)| {
        let ranks = Ranks { id: hit.passage.id.clone(), vectors: Some(rank), ..Ranks::default() };
        (hit, ranks)
    };
    (1..).zip(nearest_hits).map(rank).collect()
}

/// The gain of each passage for its similarity to the question.
fn gains(nearest_hits: &[Hit]) -> Vec<f32> {
    let scores = || nearest_hits.iter().map(|hit| hit.score);
    let (best, least) = (scores().fold(f32::MIN, f32::max), scores().fold(f32::MAX, f32::min));
    let unit = MAX_GAIN / (best - least).max(FULL_GAIN_DISTANCE);
    scores().map(|score| unit * (score - least)).collect()
}

/// Fuses both rankings. A passage scores its share of the best keyword score, plus a gain for being nearer than the
/// farthest candidate. With ranks alone, the tenth semantic hit would be as good as the tenth keyword hit, although
/// often only the latter answers.
fn fused(text: &[Hit], nearest_hits: Vec<Hit>) -> Vec<(Hit, Ranks)> {
    let best = text.iter().map(|hit| hit.score).fold(f32::EPSILON, f32::max);
    let gains = gains(&nearest_hits);
    let mut fused = ranked(nearest_hits);
    for ((hit, _), gain) in fused.iter_mut().zip(gains) {
        hit.score = gain;
    }
    let at = |(at, (_, ranks)): (usize, &(Hit, Ranks))| (ranks.id.clone(), at);
    let at: HashMap<String, usize> = fused.iter().enumerate().map(at).collect();
    for (rank, hit) in (1..).zip(text) {
        let (id, score) = (&hit.passage.id, hit.score / best);
        if let Some((hit, ranks)) = at.get(id).and_then(|at| fused.get_mut(*at)) {
            ranks.text = Some(rank);
            hit.score += score;
            continue;
        }
        let ranks = Ranks { id: id.clone(), text: Some(rank), ..Ranks::default() };
        let hit = Hit { score, ..hit.clone() };
        fused.push((hit, ranks));
    }
    // On a tie, the better keyword rank comes first.
    let place = |ranks: &Ranks| ranks.text.unwrap_or(usize::MAX);
    fused.sort_by(|(a, of_a), (b, of_b)| {
        let by_score = b.score.total_cmp(&a.score);
        by_score.then_with(|| place(of_a).cmp(&place(of_b)))
    });
    fused
}

/// Moves the semantically nearest passage up to the last of the first few ranks if it is below them: it is the one that
/// answers if keywords mislead.
fn promote_nearest(ranked: &mut [(Hit, Ranks)], top: usize) {
    let last = top.min(NEAREST_RANK).saturating_sub(1);
    let nearest = ranked.iter().position(|(_, ranks)| ranks.vectors == Some(1));
    let behind = nearest.filter(|at| *at > last && top > 1);
    let Some(between) = behind.and_then(|at| ranked.get_mut(last..=at)) else {
        return;
    };
    between.rotate_right(1);
    if let [(seated, _), (next, _), ..] = between {
        seated.score = next.score;
    }
}

#[cfg(test)]
mod tests;
