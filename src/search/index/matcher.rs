//! Builds the tantivy queries of a keyword search.

use footnote_store::search::Query;
use tantivy::Term as Key;
use tantivy::query::{
    BooleanQuery, BoostQuery, ConstScoreQuery, DisjunctionMaxQuery, Occur, Query as Matcher,
    TermQuery,
};
use tantivy::schema::{Field, IndexRecordOption};

use super::Index;
use crate::keyword::{Clause, Matching};

/// The query for passages that match any clause and pass the filters.
pub(super) fn matcher(index: &Index, matching: Matching<'_>) -> Box<dyn Matcher> {
    let queries = matching.clauses.iter().map(|clause| clause_query(index, clause));
    let any: Box<dyn Matcher> = Box::new(BooleanQuery::union(queries.collect()));
    filtered(index, any, matching.query)
}

/// Restricts a query to the requested categories.
fn filtered(index: &Index, any: Box<dyn Matcher>, query: &Query) -> Box<dyn Matcher> {
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

fn clause_query(index: &Index, clause: &Clause) -> Box<dyn Matcher> {
    let with = clause.keys.iter().map(|(field, term)| {
        term_query(index.fields().of(*field), term, IndexRecordOption::WithFreqs)
    });
    let mut with: Vec<Box<dyn Matcher>> = with.collect();
    // A word stemmed by the rules of two languages is still one word.
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
