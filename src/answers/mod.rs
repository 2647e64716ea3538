//! Answers without a chat model: the engine and its documents, a turn, the tools, the passages for its question and
//! their weights, the kinds of composed answers, and the check of statements.

pub mod activity;
pub mod audit;
pub mod captions;
mod choices;
pub mod collection;
pub mod composed;
pub mod grounding;
pub mod instructions;
pub mod kinds;
pub mod once;
mod open;
pub mod phrases;
pub mod plan;
pub mod quote;
mod rag;
mod retrieval_outcome;
pub mod retrieve;
#[cfg(any(test, feature = "testing"))]
pub mod samples;
mod sheet;
mod side_prompt;
pub mod sources;
mod status;
mod tables;
pub mod thoughts;
pub mod tools;
pub mod turn;
pub mod weigh;
pub mod workers;

use std::time::Duration;

use footnote_protocol::confidence;
use footnote_retrieval::Technique;
pub use rag::Rag;
pub use retrieval_outcome::{RetrievalOutcome, examine, find};
pub use workers::Workers;

/// The settings of answers where a request does not override them.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Number of passages to retrieve.
    pub top: u32,
    /// The sampling temperature.
    pub temperature: f32,
    /// Maximum number of tokens of conversation in a prompt.
    pub history_tokens: u32,
    /// Maximum number of tokens of an answer.
    pub answer_tokens: u32,
    /// Maximum number of tokens of sources that a prompt begins with.
    pub source_tokens: u32,
    /// Time for which a model may look things up before it must answer.
    pub lookup_time: Duration,
    /// Minimum probability, from 0 to 1, that the documents answer for a quoted answer to count as one.
    pub confidence: f32,
    /// True if the documents are the sample documents that come with Footnote.
    pub is_sample: bool,
    /// Retrieval techniques to leave out, in order to measure their value.
    pub without: Vec<Technique>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            // With five instead of three, the northwind questions gain four points of citation recall, and the prompt
            // stays under two thousand tokens.
            top: 5,
            temperature: 0.3,
            history_tokens: 2_000,
            answer_tokens: 1_024,
            // As much as the strongest peers allow, and a tenth of most models' windows.
            source_tokens: 12_000,
            lookup_time: Duration::from_mins(1),
            confidence: confidence::DEFAULT_THRESHOLD,
            is_sample: false,
            without: Vec::new(),
        }
    }
}
