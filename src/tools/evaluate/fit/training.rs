//! Fitting: a listwise loss for choosing a statement, and a logistic loss over the best statement for deciding whether
//! there is an answer.

use std::collections::BTreeMap;

use footnote_answers::weigh::{FeatureWeights, Features, NAMES, TRAITS, TraitGains, Weights};

use super::adam::Adam;
use super::examples::{Example, ExampleSet, StatementFeatures};
use super::labelled::PassageTreatment;

/// Number of passes over all examples.
const EPOCHS: usize = 400;
/// The L2 penalty of a weight.
const L2_PENALTY: f32 = 1e-4;
/// The L2 penalty of an entry of the table of kinds; most openings have few examples.
const KIND_L2_PENALTY: f32 = 2e-3;
/// Minimum occurrences of an opening for a row in the table of kinds.
const MIN_OCCURRENCES: usize = 20;
/// Maximum number of entries kept in the table of kinds; the largest are kept.
const MAX_ENTRIES: usize = 300;
/// Percentage of answerable questions that should be answered.
pub(super) const ANSWERED_PERCENT: usize = 95;

/// Features that need an embedding model.
const VECTOR_FEATURES: [&str; 2] = ["likeness", "passage_likeness"];
/// Features used only for choosing the best statement; they say nothing about whether it answers.
const CHOICE_FEATURES: [&str; 5] = ["parts", "passage_score", "kind", "on_subject", "defines"];
/// Features used only for deciding whether there is an answer. They are equal for all statements of a passage, or do
/// not improve the choice.
const ANSWER_FEATURES: [&str; 3] = ["weight", "pairs", "density"];

/// Weights of all features, and their table of kinds.
#[derive(Clone, Debug, Default)]
pub(super) struct Fitted {
    pub(super) sums: FeatureWeights,
    pub(super) kinds: TraitGains,
}

/// Fits all weights on the examples that are not held out.
pub(super) fn fit(sets: &[ExampleSet], with_vectors: bool, built_in: &Weights) -> Fitted {
    let examples: Vec<&Example> = training_examples(sets).collect();
    let uses = |name: &str| with_vectors || !VECTOR_FEATURES.contains(&name);
    let kinds = if with_vectors { built_in.kinds.clone() } else { kinds(&examples) };
    fit_without(&examples, uses, kinds)
}

/// Fits the weights of the selected features, with this table of kinds.
pub(super) fn fit_without(
    examples: &[&Example],
    uses: impl Fn(&str) -> bool,
    kinds: TraitGains,
) -> Fitted {
    let for_choice = |name: &str| uses(name) && !ANSWER_FEATURES.contains(&name);
    let for_answer = |name: &str| uses(name) && !CHOICE_FEATURES.contains(&name);
    let (answer, threshold) = answer(examples, for_answer);
    let choice = choice(&with_kinds(examples, &kinds), for_choice);
    Fitted {
        sums: FeatureWeights {
            choice: by_name(&choice),
            answer: by_name(&answer),
            even: threshold,
        },
        kinds,
    }
}

/// Returns the examples with a true statement, with values from a table of kinds for each.
fn with_kinds(examples: &[&Example], kinds: &TraitGains) -> Vec<Example> {
    let answered = examples.iter().filter(|example| example.is_answered());
    answered.map(|example| example.with(kinds)).collect()
}

/// Returns the examples for fitting: not held out, and with statements.
pub(super) fn training_examples(sets: &[ExampleSet]) -> impl Iterator<Item = &Example> {
    let all = sets.iter().flat_map(|set| &set.examples);
    all.filter(|example| !example.is_held_out && !example.statements.is_empty())
}

/// Returns the weights by feature name, without negligible ones.
fn by_name(weights: &Features) -> BTreeMap<String, f32> {
    let all = NAMES.iter().zip(weights);
    let counting = all.filter(|(_, weight)| weight.abs() > 1e-3);
    counting.map(|(name, weight)| ((*name).to_owned(), (weight * 100.0).round() / 100.0)).collect()
}

/// Returns the score of a statement: the weighted sum of its features.
fn score(weights: &Features, statement: &StatementFeatures) -> f32 {
    let pairs = weights.iter().zip(&statement.features);
    pairs.map(|(weight, feature)| weight * feature).sum()
}

/// Returns the gradient of the loss with respect to each statement's score: its probability of being chosen, minus its
/// probability among the true statements. `None` if there is no true one.
fn loss_gradient(example: &Example, scores: &[f32]) -> Option<Vec<f32>> {
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    let exponentials: Vec<f32> = scores.iter().map(|score| (score - most).exp()).collect();
    let all: f32 = exponentials.iter().sum();
    let statement = example.statements.iter().zip(&exponentials);
    let right: f32 = statement
        .clone()
        .filter(|(statement, _)| statement.is_true)
        .map(|(_, exponentials)| exponentials)
        .sum();
    let loss_gradient = statement.map(|(statement, exponentials)| {
        let of_right = if statement.is_true { exponentials / right } else { 0.0 };
        exponentials / all - of_right
    });
    (right > 0.0).then(|| loss_gradient.collect())
}

