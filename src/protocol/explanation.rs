//! An explanation of a source: the stages on its way to the answer, and the one at which it fell out.

use serde::{Deserialize, Serialize};

/// The way of one source to the answer of a question, step by step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explanation {
    /// The source, as `<path>` or `<path>#page=N`.
    pub source: String,
    /// The search query.
    pub query: String,
    /// The steps in order; after one that is [`Outcome::Lost`] at the index or the filters there are none.
    pub steps: Vec<Step>,
}

impl Explanation {
    /// The step at which the source fell out: the last one that lost it.
    pub fn lost(&self) -> Option<&Step> {
        let lost = |step: &&Step| step.outcome == Outcome::Lost;
        self.steps.iter().rev().find(lost)
    }
}

/// One step of the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The stage of the way.
    pub stage: Stage,
    /// The outcome for the source there.
    pub outcome: Outcome,
    /// An account for the reader, in sentences.
    pub detail: String,
}

/// A stage on the way from a document to an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// The index: is it in there?
    Index,
    /// The filters: do they let it in?
    Filters,
    /// The ranking by the words of the question.
    Words,
    /// The ranking by meaning.
    Meaning,
    /// The choice of the passages that the answer stands on.
    Choice,
    /// The quotation, where answers quote.
    Quotation,
    /// The part of it that a chat model is shown, where one writes the answers.
    Model,
}

impl Stage {
    /// Its name for the reader.
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

/// The outcome for a source at a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It went on.
    Passed,
    /// It was found far behind, or not at all; another ranking may still find it.
    Behind,
    /// It fell out.
    Lost,
}
