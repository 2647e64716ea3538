//! The weighing of statements: a score for each as an answer, and the probability that any of them answers.

mod evidence;
mod features;
mod irregular;
mod kind;
pub(super) mod meaning;
mod terms;
mod weights;

use std::collections::BTreeSet;

pub(in crate::rag::chat) use self::evidence::{Evidence, Likeness};
use self::features::Context;
pub use self::features::{Features, NAMES};
pub use self::kind::{Kinds, TRAITS};
use self::terms::Terms;
pub use self::weights::{Sums, Weights};
use super::question::Question;
use crate::protocol::confidence::{Confidence, Outcome};

/// A statement that can be quoted, with its place.
#[derive(Clone, Debug, Default)]
pub(in crate::rag::chat) struct Statement<'a> {
    /// Its words.
    pub(in crate::rag::chat) text: &'a str,
    /// The texts above it: its heading and its list's lead-in.
    pub(in crate::rag::chat) above: Vec<&'a str>,
    /// The heading that it stands under.
    pub(in crate::rag::chat) heading: Option<&'a str>,
    /// The index of the hit that holds it.
    pub(in crate::rag::chat) hit: usize,
    /// True if it defines the thing whose definition the question asks for.
    pub(in crate::rag::chat) defines: bool,
    /// Its label, if it is a row of a table or a line of values.
    pub(in crate::rag::chat) label: Option<&'a str>,
    /// True if it may be quoted; otherwise it is not weighed.
    pub(in crate::rag::chat) says: bool,
}

/// The scores of a statement.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::rag::chat) struct Scored {
    /// Its score as an answer: a logit against the other statements of the same question.
    pub(in crate::rag::chat) score: f32,
    /// The probability that the documents answer, as far as this statement shows.
    pub(in crate::rag::chat) probability: f32,
    /// Its stems.
    pub(in crate::rag::chat) stems: BTreeSet<String>,
}

/// The measures of a statement, to fit weights on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    /// Its words.
    pub text: String,
    /// Its features, in the order of [`NAMES`].
    pub features: Features,
    /// Its traits, as places in [`TRAITS`].
    pub traits: Vec<usize>,
}

/// Weighs each statement for a question.
pub(in crate::rag::chat) fn weigh(
    evidence: &Evidence,
    question: &Question,
    statements: &[Statement<'_>],
) -> Vec<Scored> {
    let weights = Weights::fitted();
    let terms = Terms::of(question, &evidence.found);
    let mut context = Context::of(&terms, evidence, statements);
    let sums = weights.sums(evidence.likeness.is_known());
    let mut score = |statement: &Statement<'_>| {
        if !statement.says {
            return Scored::default();
        }
        let measured = context.measure(statement, &weights.kinds);
        Scored {
            score: sums.choice(&measured.features),
            probability: sums.probability(&measured.features),
            stems: measured.stems,
        }
    };
    statements.iter().map(&mut score).collect()
}

/// Measures each statement for a question, to fit weights on.
pub(in crate::rag::chat) fn samples(
    evidence: &Evidence,
    question: &Question,
    statements: &[Statement<'_>],
) -> Vec<Sample> {
    let terms = Terms::of(question, &evidence.found);
    let mut context = Context::of(&terms, evidence, statements);
    let telling = statements.iter().filter(|statement| statement.says);
    let sample = |statement: &Statement<'_>| {
        let measured = context.measure(statement, &Kinds::default());
        Sample {
            text: statement.text.to_owned(),
            features: measured.features,
            traits: measured.traits,
        }
    };
    telling.map(sample).collect()
}

/// The confidence that the documents answer, by the most promising statement.
pub(in crate::rag::chat) fn confidence(scored: &[Scored], least: f32) -> Confidence {
    let probabilities = scored.iter().map(|scored| scored.probability);
    let probability = probabilities.fold(0.0, f32::max);
    Confidence::new(probability, least)
}

/// Full confidence, for an answer that rests on a document and on no single statement.
pub(in crate::rag::chat) fn sure() -> Confidence {
    Confidence {
        probability: 1.0,
        outcome: Outcome::Answered,
    }
}
