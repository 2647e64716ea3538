//! Chat models: the trait, and its implementations. Which one writes is chosen in `choice`.

pub mod choice;
pub mod embed;
pub(crate) mod fit;
pub mod local;
pub mod open_ai;
#[cfg(test)]
#[path = "tests/playing.rs"]
mod playing;
mod reply;
pub mod rerank;
#[cfg(test)]
#[expect(dead_code, reason = "the integration tests use the rest of it")]
#[path = "tests/scripted.rs"]
pub(crate) mod scripted;
mod slot;
pub mod sse;

use futures_util::stream::BoxStream;
pub use reply::{Reply, reply};
use serde_json::Value;
pub use slot::ModelSlot;

use crate::documents::attach::Image;
use crate::protocol::{FinishReason, Message, ModelReport, TokenUsage};

/// A prompt for a chat model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prompt {
    /// Instructions, conversation and question, in order.
    pub messages: Vec<Message>,
    /// The offset in the last message at which each passage begins, the last ones at its end, so that they can be
    /// left out.
    pub passages: Vec<usize>,
    /// Images that belong to the last message; only for a model that sees.
    pub images: Vec<Image>,
    /// A tool that the model may call instead of writing text. Models without tools write text all the same.
    pub tool: Option<Tool>,
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

/// A call of a tool, whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolCall {
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
    /// It calls the tool that was offered.
    Called(ToolCall),
    /// The tokens that the answer cost.
    Usage(TokenUsage),
    /// The provider's report beside the answer.
    Reported(Box<ModelReport>),
    /// The text is whole.
    Finished(FinishReason),
}

/// The error of a chat model that did not answer, or broke off.
///
/// No variant carries text of the provider that could hold a secret.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// No connection, or it broke.
    #[error("the chat model cannot be reached")]
    Unreachable,
    /// The connection cannot be encrypted, or its certificate is not trusted.
    #[error("the chat model cannot be reached by an encrypted connection")]
    Untrusted,
    /// It took too long to say its first or its next word.
    #[error("the chat model took too long to answer")]
    TooSlow,
    /// It is asked too often.
    #[error("the chat model is asked too often")]
    RateLimited,
    /// The key is wrong, or missing.
    #[error("the chat model refused the credentials")]
    Unauthorised,
    /// There is no model of this name, or no chat at all, at its address.
    #[error("there is no chat model of this name at its address")]
    Missing,
    /// Its content filter refused the question.
    #[error("the content filter of the chat model refused the question")]
    Filtered,
    /// The prompt is too long for it; the tokens that it takes, if it said so.
    #[error("the conversation is too long for the chat model")]
    TooLong(Option<u32>),
    /// It answered with an error or with something that is no answer.
    #[error("the chat model answered with an error")]
    Broken,
    /// The connection ended before the answer did.
    #[error("the chat model broke off in the middle of the answer")]
    BrokeOff,
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

    /// The tokens that a prompt and its answer may have together, if known.
    fn context(&self) -> Option<u32> {
        None
    }

    /// Starts writing.
    fn stream(&self, prompt: Prompt) -> BoxStream<'static, Result<Token, ModelError>>;
}
