//! How likely the documents answer a question: a sum over what its most promising statement and that one's
//! passage hold of it.

use std::collections::{BTreeSet, HashMap};

use super::overview;
use super::score::{holds, own_terms};
use super::support::support;
use super::units::Unit;
use super::{lead_in, units_of};
use crate::protocol::confidence::{Confidence, Outcome};
use crate::rag::corpus::index::stems;
use crate::rag::retrieval::framing::{self, is_framing};
use crate::rag::retrieval::{Found, Hit, Term};
use crate::text::question::file_words;

/// A question of which too little is held at all is less likely to be answered than this, whatever else
/// speaks for it: one of two words of which the documents know but one is about something else.
const GATED: f32 = 0.2;
/// A word of so many letters that was taken for another one is surely that.
const SURE: f32 = 10.0;

/// What counts, fitted on some nine thousand questions of search-engine users and about encyclopaedias,
/// answerable and not; one set of weights and one threshold fit sets that took no part.
struct Weights {
    /// The share of the question's weight that the statement holds.
    statement: f32,
    /// The share that its passage holds, with title and headings.
    passage: f32,
    /// How much it means what is asked.
    meaning: f32,
    /// What these must come to for an answer to be as likely as not.
    even: f32,
}

/// Where words alone tell.
const WORDS: Weights = Weights {
    statement: 4.55,
    passage: 4.69,
    meaning: 0.0,
    even: 3.29,
};

/// Where an embedding model tells what statements mean.
const VECTORS: Weights = Weights {
    statement: 1.91,
    passage: 0.78,
    meaning: 9.56,
    even: 5.67,
};

/// How likely the documents answer a question, and what comes of that where `least` is asked for.
pub fn confidence(found: &Found, question: &str, least: f32) -> Confidence {
    if overview::of(found, question).is_some() {
        // A document that is named answers what it is about.
        return Confidence {
            probability: 1.0,
            outcome: Outcome::Answered,
        };
    }
    let support = support(found, question);
    let probability = probability(found, question);
    let probability = if support < 1.0 {
        GATED * support.max(0.0) * probability
    } else {
        probability
    };
    Confidence::new(probability, least)
}

/// As far as the statement shows that promises most.
fn probability(found: &Found, question: &str) -> f32 {
    let units = units_of(found);
    let asked = Asked::of(found, question);
    let weights = match found.likeness.best() {
        Some(_) => &VECTORS,
        None => &WORDS,
    };
    let mut passages: HashMap<usize, f32> = HashMap::new();
    let sum = |unit: &Unit| {
        let passage = passages.entry(unit.hit).or_insert_with(|| {
            let hit = found.hits.get(unit.hit);
            hit.map_or(0.0, |hit| asked.held_by(&words_of(hit)))
        });
        let likeness = found.likeness.of(&unit.text).unwrap_or_default();
        weights.statement * asked.held_by(&statement(&units, unit))
            + weights.passage * *passage
            + weights.meaning * likeness
    };
    let says = units.iter().filter(|unit| unit.says);
    let best = says.map(sum).reduce(f32::max);
    best.map_or(0.0, |best| 1.0 / (1.0 + (weights.even - best).exp()))
}

/// The terms of a question, each with what it weighs.
struct Asked<'a> {
    own: Vec<(&'a Term, f32)>,
    /// With those that earlier questions lent and that the documents know.
    all: Vec<(&'a Term, f32)>,
}

impl<'a> Asked<'a> {
    fn of(found: &'a Found, question: &str) -> Self {
        let own = own_terms(&found.terms, question);
        let is_own = |term: &&Term| own.contains(term);
        let weighed = |term: &'a Term| (term, weight(term, found.rarest));
        let terms = found.terms.iter();
        Self {
            own: terms.clone().filter(is_own).map(weighed).collect(),
            all: terms
                .filter(|term| term.known || is_own(term))
                .map(weighed)
                .collect(),
        }
    }

    /// The share of the question's weight that stems hold: of its own words, or of all if that is less,
    /// since any question would pass else for the one before it.
    fn held_by(&self, stems: &BTreeSet<String>) -> f32 {
        let share = |terms: &[(&Term, f32)]| {
            let total: f32 = terms.iter().map(|(_, weight)| weight).sum();
            let held = terms.iter().filter(|(term, _)| holds(stems, term));
            let held: f32 = held.map(|(term, weight)| certainty(term) * weight).sum();
            // What asks for nothing that could be missing lacks nothing.
            if total > 0.0 { held / total } else { 1.0 }
        };
        share(&self.own).min(share(&self.all))
    }
}

/// What a term weighs: one that no passage has as much as the rarest word.
fn weight(term: &Term, rarest: f32) -> f32 {
    let frame = if is_framing(&term.word) {
        framing::WEIGHT
    } else {
        1.0
    };
    match term.known {
        true => term.weight,
        false if rarest > 0.0 => rarest * frame,
        false => frame,
    }
}

/// How sure it is that a term is what the question means: a short word that was taken for a typing error
/// may as well be another one.
#[expect(clippy::cast_precision_loss, reason = "words are short")]
fn certainty(term: &Term) -> f32 {
    let is_guess = term.known && !stems(&term.word).contains(&term.stem);
    let letters = term.word.chars().count() as f32;
    if is_guess {
        (letters / SURE).min(1.0).powi(2)
    } else {
        1.0
    }
}

/// The stems of a statement; an item says what its lead-in does.
fn statement(units: &[Unit], unit: &Unit) -> BTreeSet<String> {
    let lead_in = lead_in(units, unit).unwrap_or_default();
    let texts = [lead_in, unit.text.as_str()].into_iter();
    texts.flat_map(stems).collect()
}

/// The stems of a passage, with those of its title, its headings and its file's name.
fn words_of(hit: &Hit) -> BTreeSet<String> {
    let passage = &hit.passage;
    let file = file_words(&passage.path);
    let above = passage.headings.iter().chain([&passage.title, &file]);
    let texts = above.chain([&passage.text]);
    texts.flat_map(|text| stems(text)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::support::tests::searched;
    use super::*;
    use crate::protocol::confidence::LEAST;

    #[tokio::test]
    async fn meaning_answers_for_words_and_words_without_meaning_for_little() {
        let outcome = async |question: &str, likeness: Option<f32>| {
            let mut found = searched(question).await;
            // A model finds the passage by its meaning.
            found.hits = searched("annual leave").await.hits;
            let text = "Employees get 25 days of annual leave.".to_owned();
            found.likeness = likeness
                .map(|likeness| (text, likeness))
                .into_iter()
                .collect();
            confidence(&found, question, LEAST).outcome
        };
        let other_words = "How long may staff be on vacation?";
        assert_ne!(outcome(other_words, None).await, Outcome::Answered);
        assert_eq!(outcome(other_words, Some(0.8)).await, Outcome::Answered);
        assert_ne!(outcome(other_words, Some(0.2)).await, Outcome::Answered);
        let same_words = "Who gets annual leave?";
        assert_eq!(outcome(same_words, None).await, Outcome::Answered);
        assert_ne!(outcome(same_words, Some(0.05)).await, Outcome::Answered);
    }

    #[tokio::test]
    async fn a_question_that_is_held_by_half_is_no_likelier_than_refused() {
        let question = "Who is the president of France?";
        let found = searched(question).await;
        let confidence = confidence(&found, question, LEAST);
        assert_eq!(confidence.outcome, Outcome::Refused);
        assert!(confidence.probability < GATED);
    }
}
