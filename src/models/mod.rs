//! Chat and embedding models: the traits and their implementations. `choice` selects the chat model.

pub mod choice;
pub mod embed;
mod error;
pub mod fit;
pub mod local;
pub mod open_ai;
#[cfg(test)]
#[path = "tests/playing.rs"]
mod playing;
mod precedence;
mod reply;
#[cfg(any(test, feature = "testing"))]
pub mod scripted;
mod slot;
pub mod sse;

use std::ops::Range;
use std::sync::Arc;

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
    /// Byte range of each source in the last message, so that the last sources can be dropped.
    pub sources: Vec<Range<usize>>,
    /// Tool calls made so far for this answer, with their results.
    pub rounds: Vec<ToolRound>,
    /// Images that belong to the last message; only for models that can see.
    pub images: Vec<Image>,
    /// Tools that the model may call instead of writing text. Models without tool support write text anyway.
    pub tools: Arc<[Tool]>,
    /// Sampling temperature; `None` for the model's default.
    pub temperature: Option<f32>,
    /// Share of the probability that tokens are drawn from; `None` for the model's default.
    pub top_p: Option<f32>,
    /// Texts before which the model stops.
    pub stop: Vec<String>,
    /// Seed, for models that support one.
    pub seed: Option<i64>,
    /// Maximum number of tokens to write.
    pub max_tokens: u32,
}

/// A function that a chat model may call instead of writing text.
#[derive(Clone, Debug, PartialEq)]
pub struct Tool {
    /// Name in letters and underscores, which all models accept.
    pub name: &'static str,
    /// One-sentence description, for the model.
    pub description: &'static str,
    /// JSON Schema of the arguments; an object.
    pub parameters: Value,
}

/// One reply with tool calls, and the results of these calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolRound {
    /// The text besides the calls.
    pub text: String,
    /// Each call with its result.
    pub calls: Vec<(ToolCall, String)>,
}

/// A complete tool call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolCall {
    /// Id given by the model's server; may be empty.
    pub id: String,
    /// Name as the model wrote it; there may be no such tool.
    pub name: String,
    /// Arguments as the model wrote them; should be JSON.
    pub arguments: String,
}

/// A part of a chat model's answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    /// Number of trailing sources that were dropped because the prompt was too long. Comes first.
    LeftOut(usize),
    /// Next piece of text; never empty.
    Text(String),
    /// A tool call.
    Called(ToolCall),
    /// Token usage of the answer.
    Usage(TokenUsage),
    /// Further data reported by the provider.
    Reported(Box<ModelReport>),
    /// The text is complete.
    Finished(FinishReason),
}

/// Writes text.
///
/// Contract: the texts concatenate to the whole answer. A complete answer ends with [`Token::Finished`]; an interrupted
/// one ends with an error, which is the last item. Connecting happens on the first poll. Dropping the stream closes the
/// connection.
pub trait ChatModel: Send + Sync {
    /// Name of the model, as thoughts and wire forms show it.
    fn name(&self) -> &str;

    /// True if the model can see images.
    fn sees(&self) -> bool {
        false
    }

    /// True if the model can call tools, as far as is known.
    fn calls_tools(&self) -> bool {
        true
    }

    /// Context size in tokens, for the prompt and its answer together, if known.
    fn context(&self) -> Option<u32> {
        None
    }

    /// Starts an answer.
    fn stream(&self, prompt: Prompt) -> BoxStream<'static, Result<Token, ModelError>>;
}
