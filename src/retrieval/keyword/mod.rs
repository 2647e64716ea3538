//! Retrieval by keywords with tantivy's BM25.

mod candidates;
mod clauses;
mod forms;
mod named;
mod question_languages;
mod reader_view;
mod store;
mod terms;

use std::sync::Arc;

use footnote_documents::Passage;
use footnote_documents::acl::Reader;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tantivy::query::{
    BooleanQuery, BoostQuery, ConstScoreQuery, DisjunctionMaxQuery, Occur, Query as Matcher,
    TermQuery,
};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{Searcher, Term as Key};

use self::candidates::{Candidate, candidates};
use self::clauses::Clause;
use self::reader_view::ReaderView;
use self::terms::AnalysedQuestion;
use super::trace::{MOST_RECORDED, Ranked, Trace};
use super::{Hit, Query, RetrieveError, Retriever, SearchReport, SearchResult, Technique};
use crate::corpus::index::{EmbeddedIndex, Index, IndexError, name_words};
use crate::store::{Access, PassageStore, Start};

/// The most hits that are returned, whatever a client asks for.
const MOST_HITS: usize = 100;

/// Candidates for each hit, since names and languages may reorder them.
const CANDIDATES_PER_HIT: usize = 10;

/// The least number of candidates, for the same reason.
const LEAST_CANDIDATES: usize = 100;

/// The gain of a passage in the question's language: languages share stems, and of two passages that say the
/// same the one in the reader's own is meant.
const OWN_LANGUAGE_GAIN: f32 = 1.0;

/// Finds passages by their words.
#[derive(Clone)]
pub struct Keyword(Arc<dyn PassageStore>);

impl Keyword {
    /// Among the passages of this store.
    pub fn new(passages: Arc<dyn PassageStore>) -> Self {
        Self(passages)
    }

    /// Among the passages of `index`.
    pub fn over(index: Arc<Index>) -> Self {
        Self::new(Arc::new(EmbeddedIndex::new(index)))
    }
}

impl Retriever for Keyword {
    fn retrieve<'a>(
        &'a self,
        query: &'a Query,
    ) -> BoxFuture<'a, Result<SearchResult, RetrieveError>> {
        self.0.search(query).map(|found| Ok(found?)).boxed()
    }

    fn passages_from<'a>(
        &'a self,
        path: &'a str,
        start: Start,
        most: usize,
        reader: &'a Reader,
    ) -> BoxFuture<'a, Result<Vec<Passage>, RetrieveError>> {
        self.0.passages_from(path, start, most, reader.into()).map(|passages| Ok(passages?)).boxed()
    }
}

fn search(index: &Index, query: &Query) -> Result<SearchResult, IndexError> {
    let searcher = index.searcher();
    let view = ReaderView::new(index, &searcher, &query.reader)?;
    let analysed = terms::analyse(index, &view, query)?;
    let top = query.top.min(MOST_HITS);
    let clauses = clauses::clauses(index, &view, &analysed, query)?;
    let ((hits, trace), among) = if top == 0 || clauses.is_empty() {
        <_>::default()
    } else {
        let among = named::among(index, &view, &clauses, query)?;
        let within = |matcher| named::within(index, &among, view.within(matcher));
        let matcher = within(matcher(index, clauses, query));
        let ranked = ranked(index, &view, matcher.as_ref(), &analysed, query)?;
        (ranked, among)
    };
    Ok(SearchResult {
        terms: forms::terms(analysed.terms, &hits, &analysed.languages),
        hits,
        rarest: terms::rarest(view.all()),
        corrections: analysed.corrections,
        how: SearchReport { among, trace, ..SearchReport::default() },
    })
}

/// The query for passages that match any of the clauses and pass the filters.
///
/// It is built from words, never parsed: characters that are syntax elsewhere are plain text here.
fn matcher(index: &Index, clauses: Vec<Clause>, query: &Query) -> Box<dyn Matcher> {
    let queries = clauses.into_iter().map(clause_query);
    let any: Box<dyn Matcher> = Box::new(BooleanQuery::union(queries.collect()));
    let category = |name: &String| {
        let field = index.fields().category;
        let inside = term_query(field, name, IndexRecordOption::Basic);
        Box::new(ConstScoreQuery::new(inside, 0.0)) as Box<dyn Matcher>
    };
    let named = |name: &&String| !name.is_empty();
    let include = query.include_category.as_ref().filter(named).map(category);
    let exclude = query.exclude_category.as_ref().filter(named).map(category);
    if include.is_none() && exclude.is_none() {
        return any;
    }
    let clauses = [(Occur::Must, Some(any)), (Occur::Must, include), (Occur::MustNot, exclude)]
        .into_iter()
        .filter_map(|(occur, clause)| Some((occur, clause?)))
        .collect();
    Box::new(BooleanQuery::new(clauses))
}

