//! Explains what happened to a source: the stages towards the answer, and the stage at which it was lost.

use serde::{Deserialize, Serialize};

/// The path of a source towards the answer, step by step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explanation {
    /// The source, as `<path>` or `<path>#page=N`.
    pub source: String,
    /// The search query.
    pub query: String,
    /// The steps in order. If the source is [`Outcome::Lost`] at the index or the filters, no steps follow.
    pub steps: Vec<Step>,
}

impl Explanation {
    /// Returns the step at which the source was lost: the last one with that outcome.
    pub fn lost(&self) -> Option<&Step> {
        let lost = |step: &&Step| step.outcome == Outcome::Lost;
        self.steps.iter().rev().find(lost)
    }
}

/// One step of the path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The stage.
    pub stage: Stage,
    /// Outcome for the source there.
    pub outcome: Outcome,
    /// An explanation for the reader, in sentences.
    pub detail: String,
}

/// A stage between a document and an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// The index: does it contain the source?
    Index,
    /// The filters: do they admit the source?
    Filters,
    /// Keyword ranking.
    Words,
    /// Semantic ranking.
    Meaning,
    /// Selection of the passages that the answer uses.
    Choice,
    /// The quotation, if the answer is one.
    Quotation,
    /// The sources in the prompt, if a chat model writes the answer.
    Model,
}

impl Stage {
    /// Returns the name of the stage, for the reader.
    pub fn name(self) -> &'static str {
        match self {
            Self::Index => "Index",
            Self::Filters => "Filters",
            Self::Words => "Words",
            Self::Meaning => "Meaning",
            Self::Choice => "Choice",
            Self::Quotation => "Quotation",
            Self::Model => "Chat model",
        }
    }
}

/// Outcome for a source at a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The source passed.
    Passed,
    /// The source was ranked far behind, or not found; another ranking may still find it.
    Behind,
    /// The source was lost.
    Lost,
}
