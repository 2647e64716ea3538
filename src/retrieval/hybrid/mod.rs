//! Retrieval by words, by meaning, or by both: nearness in meaning raises the hits of words.

use std::collections::HashMap;
use std::sync::Arc;

use footnote_documents::Passage;
use footnote_documents::acl::Reader;
use footnote_protocol::RetrievalMode;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;

use super::keyword::Keyword;
use super::likeness::gains;
use super::trace::{self, MOST_RECORDED};
use super::vectors::NearestPassages;
use super::{Hit, Query, Ranks, RetrieveError, Retriever, SearchReport, SearchResult, ranker};
use crate::store::{PassageStore, Start};

/// Places at the top, one of which the passage nearest in meaning gets. Anywhere from the third to the fifth
/// place, this neither gains nor costs anything where words find the answer.
const NEAREST_RANK: usize = 5;

/// The note for a question whose words the embedding model does not know.
const UNKNOWN_WORDS_NOTE: &str =
    "The embedding model does not know the question's words: they alone count.";

/// The candidates of each ranking.
const FEWEST_CANDIDATES: usize = 50;

/// Finds passages by words, by meaning, or by both.
pub struct HybridRetriever {
    passages: Arc<dyn PassageStore>,
    text: Keyword,
    nearest: NearestPassages,
}

impl HybridRetriever {
    /// Searches `passages` by words, and by vectors with `nearest`.
    pub fn new(passages: Arc<dyn PassageStore>, nearest: NearestPassages) -> Self {
        Self { text: Keyword::new(Arc::clone(&passages)), passages, nearest }
    }

    async fn search(&self, query: &Query) -> Result<SearchResult, RetrieveError> {
        let needs_words = query.traced || query.mode == RetrievalMode::Hybrid;
        let by_text = Query {
            // Even where no hit by words is wanted, the question's terms are.
            top: if needs_words { FEWEST_CANDIDATES.max(query.top) } else { 0 },
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
        self.ranked_anew(query, fused, SearchResult { how, ..text }).await
    }

    /// Finds passages by words, and ranks the first of them anew.
    async fn words_ranked(&self, query: &Query) -> Result<SearchResult, RetrieveError> {
        let wider = Query { top: FEWEST_CANDIDATES.max(query.top), ..query.clone() };
        let text = self.text.retrieve(&wider).await?;
        self.ranked_anew(query, fused(&text.hits, Vec::new()), text).await
    }

    /// The passages of `ranking` that the query wants, ranked anew if it asks for that; `text` are the
    /// findings by words.
    async fn ranked_anew(
        &self,
        query: &Query,
        mut ranking: Vec<(Hit, Ranks)>,
        text: SearchResult,
    ) -> Result<SearchResult, RetrieveError> {
        promote_nearest(&mut ranking, query.top);
        if query.ranker {
            let looked_at = ranking.iter().take(ranker::RANKED_PASSAGES);
            self.nearest.prefetch_statements(looked_at.map(|(hit, _)| &hit.passage)).await;
        }
        let ranked = ranker::rank(self.nearest.comparison(), query, &mut ranking).await;
        let mut trace = text.how.trace;
        if let Some(trace) = &mut trace {
            trace::prepend(trace, ranking.iter().map(|(hit, _)| hit));
        }
        ranking.truncate(query.top);
        let how = SearchReport {
            trace,
            mode: query.mode,
            ranked,
            ranks: ranking.iter().map(|(_, ranks)| ranks.clone()).collect(),
            ..text.how
        };
        let hits: Vec<Hit> = ranking.into_iter().map(|(hit, _)| hit).collect();
        self.nearest.prefetch_statements(hits.iter().map(|hit| &hit.passage)).await;
        Ok(SearchResult { hits: self.passages.with_neighbours(hits).await?, how, ..text })
    }

    /// Finds passages by words where the embedding model cannot tell them apart.
    async fn by_words(&self, query: &Query) -> Result<SearchResult, RetrieveError> {
        let mut found = self.text.retrieve(query).await?;
        found.how.mode = query.mode;
        found.how.note = Some(UNKNOWN_WORDS_NOTE.to_owned());
        Ok(found)
    }

    /// The note that the index is not whole yet, if it is not.
    async fn note(&self) -> Result<Option<String>, RetrieveError> {
        let (ready, all) = self.nearest.counts();
        if ready == all {
            return Ok(None);
        }
        // How much there is, is nothing for those who may not read all of it.
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

    fn ranks(&self) -> bool {
        true
    }

    fn retrieve<'a>(
        &'a self,
        query: &'a Query,
    ) -> BoxFuture<'a, Result<SearchResult, RetrieveError>> {
        match query.mode {
            RetrievalMode::Text if query.ranker && self.nearest.knows(query) => {
                self.words_ranked(query).boxed()
            }
            RetrievalMode::Text => self.text.retrieve(query),
            RetrievalMode::Hybrid if !self.nearest.knows(query) => self.by_words(query).boxed(),
            RetrievalMode::Vectors | RetrievalMode::Hybrid => self.search(query).boxed(),
        }
    }

    fn likeness<'a>(
        &'a self,
        question: &'a str,
        texts: &'a [String],
    ) -> BoxFuture<'a, Option<Vec<f32>>> {
        self.nearest.comparison().compare(question, texts).boxed()
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

/// The number of passages that are looked at for a query.
fn candidates(query: &Query) -> usize {
    match wanted(query) {
        0 => 0,
        count if query.traced => MOST_RECORDED.max(count),
        count => count,
    }
}

/// The number of passages of each ranking that are fused.
fn wanted(query: &Query) -> usize {
    match query.top {
        0 => 0,
        top => FEWEST_CANDIDATES.max(top),
    }
}

/// Hits of one ranking with their ranks.
fn ranked(nearest_hits: Vec<Hit>) -> Vec<(Hit, Ranks)> {
    let rank = |(rank, hit): (usize, Hit)| {
        let ranks = Ranks { id: hit.passage.id.clone(), vectors: Some(rank), ..Ranks::default() };
        (hit, ranks)
    };
    (1..).zip(nearest_hits).map(rank).collect()
}

/// Fuses both rankings. A passage has its share of the best score by words, and a gain for being nearer than
/// the farthest candidate. Ranks alone would make the tenth by meaning as good as the tenth by words, when
/// often only the latter answers.
fn fused(text: &[Hit], nearest_hits: Vec<Hit>) -> Vec<(Hit, Ranks)> {
    let best = text.iter().map(|hit| hit.score).fold(f32::EPSILON, f32::max);
    let gains = gains(&nearest_hits.iter().map(|hit| hit.score).collect::<Vec<f32>>());
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
    // Of two that count alike, the one comes first that its words found.
    let place = |ranks: &Ranks| ranks.text.unwrap_or(usize::MAX);
    fused.sort_by(|(a, of_a), (b, of_b)| {
        let by_score = b.score.total_cmp(&a.score);
        by_score.then_with(|| place(of_a).cmp(&place(of_b)))
    });
    fused
}

/// Gives the passage that is nearest in meaning the last of the first few places, if it would stand
/// behind them: where words mislead, it is the one that answers.
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
