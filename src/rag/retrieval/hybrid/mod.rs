//! Retrieval by words, by meaning, or by both: their rankings fused by rank.

use std::collections::HashMap;
use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;

use super::keyword::{self, Keyword};
use super::vectors::{Nearest, Outcome};
use super::{Found, Hit, How, Query, Ranks, RetrieveError, Retriever, Technique};
use crate::protocol::RetrievalMode;
use crate::rag::corpus::Passage;
use crate::rag::corpus::index::{Index, IndexError};
use crate::rag::corpus::readers::Reader;

/// How little the first rank counts more than the next ones: the usual value.
const SMOOTHING: f32 = 60.0;

/// The candidates of each ranking.
const CANDIDATES: usize = 50;

/// Passages of one document among the hits, as by words alone.
const MOST_PER_DOCUMENT: usize = 2;

/// Finds passages by words, by meaning, or by both.
pub struct Hybrid {
    index: Arc<Index>,
    text: Keyword,
    nearest: Nearest,
}

impl Hybrid {
    /// Over `index` and what is `nearest` in it.
    pub fn new(index: Arc<Index>, nearest: Nearest) -> Self {
        Self {
            text: Keyword::new(Arc::clone(&index)),
            index,
            nearest,
        }
    }

    async fn search(&self, query: &Query) -> Result<Found, RetrieveError> {
        let by_text = Query {
            // Even where no hit by words is wanted, the question's terms are.
            top: match query.mode {
                RetrievalMode::Hybrid => CANDIDATES.max(query.top),
                _ => 0,
            },
            minimum_score: 0.0,
            ..query.clone()
        };
        let (text, near) = futures_util::join!(
            self.text.retrieve(&by_text),
            self.nearest.find(query, candidates(query))
        );
        let (near, embedding) = match near? {
            Outcome::Found(near, took) => (near, took),
            Outcome::Missing(reason) => {
                let mut found = self.text.retrieve(query).await?;
                found.how.note = Some(format!("{reason} Answered by text."));
                return Ok(found);
            }
        };
        let text = text?;
        let mut fused = match query.mode {
            RetrievalMode::Hybrid => fused(&text.hits, near),
            _ => ranked(near),
        };
        fused.retain(|(hit, _)| hit.score >= query.minimum_score);
        if query.uses(Technique::Cap) {
            cap(&mut fused, &text.hits, query.top);
        }
        fused.truncate(query.top);
        let how = How {
            mode: query.mode,
            note: self.note()?,
            model: Some(self.nearest.model().to_owned()),
            ranks: fused.iter().map(|(_, ranks)| ranks.clone()).collect(),
            embedding,
        };
        let hits = fused.into_iter().map(|(hit, _)| hit).collect();
        Ok(Found {
            hits: self.with_neighbours(hits).await?,
            how,
            ..text
        })
    }

    /// What the reader should know: that the index is not whole yet.
    fn note(&self) -> Result<Option<String>, RetrieveError> {
        let (ready, all) = self.nearest.counts();
        if ready == all {
            return Ok(None);
        }
        let hides = self.index.is_restricted();
        let hides = hides.map_err(|error| RetrieveError::Index(error.into()))?;
        // How much there is, is nothing for those who may not read all of it.
        Ok(Some(if hides {
            "Not all passages are embedded yet.".to_owned()
        } else {
            format!("{ready} of {all} passages are embedded so far.")
        }))
    }

    async fn with_neighbours(&self, hits: Vec<Hit>) -> Result<Vec<Hit>, RetrieveError> {
        let index = Arc::clone(&self.index);
        tokio::task::spawn_blocking(move || {
            let hits = hits.into_iter();
            let whole = hits.map(|hit| keyword::hit(&index, hit.score, hit.passage));
            whole.collect::<Result<Vec<Hit>, IndexError>>()
        })
        .await
        .map_err(|error| RetrieveError::Index(error.into()))?
        .map_err(|error| RetrieveError::Index(error.into()))
    }
}

impl Retriever for Hybrid {
    fn modes(&self) -> &[RetrievalMode] {
        &[
            RetrievalMode::Hybrid,
            RetrievalMode::Vectors,
            RetrievalMode::Text,
        ]
    }

    fn retrieve<'a>(&'a self, query: &'a Query) -> BoxFuture<'a, Result<Found, RetrieveError>> {
        match query.mode {
            RetrievalMode::Text => self.text.retrieve(query),
            RetrievalMode::Vectors | RetrievalMode::Hybrid => self.search(query).boxed(),
        }
    }

    fn document<'a>(
        &'a self,
        path: &'a str,
        reader: &'a Reader,
    ) -> BoxFuture<'a, Result<Vec<Passage>, RetrieveError>> {
        self.text.document(path, reader)
    }
}

/// How many passages are looked at for a query; the cap may drop some of them.
fn candidates(query: &Query) -> usize {
    match query.top {
        0 => 0,
        top => CANDIDATES.max(2 * top),
    }
}

/// Hits of one ranking with their ranks.
fn ranked(near: Vec<Hit>) -> Vec<(Hit, Ranks)> {
    let rank = |(rank, hit): (usize, Hit)| {
        let ranks = Ranks {
            id: hit.passage.id.clone(),
            vectors: Some(rank),
            text: None,
        };
        (hit, ranks)
    };
    (1..).zip(near).map(rank).collect()
}

/// Both rankings as one: each counts by its ranks alone, since their scores do not compare.
fn fused(text: &[Hit], near: Vec<Hit>) -> Vec<(Hit, Ranks)> {
    let mut fused = ranked(near);
    let at = |(at, (_, ranks)): (usize, &(Hit, Ranks))| (ranks.id.clone(), at);
    let at: HashMap<String, usize> = fused.iter().enumerate().map(at).collect();
    for (rank, hit) in (1..).zip(text) {
        let id = &hit.passage.id;
        if let Some((_, ranks)) = at.get(id).and_then(|at| fused.get_mut(*at)) {
            ranks.text = Some(rank);
            continue;
        }
        let ranks = Ranks {
            id: id.clone(),
            text: Some(rank),
            vectors: None,
        };
        fused.push((hit.clone(), ranks));
    }
    for (hit, ranks) in &mut fused {
        hit.score = share(ranks.text) + share(ranks.vectors);
    }
    // Of two that count alike, the one comes first that its words found.
    let place = |ranks: &Ranks| ranks.text.unwrap_or(usize::MAX);
    fused.sort_by(|(a, of_a), (b, of_b)| {
        let by_score = b.score.total_cmp(&a.score);
        by_score.then_with(|| place(of_a).cmp(&place(of_b)))
    });
    fused
}

#[expect(clippy::cast_precision_loss, reason = "ranks are small")]
fn share(rank: Option<usize>) -> f32 {
    rank.map_or(0.0, |rank| 1.0 / (SMOOTHING + rank as f32))
}

/// Drops what is too much of one document, unless the question by its words wants as much of it.
fn cap(ranked: &mut Vec<(Hit, Ranks)>, text: &[Hit], top: usize) {
    let mut room: HashMap<String, usize> = HashMap::new();
    for hit in text.iter().take(top) {
        *room.entry(hit.passage.path.clone()).or_default() += 1;
    }
    for room in room.values_mut() {
        *room = (*room).max(MOST_PER_DOCUMENT);
    }
    ranked.retain(|(hit, _)| {
        let path = hit.passage.path.clone();
        let room = room.entry(path).or_insert(MOST_PER_DOCUMENT);
        let is_in = *room > 0;
        *room = room.saturating_sub(1);
        is_in
    });
}

#[cfg(test)]
mod tests;
