//! The fitting: listwise for the choice, and logistic over the best statement for the answer.

use std::collections::BTreeMap;

use super::descent::Descent;
use super::examples::{Example, Set, Told};
use super::marks::Fate;
use crate::rag::chat::weigh::{Features, Kinds, NAMES, Sums, TRAITS, Weights};

/// Passes over all examples.
const ROUNDS: usize = 400;
/// L2 penalty of a weight.
const COST: f32 = 1e-4;
/// L2 penalty of an entry of the table of kinds; most openings have few examples.
const KIND_COST: f32 = 2e-3;
/// Occurrences that an opening needs for a row in the table of kinds.
const LEAST: usize = 20;
/// Entries that are kept of the table of kinds, the largest.
const ENTRIES: usize = 300;
/// Answerable questions that are to be answered, in a hundred.
pub(super) const ANSWERED: usize = 95;

/// Features that only an embedding model tells.
const OF_VECTORS: [&str; 2] = ["likeness", "passage_likeness"];
/// Features for the choice of the best statement, which say nothing of whether it answers.
const OF_CHOICE: [&str; 5] = ["parts", "passage_score", "kind", "on_subject", "defines"];
/// Features for the decision whether anything answers. They are alike for all statements of a passage, or
/// choose no better than the others.
const OF_ANSWER: [&str; 3] = ["weight", "pairs", "density"];

/// Weights of all features, and the table of kinds that they belong to.
#[derive(Clone, Debug, Default)]
pub(super) struct Fitted {
    pub(super) sums: Sums,
    pub(super) kinds: Kinds,
}

/// Fits all weights on the examples that are not held out.
pub(super) fn fit(sets: &[Set], with_vectors: bool, built_in: &Weights) -> Fitted {
    let examples: Vec<&Example> = fitting(sets).collect();
    let uses = |name: &str| with_vectors || !OF_VECTORS.contains(&name);
    let kinds = if with_vectors { built_in.kinds.clone() } else { kinds(&examples) };
    fit_without(&examples, uses, kinds)
}

/// Fits the weights of the features that are used, with this table of kinds.
pub(super) fn fit_without(
    examples: &[&Example],
    uses: impl Fn(&str) -> bool,
    kinds: Kinds,
) -> Fitted {
    let for_choice = |name: &str| uses(name) && !OF_ANSWER.contains(&name);
    let for_answer = |name: &str| uses(name) && !OF_CHOICE.contains(&name);
    let (answer, even) = answer(examples, for_answer);
    let choice = choice(&of_kinds(examples, &kinds), for_choice);
    Fitted { sums: Sums { choice: named(&choice), answer: named(&answer), even }, kinds }
}

/// The examples with a true statement, with the values of a table of kinds for each.
fn of_kinds(examples: &[&Example], kinds: &Kinds) -> Vec<Example> {
    let answered = examples.iter().filter(|example| example.is_answered());
    answered.map(|example| example.with(kinds)).collect()
}

/// The examples for fitting: those that are not held out and have statements.
pub(super) fn fitting(sets: &[Set]) -> impl Iterator<Item = &Example> {
    let all = sets.iter().flat_map(|set| &set.examples);
    all.filter(|example| !example.is_held_out && !example.statements.is_empty())
}

/// Weights by the names of their features, without negligible ones.
fn named(weights: &Features) -> BTreeMap<String, f32> {
    let all = NAMES.iter().zip(weights);
    let counting = all.filter(|(_, weight)| weight.abs() > 1e-3);
    counting.map(|(name, weight)| ((*name).to_owned(), (weight * 100.0).round() / 100.0)).collect()
}

/// The score of a statement: the weighted sum of its features.
fn sum(weights: &Features, told: &Told) -> f32 {
    let pairs = weights.iter().zip(&told.features);
    pairs.map(|(weight, feature)| weight * feature).sum()
}

/// The gradient of the loss for each statement's score: its probability of being chosen, less its probability
/// among the true statements. `None` without a true one.
fn blame(example: &Example, scores: &[f32]) -> Option<Vec<f32>> {
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    let odds: Vec<f32> = scores.iter().map(|score| (score - most).exp()).collect();
    let all: f32 = odds.iter().sum();
    let told = example.statements.iter().zip(&odds);
    let right: f32 = told.clone().filter(|(told, _)| told.is_true).map(|(_, odds)| odds).sum();
    let blame = told.map(|(told, odds)| {
        let of_right = if told.is_true { odds / right } else { 0.0 };
        odds / all - of_right
    });
    (right > 0.0).then(|| blame.collect())
}

