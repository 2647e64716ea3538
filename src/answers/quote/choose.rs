//! The choice of quotations: the unit of the best statement, and that of the next one if it is as likely and says
//! something else.

use std::cell::LazyCell;
use std::collections::BTreeSet;

use footnote_documents::statements::Kind;
use footnote_retrieval::Term;
use footnote_text::analysis::stems;

use super::unit::{self, QuotedUnit};
use crate::weigh::units::Unit;
use crate::weigh::{Evidence, Scored};
use footnote_question::function_words::FunctionWords;

/// Similarity from which two statements are taken to say the same.
pub(super) const SAME_SIMILARITY: f32 = 0.65;

/// Maximum difference between the scores (logits) of the best and the second answering statement
/// (docs/decisions/quotations.md).
const SCORE_MARGIN: f32 = 2.5;

/// Returns the units to quote, best first.
pub(super) fn choose(evidence: &Evidence, scored: &[Scored]) -> Vec<QuotedUnit> {
    let units = &evidence.weighed().units;
    let Some(answering) = best(units, scored, |_, _| true) else {
        return Vec::new();
    };
    let Some(first) = unit::around(evidence, scored, answering) else {
        return Vec::new();
    };
    let quoted = first.text();
    // Only tables need this.
    let lacked = LazyCell::new(|| {
        lacked(evidence, &super::quoted_text(evidence, std::slice::from_ref(&first)))
    });
    let second = units.get(answering).zip(scored.get(answering)).and_then(|(unit, top)| {
        best(units, scored, |at, other| {
            let is_near = scored.get(at).is_some_and(|one| one.score >= top.score - SCORE_MARGIN);
            let says_same = similarity(&unit.stems, &other.stems) >= SAME_SIMILARITY;
            // The fitting rows of a passage are quoted already, so another passage must have what they lack.
            let is_of_table =
                (unit.kind, other.kind) == (Kind::Row, Kind::Row) && unit.hit == other.hit;
            let adds = || lacked.iter().any(|term| term.is_among(&other.stems));
            is_near && !says_same && !quoted.contains(&other.text) && (!is_of_table || adds())
        })
    });
    let second = second.and_then(|at| unit::around(evidence, scored, at));
    drop(lacked);
    std::iter::once(first).chain(second).collect()
}

/// Returns the words of a question that a text does not have in any form.
fn lacked<'a>(evidence: &'a Evidence, text: &str) -> Vec<&'a Term> {
    let Evidence { question, found, .. } = evidence;
    let has: BTreeSet<String> = stems(text).into_iter().collect();
    let (owns_term, function_words) = (question.owns_term(), FunctionWords::of(&question.text));
    let own = found.terms.iter().filter(|term| owns_term(term) && !function_words.has(&term.word));
    own.filter(|term| !term.is_among(&has)).collect()
}

/// Returns the best statement that `admits` allows; on ties the first, in the order of the hits.
fn best(units: &[Unit], scored: &[Scored], admits: impl Fn(usize, &Unit) -> bool) -> Option<usize> {
    let all = units.iter().zip(scored).enumerate();
    let all = all.filter(|(at, (unit, _))| unit.says && admits(*at, unit));
    let all = all.map(|(at, (_, scored))| (at, scored.score));
    all.reduce(|best, other| if other.1 > best.1 { other } else { best }).map(|(at, _)| at)
}

/// Returns the similarity of two texts by their common stems, from 0 to 1 (the Jaccard index).
pub(super) fn similarity(left: &BTreeSet<String>, right: &BTreeSet<String>) -> f32 {
    left.intersection(right).count() as f32 / left.union(right).count().max(1) as f32
}
