//! The weighing of statements: a score for each as an answer, and the probability that any of them answers.

mod evidence;
mod features;
mod kind;
pub(super) mod meaning;
mod terms;
pub(super) mod units;
mod weights;

use footnote_protocol::confidence::Confidence;
use footnote_question::Question;
use footnote_retrieval::SearchResult;

pub use self::evidence::{Evidence, Likeness};
use self::features::FeatureContext;
pub use self::features::{Features, NAMES};
pub use self::kind::{TRAITS, TraitGains};
use self::terms::Terms;
pub(crate) use self::terms::share;
use self::units::Unit;
pub use self::weights::{FeatureWeights, Weights};

/// The scores of a statement.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Scored {
    /// Its score as an answer: a logit relative to the other statements for the same question.
    pub(crate) score: f32,
    /// The probability that the documents answer, judged by this statement.
    pub(crate) probability: f32,
    /// The share of the question's weight that it has with everything that must precede it, from 0 to 1.
    pub(crate) share: f32,
}

/// The measures of a statement, to fit weights on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    /// Its words.
    pub text: String,
    /// Its features, in the order of [`NAMES`].
    pub features: Features,
    /// Its traits, as indices into [`TRAITS`].
    pub traits: Vec<usize>,
}

/// The statements of the passages found, weighed for a question.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WeighedStatements {
    pub units: Vec<Unit>,
    /// The scores of each unit; zero for one that says nothing.
    pub scored: Vec<Scored>,
}

impl WeighedStatements {
    /// Weighs each statement of the passages found for a question.
    pub(crate) fn of(question: &Question, found: &SearchResult, likeness: &Likeness) -> Self {
        let weights = Weights::fitted();
        let sums = weights.sums(likeness.is_known());
        let units = units::of_hits(&found.hits);
        let terms = Terms::of(question, found);
        let context = FeatureContext::of(&terms, (found, likeness), &units);
        let score = |unit: &Unit| {
            if !unit.says {
                return Scored::default();
            }
            let measured = context.measure(unit, &weights.kinds);
            Scored {
                score: sums.choice(&measured.features),
                probability: sums.probability(&measured.features),
                share: measured.share,
            }
        };
        Self { scored: units.iter().map(score).collect(), units }
    }

    /// Returns the confidence that the documents answer, based on the most promising statement.
    pub(crate) fn confidence(&self, threshold: f32) -> Confidence {
        let probabilities = self.scored.iter().map(|scored| scored.probability);
        let probability = probabilities.fold(0.0, f32::max);
        Confidence::new(probability, threshold)
    }
}

/// Measures each statement for a question, to fit weights on.
pub(crate) fn samples(evidence: &Evidence) -> Vec<Sample> {
    let Evidence { question, found, likeness, .. } = evidence;
    let units = units::of_hits(&found.hits);
    let terms = Terms::of(question, found);
    let context = FeatureContext::of(&terms, (found, likeness), &units);
    let quotable = units.iter().filter(|unit| unit.says);
    let sample = |unit: &Unit| {
        let measured = context.measure(unit, &TraitGains::default());
        Sample { text: unit.text.clone(), features: measured.features, traits: measured.traits }
    };
    quotable.map(sample).collect()
}
