//! Retrieval by keywords with tantivy's BM25.

mod routes;
mod terms;

use std::collections::HashMap;
use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tantivy::collector::TopDocs;
use tantivy::query::{
    BooleanQuery, BoostQuery, ConstScoreQuery, Occur, Query as Matcher, TermQuery,
};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{Searcher, Term as Key};

use self::routes::Routes;
use self::terms::Telling;
use super::framing::{self, is_framing};
use super::{Found, Hit, Query, RetrieveError, Retriever};
use crate::rag::corpus::Passage;
use crate::rag::corpus::index::{Index, IndexError};

/// More hits than this are never returned, whatever a client asks for.
const MOST_HITS: usize = 100;

/// How many candidates are looked at for each hit, for names and the cap may reorder them.
const CANDIDATES_PER_HIT: usize = 10;

/// Passages of one document among the hits: one that repeats itself must not take over.
const MOST_PER_DOCUMENT: usize = 2;

/// But at least so many: a page is weighed by all of its passages that match.
const LEAST_CANDIDATES: usize = 100;

/// How much of the scores of a page's other passages a passage gains.
const PAGE_SHARE: f32 = 0.1;

/// Finds passages by their words.
pub struct Keyword {
    index: Arc<Index>,
}

impl Keyword {
    /// Over `index`.
    pub fn new(index: Arc<Index>) -> Self {
        Self { index }
    }
}

impl Retriever for Keyword {
    fn retrieve<'a>(&'a self, query: &'a Query) -> BoxFuture<'a, Result<Found, RetrieveError>> {
        let query = query.clone();
        read(&self.index, move |index| search(index, &query)).boxed()
    }

    fn document<'a>(&'a self, path: &'a str) -> BoxFuture<'a, Result<Vec<Passage>, RetrieveError>> {
        let path = path.to_owned();
        read(&self.index, move |index| index.passages_of(&path)).boxed()
    }
}

/// Reads from the index where waiting for the disk holds nobody up.
async fn read<T: Send + 'static>(
    index: &Arc<Index>,
    read: impl FnOnce(&Index) -> Result<T, IndexError> + Send + 'static,
) -> Result<T, RetrieveError> {
    let index = Arc::clone(index);
    tokio::task::spawn_blocking(move || read(&index))
        .await
        .map_err(|error| RetrieveError::Index(error.into()))?
        .map_err(|error| RetrieveError::Index(error.into()))
}

fn search(index: &Index, query: &Query) -> Result<Found, IndexError> {
    let searcher = index.searcher();
    let telling = terms::telling(index, &searcher, &query.text)?;
    let top = query.top.min(MOST_HITS);
    let Some(matcher) = matcher(index, &telling, query).filter(|_| top > 0) else {
        return Ok(Found {
            hits: Vec::new(),
            terms: telling.terms,
        });
    };
    let candidates = candidates(index, &searcher, matcher.as_ref(), top)?;
    let names = index.names();
    let routes = Routes::new(&names, &telling.stems, &candidates);
    let mut ranked = ranked(&routes, with_pages(candidates));
    ranked.retain(|(score, _)| *score >= query.minimum_score);
    let hits = chosen(&routes, ranked, top)
        .into_iter()
        .map(|(score, passage)| hit(index, score, passage))
        .collect::<Result<_, _>>()?;
    Ok(Found {
        hits,
        terms: telling.terms,
    })
}

