//! Questions that clearly name documents, by name and year: then these alone are searched.

use std::collections::HashSet;
use std::sync::Arc;

use super::scoped_names::with_names;
use super::view::{Clause, IndexView, Matching};
use crate::names::{clearly_named, naming_words};
use crate::store::StoreError;
use crate::{Query, Technique};

/// Fraction of the best score of all that the named documents must reach, by the words that name nothing.
const LEAST_SHARE: f32 = 0.5;

/// The paths of the documents to search alone; none if all are searched. Where the named documents hold much
/// less of the question than others do, something else is meant.
pub(super) fn among<V: IndexView>(
    view: &V,
    clauses: &[Clause],
    query: &Query,
) -> Result<Vec<Arc<str>>, StoreError> {
    let words = naming_words(&query.text);
    if !query.uses(Technique::Names) || words.is_empty() {
        return Ok(Vec::new());
    }
    let named = with_names(view, query, (&words, &HashSet::new()), |names| {
        clearly_named(names, &query.text)
    })?;
    if named.paths.is_empty() {
        return Ok(Vec::new());
    }
    let is_naming = |word: &str| named.words.contains(word);
    let is_other = |clause: &&Clause| {
        let mut keys = clause.keys.iter();
        // A pair has two words.
        keys.all(|(_, key)| !key.split(' ').any(is_naming))
    };
    let others: Vec<Clause> = clauses.iter().filter(is_other).cloned().collect();
    let best = |among| {
        let found = view.best(Matching { clauses: &others, query, among }, 1)?;
        Ok::<_, StoreError>(found.first().map_or(0.0, |best| best.score))
    };
    let of_named = best(&named.paths)?;
    let is_held = of_named >= LEAST_SHARE * best(&[])?;
    Ok(if is_held { named.paths } else { Vec::new() })
}