/// Weights that rank what answers before all else of the same question.
fn choice(examples: &[Example], uses: impl Fn(&str) -> bool) -> Features {
    let mut weights = Features::default();
    let mut descent = Descent::new(weights.len());
    for _ in 0..ROUNDS {
        let mut slopes = weights.map(|weight| COST * weight);
        for example in examples {
            let each = example.statements.iter();
            let scores: Vec<f32> = each.map(|told| sum(&weights, told)).collect();
            let blames = blame(example, &scores).unwrap_or_default();
            for (told, blame) in example.statements.iter().zip(blames) {
                for (feature, slope) in told.features.iter().zip(&mut slopes) {
                    *slope += blame * feature / share(examples.len());
                }
            }
        }
        leave_out(&mut slopes, &uses);
        descent.step(&mut weights, &slopes);
    }
    weights
}

/// A table of kinds for the choice, fitted beside the features that words tell.
fn kinds(examples: &[&Example]) -> Kinds {
    let rows = rows(examples);
    let uses = |name: &str| !OF_VECTORS.contains(&name) && !OF_ANSWER.contains(&name);
    let examples = of_kinds(examples, &Kinds::default());
    let base = choice(&examples, uses);
    let entries: Vec<Entries> =
        examples.iter().map(|example| entries(example, &base, &rows)).collect();
    let mut table = vec![0.0; rows.len() * TRAITS.len()];
    let mut descent = Descent::new(table.len());
    for _ in 0..ROUNDS {
        let mut slopes: Vec<f32> = table.iter().map(|entry| KIND_COST * entry).collect();
        for (example, entries) in examples.iter().zip(&entries) {
            let gain = |(base, cells): &(f32, Vec<usize>)| -> f32 {
                base + cells.iter().filter_map(|at| table.get(*at)).sum::<f32>()
            };
            let scores: Vec<f32> = entries.iter().map(gain).collect();
            let blames = blame(example, &scores).unwrap_or_default();
            for ((_, cells), blame) in entries.iter().zip(blames) {
                for at in cells {
                    if let Some(slope) = slopes.get_mut(*at) {
                        *slope += blame / share(examples.len());
                    }
                }
            }
        }
        descent.step(&mut table, &slopes);
    }
    largest(&rows, &table)
}

/// The score of each statement of a question without the table of kinds, with its entries in the table.
type Entries = Vec<(f32, Vec<usize>)>;

fn entries(example: &Example, base: &Features, rows: &BTreeMap<String, usize>) -> Entries {
    let places: Vec<usize> =
        example.openings.iter().filter_map(|opening| rows.get(opening).copied()).collect();
    let cells = |told: &Told| -> Vec<usize> {
        let of_row = |row: &usize| {
            let row = row * TRAITS.len();
            told.traits.iter().map(move |at| row + at)
        };
        places.iter().flat_map(of_row).collect()
    };
    let all = example.statements.iter();
    all.map(|told| (sum(base, told), cells(told))).collect()
}

/// The openings that occur often enough, each with its place.
fn rows(examples: &[&Example]) -> BTreeMap<String, usize> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for opening in examples.iter().flat_map(|example| &example.openings) {
        *counts.entry(opening).or_default() += 1;
    }
    let often = counts.into_iter().filter(|(_, count)| *count >= LEAST);
    let names = often.map(|(opening, _)| opening.to_owned());
    names.zip(0..).collect()
}

/// The largest entries of a table, by the names of their rows and columns.
fn largest(rows: &BTreeMap<String, usize>, table: &[f32]) -> Kinds {
    let mut entries: Vec<(&String, &str, f32)> = rows
        .iter()
        .flat_map(|(opening, row)| {
            let cells = table.iter().skip(row * TRAITS.len()).zip(TRAITS);
            cells.map(move |(entry, name)| (opening, name, *entry))
        })
        .collect();
    entries.sort_by(|a, b| b.2.abs().total_cmp(&a.2.abs()));
    let mut kinds = Kinds::default();
    for (opening, name, entry) in entries.into_iter().take(ENTRIES) {
        let rounded = (entry * 100.0).round() / 100.0;
        if rounded != 0.0 {
            let row = kinds.0.entry(opening.clone()).or_default();
            row.insert(name.to_owned(), rounded);
        }
    }
    kinds
}

