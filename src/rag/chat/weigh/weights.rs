//! The weights that `footnote fit` found, as they are kept in `weights.json`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::features::{Features, NAMES};
use super::kind::Kinds;

/// What the features count, by words alone and with an embedding model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Weights {
    /// Where nothing tells what statements mean.
    pub words: Sums,
    /// Where an embedding model does.
    pub vectors: Sums,
    /// What statements have that questions ask for.
    pub kinds: Kinds,
}

/// The two sums over the features of a statement. A feature that is not named counts nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sums {
    /// Which statement answers best.
    pub choice: BTreeMap<String, f32>,
    /// True if the documents answer at all.
    pub answer: BTreeMap<String, f32>,
    /// What the second sum must come to for a statement to be taken for an answer: what nineteen of twenty
    /// questions that can be answered come to.
    pub even: f32,
}

impl Weights {
    /// Those that are built in.
    pub fn fitted() -> &'static Self {
        static FITTED: LazyLock<Weights> = LazyLock::new(|| {
            let read = serde_json::from_str(include_str!("weights.json"));
            // A test reads the file.
            read.unwrap_or_default()
        });
        &FITTED
    }

    pub(super) fn sums(&self, with_vectors: bool) -> &Sums {
        if with_vectors {
            &self.vectors
        } else {
            &self.words
        }
    }
}

impl Sums {
    /// How well a statement answers.
    pub(super) fn choice(&self, features: &Features) -> f32 {
        sum(&self.choice, features)
    }

    /// How likely the documents answer, as far as a statement shows.
    pub(super) fn probability(&self, features: &Features) -> f32 {
        1.0 / (1.0 + (self.even - sum(&self.answer, features)).exp())
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
