//! Questions that clearly name documents, by name and year: then these alone are searched.

use std::sync::Arc;

use tantivy::query::{BooleanQuery, ConstScoreQuery, Query as Matcher};
use tantivy::schema::IndexRecordOption;

use super::candidates::candidates;
use super::clauses::Clause;
use super::reader_view::ReaderView;
use super::{matcher, term_query};
use crate::corpus::index::{Index, IndexError};
use crate::store::Access;
use crate::{Query, Technique};

/// Fraction of the best score of all that the named documents must reach, by the words that name nothing.
const LEAST_SHARE: f32 = 0.5;

/// The paths of the documents to search alone; none if all are searched. Where the named documents hold much
/// less of the question than others do, something else is meant.
pub(super) fn among(
    index: &Index,
    view: &ReaderView<'_>,
    clauses: &[Clause],
    query: &Query,
) -> Result<Vec<Arc<str>>, IndexError> {
    if !query.uses(Technique::Names) {
        return Ok(Vec::new());
    }
    let clearly_named = index.records().names(Access::Of(&query.reader)).clearly_named(&query.text);
    if clearly_named.paths.is_empty() {
        return Ok(Vec::new());
    }
    let names = |word: &str| clearly_named.words.contains(word);
    let is_other = |clause: &&Clause| {
        let mut keys = clause.keys.iter();
        // A pair has two words.
        keys.all(|(_, key)| !key.split(' ').any(names))
    };
    let others: Vec<Clause> = clauses.iter().filter(is_other).cloned().collect();
    let asked = view.within(matcher(index, others, query));
    let best = |matcher: &dyn Matcher| {
        let found = candidates(view, matcher, 1)?;
        Ok::<_, IndexError>(found.first().map_or(0.0, |best| best.score))
    };
    let of_named = best(within(index, &clearly_named.paths, asked.box_clone()).as_ref())?;
    let is_held = of_named >= LEAST_SHARE * best(asked.as_ref())?;
    Ok(if is_held { clearly_named.paths } else { Vec::new() })
}

/// Restricts a query to the documents at these paths; all documents if there are none.
pub(super) fn within(
    index: &Index,
    paths: &[Arc<str>],
    matcher: Box<dyn Matcher>,
) -> Box<dyn Matcher> {
    if paths.is_empty() {
        return matcher;
    }
    let path = |path: &Arc<str>| term_query(index.fields().path, path, IndexRecordOption::Basic);
    let any = BooleanQuery::union(paths.iter().map(path).collect());
    let any = Box::new(ConstScoreQuery::new(Box::new(any), 0.0));
    Box::new(BooleanQuery::intersection(vec![matcher, any]))
}
