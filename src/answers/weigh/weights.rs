//! The weights found by `footnote fit`, as stored in `weights.json`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::features::{Features, NAMES};
use super::kind::TraitGains;

/// The weights of the features, with and without an embedding model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Weights {
    /// The weights without an embedding model.
    pub words: FeatureWeights,
    /// The weights with an embedding model.
    pub vectors: FeatureWeights,
    /// The gains of the traits that questions ask for.
    pub kinds: TraitGains,
}

/// The two weighted sums over the features of a statement. A feature without a weight is ignored.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FeatureWeights {
    /// The weights for the score of a statement as an answer.
    pub choice: BTreeMap<String, f32>,
    /// The weights for the probability that the documents answer at all.
    pub answer: BTreeMap<String, f32>,
    /// The value of the second sum at a probability of one half. Of the questions that can be answered, 95% reach it.
    pub even: f32,
}

impl Weights {
    /// Returns the built-in weights.
    pub fn fitted() -> &'static Self {
        static FITTED: LazyLock<Weights> = LazyLock::new(|| {
            let read = serde_json::from_str(include_str!("weights.json"));
            // A test checks that the file can be parsed.
            read.unwrap_or_default()
        });
        &FITTED
    }

    /// Returns the weights to use if the embedding model compared the statements, or else those for keywords alone.
    pub fn sums(&self, with_vectors: bool) -> &FeatureWeights {
        if with_vectors { &self.vectors } else { &self.words }
    }
}

impl FeatureWeights {
    /// Returns the score of a statement as an answer.
    pub fn choice(&self, features: &Features) -> f32 {
        sum(&self.choice, features)
    }

    /// Returns the sum from which the probability is computed.
    pub fn answer(&self, features: &Features) -> f32 {
        sum(&self.answer, features)
    }

    /// Returns the probability that the documents answer, judged by a statement.
    pub(super) fn probability(&self, features: &Features) -> f32 {
        1.0 / (1.0 + (self.even - self.answer(features)).exp())
    }
}

fn sum(weights: &BTreeMap<String, f32>, features: &Features) -> f32 {
    let pairs = NAMES.iter().zip(features);
    let counted = pairs.filter_map(|(name, feature)| Some(weights.get(*name)? * feature));
    counted.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_that_are_built_in_name_features_that_there_are() {
        let weights: Weights = serde_json::from_str(include_str!("weights.json")).unwrap();
        for sums in [&weights.words, &weights.vectors] {
            assert!(!sums.choice.is_empty() && !sums.answer.is_empty());
            let named = sums.choice.keys().chain(sums.answer.keys());
            for name in named {
                assert!(NAMES.contains(&name.as_str()), "{name}");
            }
        }
    }
}
