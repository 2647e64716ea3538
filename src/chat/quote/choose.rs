//! The choice of what is quoted: the unit of the best statement, and a second one if it adds what the question asks for.

use std::collections::BTreeSet;

use footnote_text::analysis::stems;

use super::unit::{self, QuotedUnit};
use crate::weigh::units::Unit;
use crate::weigh::{Evidence, Scored};

/// Similarity from which two statements say the same.
pub(super) const SAME_SIMILARITY: f32 = 0.65;

/// Maximum difference of the score of a second telling statement, a logit, from the best (docs/decisions/quotations.md).
const SCORE_MARGIN: f32 = 2.5;

/// The units to quote, the best first.
pub(super) fn choose(evidence: &Evidence, scored: &[Scored]) -> Vec<QuotedUnit> {
    let units = &evidence.weighed().units;
    let best = best(units, scored, |_| true);
    let Some(first) = best.and_then(|at| unit::around(evidence, scored, at)) else {
        return Vec::new();
    };
    let told = told(evidence, best.and_then(|at| units.get(at)), &first);
    let quoted: BTreeSet<usize> = first.weighed().collect();
    let least =
        best.and_then(|at| scored.get(at)).map_or(f32::MAX, |best| best.score - SCORE_MARGIN);
    let second = self::best(units, scored, |at| {
        let is_near = scored.get(at).is_some_and(|scored| scored.score >= least);
        let adds = |unit: &Unit| told.lacks_some_of(evidence, unit);
        is_near && !quoted.contains(&at) && units.get(at).is_some_and(adds)
    });
    let second = second.and_then(|at| unit::around(evidence, scored, at));
    std::iter::once(first).chain(second).collect()
}

/// The best statement of those that are admitted; the first of equals, which is the order of the hits.
fn best(units: &[Unit], scored: &[Scored], admits: impl Fn(usize) -> bool) -> Option<usize> {
    let all = units.iter().zip(scored).enumerate();
    let all = all.filter(|(at, (unit, _))| unit.says && admits(*at));
    let all = all.map(|(at, (_, scored))| (at, scored.score));
    all.reduce(|best, other| if other.1 > best.1 { other } else { best }).map(|(at, _)| at)
}

/// What a quoted unit tells.
struct Told(BTreeSet<String>);

/// The stems of a quoted unit with those of its title, its headings and its file's name.
fn told(evidence: &Evidence, telling: Option<&Unit>, unit: &QuotedUnit) -> Told {
    let mut told = unit.stems();
    told.extend(telling.map(|unit| above(evidence, unit)).unwrap_or_default());
    Told(told)
}

fn above(evidence: &Evidence, unit: &Unit) -> BTreeSet<String> {
    stems(&super::text_in_context(&evidence.found, unit)).into_iter().collect()
}

impl Told {
    /// True if a statement holds a term of the question that is not told yet.
    fn lacks_some_of(&self, evidence: &Evidence, unit: &Unit) -> bool {
        let (owns_term, own) = (evidence.question.owns_term(), above(evidence, unit));
        let mut terms = evidence.found.terms.iter().filter(|term| owns_term(term) && term.known);
        terms.any(|term| term.is_among(&own) && !term.is_among(&self.0))
    }
}

/// The similarity of two texts by their common stems, 0 to 1 (Jaccard's index).
pub(super) fn similarity(left: &BTreeSet<String>, right: &BTreeSet<String>) -> f32 {
    left.intersection(right).count() as f32 / left.union(right).count().max(1) as f32
}