/// Weights for the decision whether the most promising statement answers, and the threshold for their sum:
/// nineteen of twenty answerable questions reach it.
///
/// A passage without its true sentences is left out: it teaches to doubt answers rather than questions.
fn answer(examples: &[&Example], uses: impl Fn(&str) -> bool) -> (Features, f32) {
    let examples: Vec<&&Example> =
        examples.iter().filter(|example| example.fate != Fate::Cut).collect();
    // Where all begin alike, the best by its coverage and likeness leads the way.
    let leads = |name: &str| ["coverage", "likeness"].contains(&name) && uses(name);
    let first = NAMES.map(|name| if leads(name) { 1.0 } else { 0.0 });
    let mut all: Vec<f32> = first.into_iter().chain([1.0]).collect();
    let mut descent = Descent::new(all.len());
    for _ in 0..ROUNDS {
        let mut slopes: Vec<f32> = all.iter().map(|weight| COST * weight).collect();
        let (now, even) = parted(&all);
        for example in &examples {
            let Some((best, told)) = best(example, |told| sum(&now, told)) else {
                continue;
            };
            let likely = 1.0 / (1.0 + (even - best).exp());
            let wrong = likely - if example.is_answerable() { 1.0 } else { 0.0 };
            let wrong = wrong / share(examples.len());
            for (slope, feature) in slopes.iter_mut().zip(told.features.iter().chain([&-1.0])) {
                *slope += wrong * feature;
            }
        }
        leave_out(&mut slopes, &uses);
        descent.step(&mut all, &slopes);
    }
    let (weights, _) = parted(&all);
    let can = examples.iter().filter(|example| example.is_answerable());
    let sums = can.filter_map(|example| best(example, |told| sum(&weights, told)));
    (weights, least(sums.map(|(sum, _)| sum).collect()))
}

/// The weights and the threshold.
fn parted(all: &[f32]) -> (Features, f32) {
    let weights = std::array::from_fn(|at| all.get(at).copied().unwrap_or_default());
    (weights, all.last().copied().unwrap_or_default())
}

/// The threshold that [`ANSWERED`] of a hundred sums reach.
pub(super) fn least(mut sums: Vec<f32>) -> f32 {
    sums.sort_by(|a, b| b.total_cmp(a));
    let at = sums.len() * ANSWERED / 100;
    sums.get(at).or(sums.last()).copied().unwrap_or_default()
}

/// The statement with the highest score, and that score.
pub(super) fn best(example: &Example, score: impl Fn(&Told) -> f32) -> Option<(f32, &Told)> {
    let sums = example.statements.iter().map(|told| (score(told), told));
    sums.max_by(|(a, _), (b, _)| a.total_cmp(b))
}

/// Keeps the weights of features where they are that are not used.
fn leave_out(slopes: &mut [f32], uses: &impl Fn(&str) -> bool) {
    for (name, slope) in NAMES.iter().zip(slopes) {
        if !uses(name) {
            *slope = 0.0;
        }
    }
}

fn share(count: usize) -> f32 {
    count.max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A question whose first statement answers it, and covers it by so much; the others have but a score.
    fn example(coverage: f32, is_answerable: bool) -> Example {
        let told = |coverage: f32, score: f32, is_true| {
            let place = |name: &str| NAMES.iter().position(|one| *one == name).unwrap();
            let mut features = Features::default();
            features[place("coverage")] = coverage;
            features[place("passage_score")] = score;
            Told { features, is_true, ..Told::default() }
        };
        Example {
            statements: vec![told(coverage, 0.5, is_answerable), told(0.2, 1.0, false)],
            fate: if is_answerable { Fate::Whole } else { Fate::Out },
            ..Example::default()
        }
    }

    #[test]
    fn what_parts_right_from_wrong_is_weighed() {
        let examples = [example(0.9, true), example(0.3, false), example(0.8, true)];
        let examples: Vec<&Example> = examples.iter().collect();
        let fitted = fit_without(&examples, |_| true, Kinds::default());
        let Fitted { sums, .. } = fitted;
        assert!(sums.choice["coverage"] > 1.0, "{sums:?}");
        let sum = |example: &Example| best(example, |told| sums.answer(&told.features)).unwrap().0;
        let likely = |example: &Example| sum(example) >= sums.even;
        assert!(likely(examples[0]) && !likely(examples[1]) && likely(examples[2]));
    }

    #[test]
    fn a_feature_that_is_left_out_counts_nothing() {
        let examples = [example(0.9, true), example(0.3, false)];
        let examples: Vec<&Example> = examples.iter().collect();
        let fitted = fit_without(&examples, |name| name != "coverage", Kinds::default());
        assert!(!fitted.sums.choice.contains_key("coverage"));
    }

    #[test]
    fn an_opening_learns_what_answers_it() {
        let told = |traits: Vec<usize>, is_true| Told { traits, is_true, ..Told::default() };
        let example = Example {
            openings: vec!["how many".to_owned()],
            statements: vec![told(vec![0], true), told(vec![6], false)],
            ..Example::default()
        };
        let examples = vec![&example; LEAST];
        let kinds = kinds(&examples);
        let row = &kinds.0["how many"];
        assert!(row[TRAITS[0]] > 0.1 && row[TRAITS[6]] < -0.1, "{row:?}");
    }
}
