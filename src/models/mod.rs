//! Chat models: the trait, and its implementations. Which one writes is chosen in `choice`.

pub mod choice;
pub mod embed;
mod error;
pub mod fit;
pub mod local;
pub mod open_ai;
#[cfg(test)]
#[path = "tests/playing.rs"]
mod playing;
mod reply;
#[cfg(any(test, feature = "testing"))]
pub mod scripted;
mod slot;
pub mod sse;

use std::ops::Range;

pub use error::ModelError;
use footnote_documents::attach::Image;
use footnote_protocol::{FinishReason, Message, ModelReport, TokenUsage};
use futures_util::stream::BoxStream;
pub use reply::{Reply, reply};
use serde_json::Value;
pub use slot::ModelSlot;

/// A prompt for a chat model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prompt {
    /// Instructions, conversation and question, in order.
    pub messages: Vec<Message>,
    /// Where in the last message each source stands, in bytes, so that the last ones can be left out.
    pub sources: Vec<Range<usize>>,
    /// The calls of tools so far in this answer, with their results.
    pub rounds: Vec<ToolRound>,
    /// Images that belong to the last message; only for a model that sees.
    pub images: Vec<Image>,
    /// Tools that the model may call instead of writing text. Models without tools write text all the same.
    pub tools: Vec<Tool>,
    /// The sampling temperature; the model's own when absent.
    pub temperature: Option<f32>,
    /// The most tokens to write.
    pub max_tokens: u32,
}

/// A function that a chat model may call instead of writing text.
#[derive(Clone, Debug, PartialEq)]
pub struct Tool {
    /// Its name, as models like it: letters and underscores.
    pub name: &'static str,
    /// Its description in a sentence, for the model.
    pub description: &'static str,
    /// The JSON Schema of its arguments, an object.
    pub parameters: Value,
}

/// One reply of the model that calls tools, with what the tools returned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolRound {
    /// The text beside the calls.
    pub text: String,
    /// Each call with its result.
    pub calls: Vec<(ToolCall, String)>,
}

/// A call of a tool, whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolCall {
    /// Its id, as the model's server gave it; may be empty.
    pub id: String,
    /// The tool's name as the model wrote it, which may be another's.
    pub name: String,
    /// The arguments as the model wrote them: JSON, if it did well.
    pub arguments: String,
}

/// A part of a chat model's answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    /// So many of the last passages were left out, since the prompt was too long; comes before all else.
    LeftOut(usize),
    /// The next piece of text; never empty.
    Text(String),
    /// It calls a tool.
    Called(ToolCall),
    /// The tokens that the answer cost.
    Usage(TokenUsage),
    /// The provider's report beside the answer.
    Reported(Box<ModelReport>),
    /// The text is whole.
    Finished(FinishReason),
}

/// Writes text.
///
/// Contract: the texts concatenate to the whole answer; an error ends the stream; an answer that
/// is whole ends with [`Token::Finished`], one that breaks off ends with an error; connecting is
/// the first poll; dropping the stream closes the connection.
pub trait ChatModel: Send + Sync {
    /// The model's name, as thoughts and wire forms show it.
    fn name(&self) -> &str;

    /// True if it can look at images.
    fn sees(&self) -> bool {
        false
    }

    /// True if it can call tools, as far as is known.
    fn calls_tools(&self) -> bool {
        true
    }

    /// The tokens that a prompt and its answer may have together, if known.
    fn context(&self) -> Option<u32> {
        None
    }

    /// Starts writing.
    fn stream(&self, prompt: Prompt) -> BoxStream<'static, Result<Token, ModelError>>;
}