/// What matches any of the terms within the filters; `None` if no term is known.
///
/// Built from words, never parsed: what is syntax elsewhere is plain text here.
fn matcher(index: &Index, telling: &Telling, query: &Query) -> Option<Box<dyn Matcher>> {
    let known: Vec<Box<dyn Matcher>> = telling
        .terms
        .iter()
        .filter(|term| term.known)
        .map(|term| {
            let with = exactly(telling.field, &term.stem, IndexRecordOption::WithFreqs);
            if is_framing(&term.word) {
                Box::new(BoostQuery::new(with, framing::WEIGHT))
            } else {
                with
            }
        })
        .collect();
    if known.is_empty() {
        return None;
    }
    let any: Box<dyn Matcher> = Box::new(BooleanQuery::union(known));
    let category = |name: &String| {
        let field = index.fields().category;
        let inside = exactly(field, name, IndexRecordOption::Basic);
        Box::new(ConstScoreQuery::new(inside, 0.0)) as Box<dyn Matcher>
    };
    let named = |name: &&String| !name.is_empty();
    let include = query.include_category.as_ref().filter(named).map(category);
    let exclude = query.exclude_category.as_ref().filter(named).map(category);
    if include.is_none() && exclude.is_none() {
        return Some(any);
    }
    let clauses = [
        (Occur::Must, Some(any)),
        (Occur::Must, include),
        (Occur::MustNot, exclude),
    ]
    .into_iter()
    .filter_map(|(occur, clause)| Some((occur, clause?)))
    .collect();
    Some(Box::new(BooleanQuery::new(clauses)))
}

fn exactly(field: Field, value: &str, option: IndexRecordOption) -> Box<dyn Matcher> {
    Box::new(TermQuery::new(Key::from_field_text(field, value), option))
}

fn candidates(
    index: &Index,
    searcher: &Searcher,
    matcher: &dyn Matcher,
    top: usize,
) -> Result<Vec<(f32, Passage)>, IndexError> {
    let collector =
        TopDocs::with_limit((top * CANDIDATES_PER_HIT).max(LEAST_CANDIDATES)).order_by_score();
    searcher
        .search(matcher, &collector)?
        .into_iter()
        .map(|(score, address)| Ok((score, index.passage_at(searcher, address)?)))
        .collect()
}

/// Raises passages whose page speaks of the question elsewhere too.
fn with_pages(mut candidates: Vec<(f32, Passage)>) -> Vec<(f32, Passage)> {
    let mut pages: HashMap<(String, Option<u32>), f32> = HashMap::new();
    let key = |passage: &Passage| (passage.path.clone(), passage.page);
    for (score, passage) in &candidates {
        *pages.entry(key(passage)).or_default() += score;
    }
    for (score, passage) in candidates.iter_mut().filter(|(_, p)| p.page.is_some()) {
        let page = pages.get(&key(passage)).copied().unwrap_or_default();
        *score += PAGE_SHARE * (page - *score).max(0.0);
    }
    candidates
}

/// Raises the documents that the question names, and sorts; equal scores stand in a fixed order.
fn ranked(routes: &Routes, candidates: Vec<(f32, Passage)>) -> Vec<(f32, Passage)> {
    let mut ranked: Vec<(f32, Passage)> = candidates
        .into_iter()
        .map(|(score, passage)| (score * routes.boost(&passage), passage))
        .collect();
    ranked.sort_by(|(a, left), (b, right)| {
        b.total_cmp(a)
            .then_with(|| (&left.path, left.ordinal).cmp(&(&right.path, right.ordinal)))
    });
    ranked
}

/// The best `top`, of no document too many unless the question names it.
fn chosen(routes: &Routes, ranked: Vec<(f32, Passage)>, top: usize) -> Vec<(f32, Passage)> {
    let mut taken: HashMap<String, usize> = HashMap::new();
    ranked
        .into_iter()
        .filter(|(_, passage)| {
            let count = taken.entry(passage.path.clone()).or_default();
            *count += 1;
            *count <= MOST_PER_DOCUMENT || routes.is_exempt(&passage.path)
        })
        .take(top)
        .collect()
}

fn hit(index: &Index, score: f32, passage: Passage) -> Result<Hit, IndexError> {
    let (before, after) = index.neighbours(&passage)?;
    let near = |other: &Passage| {
        (other.page.is_some() && other.page == passage.page) || other.headings == passage.headings
    };
    let before = before.filter(near).map(|other| other.text);
    let after = after.filter(near).map(|other| other.text);
    Ok(Hit {
        passage,
        score,
        before,
        after,
    })
}

#[cfg(test)]
mod tests;
