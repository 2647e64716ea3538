//! The measures of the fitted weights on each set, and the cost of leaving out each feature.

use std::fmt::Write as _;

use super::examples::{Example, Set};
use super::marks::Fate;
use super::train::{self, Fitted};
use crate::evaluate::measures::{area_under_curve, number};
use crate::rag::chat::weigh::{NAMES, Sums};

/// The measures of the held-out questions of a set.
struct Measured {
    /// The share of questions whose best statement answers.
    first: f64,
    /// The share of questions answered by one of the best two statements.
    two: f64,
    /// Refusal of questions whose passage is taken away.
    out: Refusal,
    /// Refusal of questions whose passage lost its true sentences.
    cut: Refusal,
}

/// The separation of answerable questions from the others.
struct Refusal {
    /// The chance that an answerable question scores above another.
    area: f64,
    /// The share of the others that is answered where [`train::ANSWERED`] of a hundred answerable ones are.
    wrongly: f64,
}

/// The measures of all sets.
pub(super) fn measured(sets: &[Set], fitted: &Fitted) -> String {
    let mut told = String::from(
        "set: first, among two; without the passage: refusal AUC, wrongly answered at 95 %; without its \
         true sentences: the same\n",
    );
    for set in sets {
        let Measured { first, two, out, cut } = of(set, fitted);
        let _ = writeln!(
            told,
            "{}: {first:.3} {two:.3}; {:.3} {:.2}; {:.3} {:.2}",
            set.name, out.area, out.wrongly, cut.area, cut.wrongly
        );
    }
    told
}

/// The weights and their measures.
pub(super) fn told(sets: &[Set], fitted: &Fitted) -> String {
    let measured = measured(sets, fitted);
    let Sums { choice, answer, even } = &fitted.sums;
    format!("Fitted\n{measured}choice: {choice:?}\nanswer: {answer:?} >= {even:.2}\n")
}

/// The features that count anything.
pub(super) fn counting(fitted: &Fitted) -> Vec<&'static str> {
    let both = [&fitted.sums.choice, &fitted.sums.answer];
    let counts = |name: &&str| both.iter().any(|weights| weights.contains_key(*name));
    NAMES.into_iter().filter(counts).collect()
}

/// The measures where a feature is left out.
pub(super) fn without(sets: &[Set], fitted: &Fitted, left_out: &str) -> String {
    let examples: Vec<&Example> = train::fitting(sets).collect();
    let counting = counting(fitted);
    let uses = |name: &str| name != left_out && counting.contains(&name);
    let without = train::fit_without(&examples, uses, fitted.kinds.clone());
    format!("Without {left_out}\n{}", measured(sets, &without))
}

fn of(set: &Set, fitted: &Fitted) -> Measured {
    let held_out = set.examples.iter().filter(|example| example.is_held_out);
    let held_out: Vec<&Example> = held_out.filter(|one| !one.statements.is_empty()).collect();
    let chosen = held_out.iter().filter_map(|example| rank(example, fitted));
    let ranks: Vec<usize> = chosen.collect();
    let among = |most: usize| {
        let right = ranks.iter().filter(|rank| **rank < most).count();
        number(right) / number(ranks.len().max(1))
    };
    let refusal = |fate: Fate| {
        let sums = |fate: Fate| -> Vec<f32> {
            let those = held_out.iter().filter(|one| one.fate == fate);
            let best = those.filter_map(|example| {
                train::best(example, |told| fitted.sums.answer(&told.features))
            });
            best.map(|(sum, _)| sum).collect()
        };
        parted(sums(Fate::Whole), &sums(fate))
    };
    Measured { first: among(1), two: among(2), out: refusal(Fate::Out), cut: refusal(Fate::Cut) }
}

/// Measures the separation of answerable questions from the others, given the sums of both.
fn parted(can: Vec<f32>, cannot: &[f32]) -> Refusal {
    let all = |sums: &[f32]| -> Vec<f64> { sums.iter().copied().map(f64::from).collect() };
    let area = area_under_curve(&all(&can), &all(cannot)).unwrap_or_default();
    let least = train::least(can);
    let wrongly = cannot.iter().filter(|sum| **sum >= least).count();
    Refusal { area, wrongly: number(wrongly) / number(cannot.len().max(1)) }
}

/// The number of statements ranked before the first true one; `None` without a true one.
fn rank(example: &Example, fitted: &Fitted) -> Option<usize> {
    let example = example.with(&fitted.kinds);
    let scored = example.statements.iter();
    let scored = scored.map(|told| (fitted.sums.choice(&told.features), told.is_true));
    let scored: Vec<(f32, bool)> = scored.collect();
    let right = scored.iter().filter(|(_, is_true)| *is_true);
    let best = right.map(|(score, _)| *score).reduce(f32::max)?;
    Some(scored.iter().filter(|(score, _)| *score > best).count())
}
