//! A conversation: from a request to a stream of events.

pub mod quote;

use futures_util::stream::BoxStream;

use crate::protocol::{AnswerEvent, ChatRequest, ProtocolError};
use crate::rag::Rag;

/// How answers are made where a request does not say.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// How many passages to retrieve.
    pub top: u32,
    /// The sampling temperature.
    pub temperature: f32,
    /// The most tokens of conversation that a prompt keeps.
    pub history_tokens: u32,
    /// The most tokens of an answer.
    pub answer_tokens: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            // Five: the northwind questions gain four points of citation recall over three,
            // and the prompt stays under two thousand tokens.
            top: 5,
            temperature: 0.3,
            history_tokens: 2_000,
            answer_tokens: 1_024,
        }
    }
}

/// An answer in the making. Dropping it cancels it, to the model's socket.
pub type Events = BoxStream<'static, AnswerEvent>;
