//! The parts of answers: the engine and its documents, a turn, the passages for its question, the units that are
//! shown without a chat model, the sources and tools of one, and the check of what it writes.

pub mod activity;
pub mod audit;
pub mod captions;
mod choices;
pub mod data_points;
mod facts;
pub mod grounding;
pub mod instructions;
mod open;
pub mod passages;
mod plan;
pub mod question;
mod rag;
mod retrieve;
#[cfg(any(test, feature = "testing"))]
pub mod samples;
mod sheet;
mod side_prompt;
pub mod sources;
mod statements;
mod status;
pub mod thoughts;
pub mod tools;
pub mod turn;
pub mod workers;

use std::time::Duration;

use footnote_store::search::Technique;
pub use grounding::find;
pub use rag::Rag;
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
            // Of 38 answers that strangers expected, 12,000 held three more, which tools find.
            source_tokens: 6_000,
            lookup_time: Duration::from_mins(1),
            is_sample: false,
            without: Vec::new(),
        }
    }
}
