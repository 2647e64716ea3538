//! How well each unit answers: the rare words that it shares with the question, and where it stands.

use std::collections::BTreeSet;

use super::units::{Kind, Unit};
use crate::rag::corpus::index::stems;
use crate::rag::retrieval::framing::is_framing;
use crate::rag::retrieval::{Found, Hit, Term};

/// The share of a passage's own score that its units inherit: the best of what was measured on
/// picking answer sentences.
const PASSAGE_SHARE: f32 = 0.5;
/// First sentences more often say what a passage is about.
const LEAD: f32 = 0.05;
/// What a term counts that stands in the title or a heading only.
const HEADING_SHARE: f32 = 0.4;
/// What is left of the score of a stretch that is no sentence: a stray title, a page's header.
const FRAGMENT: f32 = 0.5;
/// Prose of fewer words is hardly a sentence.
const SHORT: usize = 4;

/// A unit's score and its stems.
#[derive(Clone, Debug)]
pub(super) struct Scored {
    pub(super) score: f32,
    /// The share of the question's weight that the unit and, counted less, its headings hold, 0 to 1.
    pub(super) tells: f32,
    pub(super) stems: BTreeSet<String>,
}

/// Scores each unit.
pub(super) fn score(units: &[Unit], found: &Found, question: &str) -> Vec<Scored> {
    let best = found
        .hits
        .iter()
        .map(|hit| hit.score)
        .fold(f32::EPSILON, f32::max);
    let headings: Vec<BTreeSet<String>> = found.hits.iter().map(heading_stems).collect();
    let none = BTreeSet::new();
    // Words that frame the question, or that another question lent, do not make an answer.
    let mut needed = own_terms(&found.terms, question);
    needed.retain(|term| !is_framing(&term.word));
    units
        .iter()
        .map(|unit| {
            let stems: BTreeSet<String> = stems(&unit.text).into_iter().collect();
            let nearer = unit.heading.as_deref().map(heading_of);
            let heading = nearer.as_ref().or(headings.get(unit.hit)).unwrap_or(&none);
            let own = share(&found.terms, |term| holds(&stems, term));
            let inherited = share(&found.terms, |term| {
                !holds(&stems, term) && holds(heading, term)
            });
            let passage = found.hits.get(unit.hit).map_or(0.0, |hit| hit.score / best);
            let lead = if unit.place == 0 { LEAD } else { 0.0 };
            let has = |term: &Term| holds(&stems, term) || holds(heading, term);
            let tells = if needed.is_empty() || needed.iter().any(has) {
                own + HEADING_SHARE * inherited
            } else {
                0.0
            };
            let score = tells + PASSAGE_SHARE * passage + lead;
            Scored {
                score: score * form(unit),
                tells,
                stems,
            }
        })
        .collect()
}

/// The terms whose words stand in the question itself; all of them if none does or all only frame it.
pub(super) fn own_terms(terms: &[Term], question: &str) -> Vec<Term> {
    let words: BTreeSet<String> = stems(question).into_iter().collect();
    let is_own = |term: &&Term| stems(&term.word).iter().any(|stem| words.contains(stem));
    let own: Vec<Term> = terms.iter().filter(is_own).cloned().collect();
    if own.iter().all(|term| is_framing(&term.word)) {
        return terms.to_vec();
    }
    own
}

/// What the form of a unit leaves of its score.
fn form(unit: &Unit) -> f32 {
    let ends = unit
        .text
        .ends_with(['.', '!', '…', ':', '"', '”', ')', '。', '！', '；']);
    let words = unit.text.split_whitespace().count();
    match unit.kind {
        Kind::Sentence if unit.text.ends_with(['?', '？']) => FRAGMENT,
        Kind::Sentence if !ends || (words < SHORT && unit.text.is_ascii()) => FRAGMENT,
        Kind::Sentence | Kind::Item | Kind::Table | Kind::Code => 1.0,
    }
}

fn heading_of(heading: &str) -> BTreeSet<String> {
    stems(heading).into_iter().collect()
}

fn heading_stems(hit: &Hit) -> BTreeSet<String> {
    let headings = hit.passage.headings.iter();
    headings
        .chain([&hit.passage.title])
        .flat_map(|heading| stems(heading))
        .collect()
}

/// The share of the question's weight in the terms for which `holds` is true.
fn share(terms: &[Term], holds: impl Fn(&Term) -> bool) -> f32 {
    let unknown = unknown_weight(terms);
    let weight = |term: &Term| if term.known { term.weight } else { unknown };
    let total: f32 = terms.iter().map(weight).sum();
    let held: f32 = terms.iter().filter(|term| holds(term)).map(weight).sum();
    if total > 0.0 { held / total } else { 0.0 }
}

/// What a term counts that no passage has: as much as the average of those that are known,
/// since it may as well be a typing error as the heart of the question.
fn unknown_weight(terms: &[Term]) -> f32 {
    let known = terms.iter().filter(|term| term.known);
    let (sum, count) = known.fold((0.0, 0.0), |(sum, count), term| {
        (sum + term.weight, count + 1.0)
    });
    if count > 0.0 { sum / count } else { 1.0 }
}

/// Whether the stems hold a term; one that no passage has may be misspelt.
pub(super) fn holds(stems: &BTreeSet<String>, term: &Term) -> bool {
    stems.contains(&term.stem) || (!term.known && stems.iter().any(|stem| alike(stem, &term.stem)))
}

/// Whether two stems differ by a typing error only: most of their pairs of letters are the same.
fn alike(left: &str, right: &str) -> bool {
    /// Below this many pairs (five letters) one typing error makes another word.
    const SHORTEST: usize = 6;
    let (a, b) = (pairs(left), pairs(right));
    if a.len() < SHORTEST || b.len() < SHORTEST {
        return false;
    }
    let common = a.iter().filter(|pair| b.contains(pair)).count();
    // Two thirds of the pairs of both words.
    6 * common >= 2 * (a.len() + b.len())
}

/// The pairs of letters of a word, with its edges.
fn pairs(word: &str) -> Vec<(char, char)> {
    let first = std::iter::once(' ').chain(word.chars());
    let second = word.chars().chain([' ']);
    first.zip(second).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_with_a_typing_error_are_alike() {
        assert!(alike("gendr", "gender"));
        assert!(alike("servis", "servic"));
        assert!(!alike("plan", "plane"));
        assert!(!alike("hearing", "clearance"));
    }
}
