//! The parts of a statement that are compared with its sources.

use std::collections::BTreeSet;

use footnote_question::claims::{Number, dated_numbers, denials, is_negated};
use footnote_text::analysis::{Language, detected_language, stems};
use footnote_text::languages::Table;
use footnote_text::words::words;

use super::clauses::clauses;
use super::sentence_index::{SentenceIndex, Window, stem_hash};

/// Maximum number of numbers and names of a statement that are compared. A statement with more is an endless list.
const MAX_COMPARED: usize = 100;

/// The hash of a stem, with its weight among the evidence.
type WeightedStem = (u64, f32);

/// The parts of a statement that can be compared.
pub(super) struct Claim {
    /// Its content words.
    stems: Vec<WeightedStem>,
    /// Its numbers, each with the content words of its clause.
    pub(super) numbers: Vec<(Number, Vec<u64>)>,
    pub(super) names: Vec<String>,
    pub(super) negated: bool,
    /// Its numbers that follow a negation in their clause.
    pub(super) denied_numbers: Vec<Number>,
    /// The stems that each of its negations may deny.
    pub(super) denials: Vec<Vec<u64>>,
}

impl Claim {
    pub(super) fn new(text: &str, index: &SentenceIndex) -> Self {
        let hashed = |stems: Vec<String>| stems.iter().map(|stem| stem_hash(stem)).collect();
        Self {
            stems: weighted(text, index),
            numbers: numbers(text).into_iter().take(MAX_COMPARED).collect(),
            names: names(text).into_iter().take(MAX_COMPARED).collect(),
            negated: is_negated(text),
            denied_numbers: clauses(text)
                .filter_map(behind_negation)
                .flat_map(dated_numbers)
                .collect(),
            denials: denials(text).into_iter().map(hashed).collect(),
        }
    }

    /// Returns the share of the claim's content words that a window has, from 0 to 1.
    pub(super) fn support_score(&self, window: &Window<'_>) -> f32 {
        held(&self.stems, |stem| window.has(stem))
    }

    /// Returns the share of the claim's numbers that a window has, from 0 to 1.
    pub(super) fn share_of_numbers(&self, window: &Window<'_>) -> f32 {
        let has = |(number, _): &(Number, Vec<u64>)| {
            window.numbers().any(|other| number.is_borne_out_by(other))
        };
        share(self.numbers.iter().map(|number| (1.0, has(number)))).unwrap_or_default()
    }

    /// Returns the share of the claim's content words for which `has` is true.
    pub(super) fn share_of(&self, has: impl Fn(u64) -> bool) -> f32 {
        held(&self.stems, has)
    }

    /// Returns true if the claim has no content words.
    pub(super) fn is_bare(&self) -> bool {
        self.stems.is_empty()
    }

    /// Returns true if the claim has this content word.
    pub(super) fn has(&self, stem: u64) -> bool {
        self.stems.iter().any(|(own, _)| *own == stem)
    }

    /// Returns true if a window has the wording of the claim. Both or neither must be negated: a clause does not quote
    /// a sentence that denies it.
    pub(super) fn is_quoted_by(&self, window: &Window<'_>, wording: &str) -> bool {
        window.is_negated() == self.negated && window.contains_wording(wording)
    }
}

/// Returns the numbers of a text, each with the content words of its clause, or of an earlier clause if it has none.
fn numbers(text: &str) -> Vec<(Number, Vec<u64>)> {
    let (mut numbers, mut words) = (Vec::new(), Vec::new());
    for clause in clauses(text) {
        let stems: Vec<u64> = words_of(clause).map(|stem| stem_hash(&stem)).collect();
        if !stems.is_empty() {
            words = stems;
        }
        numbers.extend(dated_numbers(clause).into_iter().map(|number| (number, words.clone())));
    }
    numbers
}

/// Returns the text after a negation in a clause.
fn behind_negation(clause: &str) -> Option<&str> {
    let negation = words(clause).find(|word| is_negated(word))?;
    let at = (negation.as_ptr() as usize).saturating_sub(clause.as_ptr() as usize);
    clause.get(at + negation.len()..)
}

/// Returns the weighted share of content words for which `has` is true; 0 if there are none.
fn held(stems: &[WeightedStem], has: impl Fn(u64) -> bool) -> f32 {
    share(stems.iter().map(|(stem, weight)| (*weight, has(*stem)))).unwrap_or_default()
}

/// Returns the content words of a text except its numbers, which are compared by value.
fn words_of(text: &str) -> impl Iterator<Item = String> {
    let stems: BTreeSet<String> = stems(text).into_iter().collect();
    stems.into_iter().filter(|stem| !stem.starts_with(|c: char| c.is_ascii_digit()))
}

fn weighted(text: &str, index: &SentenceIndex) -> Vec<WeightedStem> {
    let weighed = |stem: String| {
        let stem = stem_hash(&stem);
        (stem, index.weight(stem))
    };
    words_of(text).map(weighed).collect()
}

/// Returns the names in a text: capitalised words that do not just begin a sentence, and words of letters and digits.
/// German capitalises all nouns.
pub(super) fn names(text: &str) -> Vec<String> {
    let words: Vec<&str> = text
        .split_whitespace()
        .flat_map(|word| word.split(['–', '/']))
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
        .collect();
    let has_names = detected_language(text) != Some(Language::German.name());
    let is_name = |(at, word): &(usize, &&str)| {
        let is_capital = has_names
            && *at > 0
            && word.chars().count() > 2
            && word.starts_with(char::is_uppercase)
            && word.chars().all(char::is_alphanumeric)
            && !Table::Months.has(&word.to_lowercase());
        let is_code = (word.starts_with(char::is_alphabetic) || word.contains('_'))
            && word.contains(char::is_alphabetic)
            && word.contains(|c: char| c.is_ascii_digit())
            && word.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c));
        is_code || is_capital
    };
    let names = words.iter().enumerate().filter(is_name);
    let names: BTreeSet<String> = names.map(|(_, word)| (*word).to_owned()).collect();
    names.into_iter().collect()
}

/// Returns the weighted share of features that hold; `None` if there are none.
pub(crate) fn share(features: impl Iterator<Item = (f32, bool)>) -> Option<f32> {
    let (mut all, mut held) = (0.0, 0.0);
    for (weight, holds) in features {
        all += weight;
        held += if holds { weight } else { 0.0 };
    }
    (all > 0.0).then(|| held / all)
}
