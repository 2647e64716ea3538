//! Measures of the fitted weights on each set, and the cost of leaving out each feature.

use std::fmt::Write as _;

use footnote_answers::weigh::{FeatureWeights, NAMES};

use super::examples::{Example, ExampleSet};
use super::labelled::PassageTreatment;
use super::training::{self, Fitted};
use crate::measures::{area_under_curve, number};

/// The measures of the held-out questions of a set.
struct SetMeasures {
    /// Share of questions whose best statement answers.
    first: f64,
    /// Share of questions answered by one of the best two statements.
    two: f64,
    /// Refusal of questions whose passage is removed.
    out: RefusalMeasures,
    /// Refusal of questions whose passage has lost its true sentences.
    cut: RefusalMeasures,
}

/// Separation of answerable questions from the others.
struct RefusalMeasures {
    /// Chance that an answerable question scores above another.
    area: f64,
    /// Share of the others that is answered at the threshold where [`training::ANSWERED_PERCENT`] percent of the
    /// answerable ones are.
    wrongly: f64,
}

/// Returns the measures of all sets.
pub(super) fn measured(sets: &[ExampleSet], fitted: &Fitted) -> String {
    let mut statement = String::from(
        "set: first, among two; without the passage: refusal AUC, wrongly answered at 95 %; without its \
         true sentences: the same\n",
    );
    for set in sets {
        let SetMeasures { first, two, out, cut } = of(set, fitted);
        let _ = writeln!(
            statement,
            "{}: {first:.3} {two:.3}; {:.3} {:.2}; {:.3} {:.2}",
            set.name, out.area, out.wrongly, cut.area, cut.wrongly
        );
    }
    statement
}

/// Returns the weights and their measures.
pub(super) fn in_words(sets: &[ExampleSet], fitted: &Fitted) -> String {
    let measured = measured(sets, fitted);
    let FeatureWeights { choice, answer, even } = &fitted.sums;
    format!("Fitted\n{measured}choice: {choice:?}\nanswer: {answer:?} >= {even:.2}\n")
}

/// Returns the features with a weight.
pub(super) fn used_features(fitted: &Fitted) -> Vec<&'static str> {
    let both = [&fitted.sums.choice, &fitted.sums.answer];
    let counts = |name: &&str| both.iter().any(|weights| weights.contains_key(*name));
    NAMES.into_iter().filter(counts).collect()
}

/// Returns the measures without a feature.
pub(super) fn without(sets: &[ExampleSet], fitted: &Fitted, left_out: &str) -> String {
    let examples: Vec<&Example> = training::training_examples(sets).collect();
    let used_features = used_features(fitted);
    let uses = |name: &str| name != left_out && used_features.contains(&name);
    let without = training::fit_without(&examples, uses, fitted.kinds.clone());
    format!("Without {left_out}\n{}", measured(sets, &without))
}

fn of(set: &ExampleSet, fitted: &Fitted) -> SetMeasures {
    let held_out = set.examples.iter().filter(|example| example.is_held_out);
    let held_out: Vec<&Example> = held_out.filter(|one| !one.statements.is_empty()).collect();
    let chosen = held_out.iter().filter_map(|example| rank(example, fitted));
    let ranks: Vec<usize> = chosen.collect();
    let among = |most: usize| {
        let right = ranks.iter().filter(|rank| **rank < most).count();
        number(right) / number(ranks.len().max(1))
    };
    let refusal = |treatment: PassageTreatment| {
        let sums = |treatment: PassageTreatment| -> Vec<f32> {
            let those = held_out.iter().filter(|one| one.treatment == treatment);
            let best = those.filter_map(|example| {
                training::best_statement(example, |statement| {
                    fitted.sums.answer(&statement.features)
                })
            });
            best.map(|(sum, _)| sum).collect()
        };
        refusal_measures(sums(PassageTreatment::Intact), &sums(treatment))
    };
    SetMeasures {
        first: among(1),
        two: among(2),
        out: refusal(PassageTreatment::Removed),
        cut: refusal(PassageTreatment::WithoutAnswer),
    }
}

/// Measures the separation of answerable questions from the others, given the sums of both.
fn refusal_measures(can: Vec<f32>, cannot: &[f32]) -> RefusalMeasures {
    let all = |sums: &[f32]| -> Vec<f64> { sums.iter().copied().map(f64::from).collect() };
    let area = area_under_curve(&all(&can), &all(cannot)).unwrap_or_default();
    let least = training::threshold_of(can);
    let wrongly = cannot.iter().filter(|sum| **sum >= least).count();
    RefusalMeasures { area, wrongly: number(wrongly) / number(cannot.len().max(1)) }
}

/// Returns the number of statements ranked before the first true one; `None` if there is no true one.
fn rank(example: &Example, fitted: &Fitted) -> Option<usize> {
    let example = example.with(&fitted.kinds);
    let scored = example.statements.iter();
    let scored =
        scored.map(|statement| (fitted.sums.choice(&statement.features), statement.is_true));
    let scored: Vec<(f32, bool)> = scored.collect();
    let right = scored.iter().filter(|(_, is_true)| *is_true);
    let best = right.map(|(score, _)| *score).reduce(f32::max)?;
    Some(scored.iter().filter(|(score, _)| *score > best).count())
}