/// Fits weights that rank true statements above all others for the same question.
fn choice(examples: &[Example], uses: impl Fn(&str) -> bool) -> Features {
    let mut weights = Features::default();
    let mut adam = Adam::new(weights.len());
    for _ in 0..EPOCHS {
        let mut gradients = weights.map(|weight| L2_PENALTY * weight);
        for example in examples {
            let each = example.statements.iter();
            let scores: Vec<f32> = each.map(|statement| score(&weights, statement)).collect();
            let loss_gradients = loss_gradient(example, &scores).unwrap_or_default();
            for (statement, loss_gradient) in example.statements.iter().zip(loss_gradients) {
                for (feature, gradient) in statement.features.iter().zip(&mut gradients) {
                    *gradient += loss_gradient * feature / divisor(examples.len());
                }
            }
        }
        zero_unused(&mut gradients, &uses);
        adam.step(&mut weights, &gradients);
    }
    weights
}

/// Returns a table of kinds for the choice, fitted together with the features of words.
fn kinds(examples: &[&Example]) -> TraitGains {
    let rows = rows(examples);
    let uses = |name: &str| !VECTOR_FEATURES.contains(&name) && !ANSWER_FEATURES.contains(&name);
    let examples = with_kinds(examples, &TraitGains::default());
    let base = choice(&examples, uses);
    let entries: Vec<Entries> =
        examples.iter().map(|example| entries(example, &base, &rows)).collect();
    let mut table = vec![0.0; rows.len() * TRAITS.len()];
    let mut adam = Adam::new(table.len());
    for _ in 0..EPOCHS {
        let mut gradients: Vec<f32> = table.iter().map(|entry| KIND_L2_PENALTY * entry).collect();
        for (example, entries) in examples.iter().zip(&entries) {
            let gain = |(base, cells): &(f32, Vec<usize>)| -> f32 {
                base + cells.iter().filter_map(|at| table.get(*at)).sum::<f32>()
            };
            let scores: Vec<f32> = entries.iter().map(gain).collect();
            let loss_gradients = loss_gradient(example, &scores).unwrap_or_default();
            for ((_, cells), loss_gradient) in entries.iter().zip(loss_gradients) {
                for at in cells {
                    if let Some(gradient) = gradients.get_mut(*at) {
                        *gradient += loss_gradient / divisor(examples.len());
                    }
                }
            }
        }
        adam.step(&mut table, &gradients);
    }
    largest(&rows, &table)
}

/// The score of each statement of a question without the table of kinds, with its entries in the table.
type Entries = Vec<(f32, Vec<usize>)>;

fn entries(example: &Example, base: &Features, rows: &BTreeMap<String, usize>) -> Entries {
    let places: Vec<usize> =
        example.openings.iter().filter_map(|opening| rows.get(opening).copied()).collect();
    let cells = |statement: &StatementFeatures| -> Vec<usize> {
        let of_row = |row: &usize| {
            let row = row * TRAITS.len();
            statement.traits.iter().map(move |at| row + at)
        };
        places.iter().flat_map(of_row).collect()
    };
    let all = example.statements.iter();
    all.map(|statement| (score(base, statement), cells(statement))).collect()
}

/// Returns the openings that occur often enough, each with its index.
fn rows(examples: &[&Example]) -> BTreeMap<String, usize> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for opening in examples.iter().flat_map(|example| &example.openings) {
        *counts.entry(opening).or_default() += 1;
    }
    let often = counts.into_iter().filter(|(_, count)| *count >= MIN_OCCURRENCES);
    let names = often.map(|(opening, _)| opening.to_owned());
    names.zip(0..).collect()
}

/// Returns the largest entries of a table, by the names of their rows and columns.
fn largest(rows: &BTreeMap<String, usize>, table: &[f32]) -> TraitGains {
    let mut entries: Vec<(&String, &str, f32)> = rows
        .iter()
        .flat_map(|(opening, row)| {
            let cells = table.iter().skip(row * TRAITS.len()).zip(TRAITS);
            cells.map(move |(entry, name)| (opening, name, *entry))
        })
        .collect();
    entries.sort_by(|a, b| b.2.abs().total_cmp(&a.2.abs()));
    let mut kinds = TraitGains::default();
    for (opening, name, entry) in entries.into_iter().take(MAX_ENTRIES) {
        let rounded = (entry * 100.0).round() / 100.0;
        if rounded != 0.0 {
            let row = kinds.0.entry(opening.clone()).or_default();
            row.insert(name.to_owned(), rounded);
        }
    }
    kinds
}