fn clause_query(clause: Clause) -> Box<dyn Matcher> {
    let with = clause.keys.iter();
    let with = with.map(|(field, term)| term_query(*field, term, IndexRecordOption::WithFreqs));
    let mut with: Vec<Box<dyn Matcher>> = with.collect();
    // A word by the rules of two languages is one word.
    let with = match with.pop() {
        Some(only) if with.is_empty() => only,
        last => {
            with.extend(last);
            Box::new(DisjunctionMaxQuery::new(with))
        }
    };
    Box::new(BoostQuery::new(with, clause.weight))
}

fn term_query(field: Field, value: &str, option: IndexRecordOption) -> Box<dyn Matcher> {
    Box::new(TermQuery::new(Key::from_field_text(field, value), option))
}

/// The best matching passages, read whole, with their ranking where it is to be recorded.
fn ranked(
    index: &Index,
    view: &ReaderView<'_>,
    matcher: &dyn Matcher,
    analysed: &AnalysedQuestion,
    query: &Query,
) -> Result<(Vec<Hit>, Option<Box<Trace>>), IndexError> {
    let searcher = view.searcher;
    let mut candidates = ranked_candidates(index, view, matcher, analysed, query)?;
    let trace = query.traced.then(|| trace(index, searcher, &candidates)).transpose()?;
    candidates.retain(|candidate| candidate.score >= query.minimum_score);
    candidates.truncate(query.top.min(MOST_HITS));
    let hits = candidates.into_iter();
    let hits = hits.map(|one| hit(index, one.score, index.passage_at(searcher, one.at)?));
    Ok((hits.collect::<Result<_, _>>()?, trace))
}

/// The trace of a search by words.
fn trace(
    index: &Index,
    searcher: &Searcher,
    candidates: &[Candidate],
) -> Result<Box<Trace>, IndexError> {
    let first = candidates.iter().take(MOST_RECORDED);
    let ranked = first.map(|one| {
        let id = index.passage_at(searcher, one.at)?.id;
        Ok(Ranked { id, score: one.score })
    });
    let words: Vec<Ranked> = ranked.collect::<Result<_, IndexError>>()?;
    Ok(Box::new(Trace { all: words.clone(), words, meaning: None }))
}

/// The matching passages, best first.
fn ranked_candidates(
    index: &Index,
    view: &ReaderView<'_>,
    matcher: &dyn Matcher,
    analysed: &AnalysedQuestion,
    query: &Query,
) -> Result<Vec<Candidate>, IndexError> {
    let top = query.top.min(MOST_HITS);
    let most = (top * CANDIDATES_PER_HIT).max(LEAST_CANDIDATES);
    let mut candidates = candidates(view, matcher, most)?;
    let mut asked = name_words(&analysed.question);
    asked.extend(analysed.stems.iter().cloned());
    if let Some(own) = analysed.languages.certain() {
        // Not in the query: it could not leave out hopeless passages then.
        candidates::raise_language(&mut candidates, own, OWN_LANGUAGE_GAIN);
    }
    if query.uses(Technique::Names) {
        let records = index.records();
        candidates::raise_named(&mut candidates, &records.names(Access::Of(&query.reader)), &asked);
    }
    candidates::sort(&mut candidates);
    Ok(candidates)
}

/// A hit with its neighbours.
fn hit(index: &Index, score: f32, passage: Passage) -> Result<Hit, IndexError> {
    let (before, after) = index.neighbours(&passage)?;
    let near = |other: &Passage| {
        let is_on_page = other.page.is_some() && other.page == passage.page;
        // It may have been read again since, for other readers.
        other.acl == passage.acl && (is_on_page || other.headings == passage.headings)
    };
    let before = before.filter(near).map(|other| other.text);
    let after = after.filter(near).map(|other| other.text);
    Ok(Hit { passage, score, before, after })
}

#[cfg(test)]
mod tests;
