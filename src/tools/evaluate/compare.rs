//! Comparing two evaluations: differences, and their significance.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use anyhow::ensure;
use serde::Serialize;

use super::labels::place;
use super::measures::{mean, number};
use super::rng::SeededRng;
use super::summary::Outcome;

/// Number of random assignments of signs: enough to distinguish p = 0.05 from 0.06.
const DRAWS: usize = 10_000;

/// Minimum difference: sums in another order, and numbers that were printed and parsed, differ in their last digits.
const EPSILON: f64 = 1e-9;

/// The change of a measure between two evaluations of the same questions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct MeasureChange {
    pub(super) name: String,
    /// Number of questions that have it in both.
    pub(super) questions: usize,
    /// Number of these questions whose value differs.
    pub(super) differing: usize,
    pub(super) before: f64,
    pub(super) after: f64,
    /// Probability of such a difference by chance alone: the paired randomisation test, two-sided.
    pub(super) p: f64,
}

/// Returns the results of the selected questions in the JSON Lines of an earlier evaluation.
pub(super) fn read(path: &Path, wants: impl Fn(&str) -> bool) -> anyhow::Result<Vec<Outcome>> {
    let mut outcomes: Vec<Outcome> = super::lines(path)?;
    // Summary lines have no question.
    outcomes.retain(|outcome| !outcome.question.is_empty() && wants(&outcome.question));
    ensure!(!outcomes.is_empty(), "there are no questions in {}", path.display());
    Ok(outcomes)
}

/// Returns the change of each measure over the questions in both evaluations, the most important first.
///
/// # Errors
///
/// Fails if there are no such questions.
pub(super) fn changes(before: &[Outcome], after: &[Outcome]) -> anyhow::Result<Vec<MeasureChange>> {
    let earlier: HashMap<&str, &Outcome> = before.iter().map(|o| (&*o.question, o)).collect();
    let mut pairs: BTreeMap<&str, Vec<(f64, f64)>> = BTreeMap::new();
    for outcome in after {
        let Some(earlier) = earlier.get(&*outcome.question) else {
            continue;
        };
        for (name, value) in &outcome.measures {
            if let Some(before) = earlier.measures.get(name) {
                pairs.entry(name).or_default().push((*before, *value));
            }
        }
    }
    ensure!(!pairs.is_empty(), "no question stands in both");
    let pairs = pairs.into_iter();
    let mut changes: Vec<MeasureChange> = pairs.map(|(name, pairs)| change(name, &pairs)).collect();
    changes.sort_by_key(|change| place(&change.name));
    Ok(changes)
}

fn change(name: &str, pairs: &[(f64, f64)]) -> MeasureChange {
    let (before, after): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let differences: Vec<f64> = pairs.iter().map(|(before, after)| after - before).collect();
    MeasureChange {
        name: name.to_owned(),
        questions: pairs.len(),
        differing: differences.iter().filter(|by| by.abs() > EPSILON).count(),
        before: mean(&before).unwrap_or_default(),
        after: mean(&after).unwrap_or_default(),
        p: p_value(&differences),
    }
}

/// Returns the p-value: the share of random signs under which the differences add up to at least as much as they do.
fn p_value(differences: &[f64]) -> f64 {
    // A question without a difference has no sign to draw.
    let differences = differences.iter().copied();
    let differences: Vec<f64> = differences.filter(|by| by.abs() > EPSILON).collect();
    let observed = differences.iter().sum::<f64>().abs();
    let least = observed - EPSILON;
    // The same draws in each run; any odd seed works.
    let mut rng = SeededRng::fixed();
    let as_much = (0..DRAWS).filter(|_| {
        let signed = differences.iter().map(|d| if rng.coin() { *d } else { -*d });
        signed.sum::<f64>().abs() >= least
    });
    (number(as_much.count()) + 1.0) / (number(DRAWS) + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcomes(values: impl Iterator<Item = f64>) -> Vec<Outcome> {
        let outcome = |(number, value): (i32, f64)| Outcome {
            question: format!("Question {number}?"),
            measures: [("precision".to_owned(), value)].into(),
            ..Outcome::default()
        };
        (0..).zip(values).map(outcome).collect()
    }

    #[test]
    fn what_always_gets_better_is_no_chance() {
        let before = outcomes(std::iter::repeat_n(0.0, 30));
        let after = outcomes(std::iter::repeat_n(1.0, 30));
        let changes = changes(&before, &after).unwrap();
        assert_eq!((changes[0].questions, changes.len()), (30, 1));
        assert!(changes[0].p < 0.001);
    }

    #[test]
    fn what_gets_better_and_worse_alike_is_chance() {
        let before = outcomes((0..30).map(|n| f64::from(n % 2)));
        let after = outcomes((0..30).map(|n| f64::from((n + 1) % 2)));
        let change = changes(&before, &after).unwrap().remove(0);
        assert!(change.p > 0.5 && change.differing == 30);
        let same = changes(&before, &before).unwrap().remove(0);
        assert!(same.p > 0.99 && same.differing == 0);
    }
}