/// Fits weights for deciding whether the best statement answers, and the threshold for their sum, which nineteen of
/// twenty answerable questions reach.
///
/// Passages without their true sentences are left out, because they would teach the weights to doubt answers rather
/// than questions.
fn answer(examples: &[&Example], uses: impl Fn(&str) -> bool) -> (Features, f32) {
    let examples: Vec<&&Example> = examples
        .iter()
        .filter(|example| example.treatment != PassageTreatment::WithoutAnswer)
        .collect();
    // Initially, the best statement is chosen by coverage and likeness.
    let starts_at_one = |name: &str| ["coverage", "likeness"].contains(&name) && uses(name);
    let first = NAMES.map(|name| if starts_at_one(name) { 1.0 } else { 0.0 });
    let mut all: Vec<f32> = first.into_iter().chain([1.0]).collect();
    let mut adam = Adam::new(all.len());
    for _ in 0..EPOCHS {
        let mut gradients: Vec<f32> = all.iter().map(|weight| L2_PENALTY * weight).collect();
        let (now, threshold) = split(&all);
        for example in &examples {
            let Some((best_statement, statement)) =
                best_statement(example, |statement| score(&now, statement))
            else {
                continue;
            };
            let probability = 1.0 / (1.0 + (threshold - best_statement).exp());
            let error = probability - if example.is_answerable() { 1.0 } else { 0.0 };
            let error = error / divisor(examples.len());
            for (gradient, feature) in
                gradients.iter_mut().zip(statement.features.iter().chain([&-1.0]))
            {
                *gradient += error * feature;
            }
        }
        zero_unused(&mut gradients, &uses);
        adam.step(&mut all, &gradients);
    }
    let (weights, _) = split(&all);
    let can = examples.iter().filter(|example| example.is_answerable());
    let sums =
        can.filter_map(|example| best_statement(example, |statement| score(&weights, statement)));
    (weights, threshold_of(sums.map(|(score, _)| score).collect()))
}

/// Returns the weights and the threshold.
fn split(all: &[f32]) -> (Features, f32) {
    let weights = std::array::from_fn(|at| all.get(at).copied().unwrap_or_default());
    (weights, all.last().copied().unwrap_or_default())
}

/// Returns the threshold reached by [`ANSWERED_PERCENT`] percent of the scores.
pub(super) fn threshold_of(mut sums: Vec<f32>) -> f32 {
    sums.sort_by(|a, b| b.total_cmp(a));
    let at = sums.len() * ANSWERED_PERCENT / 100;
    sums.get(at).or(sums.last()).copied().unwrap_or_default()
}

/// Returns the statement with the highest score, and that score.
pub(super) fn best_statement(
    example: &Example,
    score: impl Fn(&StatementFeatures) -> f32,
) -> Option<(f32, &StatementFeatures)> {
    let sums = example.statements.iter().map(|statement| (score(statement), statement));
    sums.max_by(|(a, _), (b, _)| a.total_cmp(b))
}

/// Sets the gradients of unused features to zero, so that their weights stay.
fn zero_unused(gradients: &mut [f32], uses: &impl Fn(&str) -> bool) {
    for (name, gradient) in NAMES.iter().zip(gradients) {
        if !uses(name) {
            *gradient = 0.0;
        }
    }
}

fn divisor(count: usize) -> f32 {
    count.max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a question whose first statement answers it with this coverage; the others have only a score.
    fn example(coverage: f32, is_answerable: bool) -> Example {
        let statement = |coverage: f32, score: f32, is_true| {
            let place = |name: &str| NAMES.iter().position(|one| *one == name).unwrap();
            let mut features = Features::default();
            features[place("coverage")] = coverage;
            features[place("passage_score")] = score;
            StatementFeatures { features, is_true, ..StatementFeatures::default() }
        };
        Example {
            statements: vec![statement(coverage, 0.5, is_answerable), statement(0.2, 1.0, false)],
            treatment: if is_answerable {
                PassageTreatment::Intact
            } else {
                PassageTreatment::Removed
            },
            ..Example::default()
        }
    }

    #[test]
    fn what_parts_right_from_wrong_is_weighed() {
        let examples = [example(0.9, true), example(0.3, false), example(0.8, true)];
        let examples: Vec<&Example> = examples.iter().collect();
        let fitted = fit_without(&examples, |_| true, TraitGains::default());
        let Fitted { sums, .. } = fitted;
        assert!(sums.choice["coverage"] > 1.0, "{sums:?}");
        let score = |example: &Example| {
            best_statement(example, |statement| sums.answer(&statement.features)).unwrap().0
        };
        let probability = |example: &Example| score(example) >= sums.even;
        assert!(probability(examples[0]) && !probability(examples[1]) && probability(examples[2]));
    }

    #[test]
    fn a_feature_that_is_left_out_counts_nothing() {
        let examples = [example(0.9, true), example(0.3, false)];
        let examples: Vec<&Example> = examples.iter().collect();
        let fitted = fit_without(&examples, |name| name != "coverage", TraitGains::default());
        assert!(!fitted.sums.choice.contains_key("coverage"));
    }

    #[test]
    fn an_opening_learns_what_answers_it() {
        let statement = |traits: Vec<usize>, is_true| StatementFeatures {
            traits,
            is_true,
            ..StatementFeatures::default()
        };
        let example = Example {
            openings: vec!["how many".to_owned()],
            statements: vec![statement(vec![0], true), statement(vec![6], false)],
            ..Example::default()
        };
        let examples = vec![&example; MIN_OCCURRENCES];
        let kinds = kinds(&examples);
        let row = &kinds.0["how many"];
        assert!(row[TRAITS[0]] > 0.1 && row[TRAITS[6]] < -0.1, "{row:?}");
    }
}
