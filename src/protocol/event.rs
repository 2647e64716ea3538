//! The events of an answer, in the order in which they occur.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::audit::Audit;
use super::{ProtocolError, ResponseContext, RestsOn, Thought};

/// An event of an answer.
///
/// A stream of events begins with one [`Grounded`](Self::Grounded), as soon as the first search is done, and one
/// [`RestsOn`](Self::RestsOn). [`Step`](Self::Step)s, [`Remark`](Self::Remark)s and [`Delta`](Self::Delta)s follow in any
/// order, with [`Sources`](Self::Sources) and `RestsOn` again before text that rests on more. Then come optional
/// [`Audited`](Self::Audited), again if text follows, [`FollowUps`](Self::FollowUps) and [`Reported`](Self::Reported), [`Thoughts`](Self::Thoughts),
/// and finally either [`Finished`](Self::Finished) or [`Failed`](Self::Failed). A failure may occur at any time after
/// `Grounded` and ends the stream.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum AnswerEvent {
    /// Something was looked up, as the thought of a [`ToolStep`](super::ToolStep).
    Step(Thought),
    /// The passages that the answer will use, and the thoughts so far.
    Grounded(Box<ResponseContext>),
    /// The context again, after later steps have found more sources, or with the passages that replace a failed model's
    /// answer. Its data points and passages replace those of `Grounded`.
    Sources(Box<ResponseContext>),
    /// The text so far was a remark beside a look-up and no part of the answer. Forms that cannot take text back begin a
    /// new paragraph.
    Remark,
    /// The basis of the answer, to be stored with it; no wire form sends it to clients. A later event replaces it.
    RestsOn(RestsOn),
    /// The next piece of the answer's Markdown text.
    Delta(String),
    /// Questions to ask next.
    FollowUps(Vec<String>),
    /// The check of the answer's statements against their citations.
    Audited(Audit),
    /// Further data reported by the provider; only some forms have a place for it.
    Reported(Box<ModelReport>),
    /// All thoughts, now with timing and token usage; replaces those of `Grounded`.
    Thoughts(Vec<Thought>),
    /// The answer is complete.
    Finished {
        /// Finish reason.
        reason: FinishReason,
        /// Name of the model that wrote the answer.
        model: String,
        /// Token usage, if the model reports it.
        usage: Option<TokenUsage>,
    },
    /// The answer ends early; what has been sent stays valid.
    Failed(ProtocolError),
}

/// Finish reason of an answer's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum FinishReason {
    /// The text is complete.
    Stop,
    /// The limit of tokens was reached.
    Length,
    /// The provider's content filter cut the text.
    ContentFilter,
}

/// Token usage of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct TokenUsage {
    /// Input tokens.
    #[cfg_attr(feature = "dialects", schema(required))]
    pub prompt_tokens: u32,
    /// Output tokens.
    #[cfg_attr(feature = "dialects", schema(required))]
    pub completion_tokens: u32,
    /// Reasoning tokens among the output tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasoning_tokens: Option<u32>,
    /// Total of input and output.
    #[cfg_attr(feature = "dialects", schema(required))]
    pub total_tokens: u32,
}

/// Further data on an answer, as reported by the model's provider.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ModelReport {
    /// The configuration in which the provider ran the model.
    pub system_fingerprint: Option<String>,
    /// Findings of the content filter in the prompt.
    pub prompt_filter_results: Option<Value>,
    /// Findings of the content filter in the answer.
    pub content_filter_results: Option<Value>,
}

impl ModelReport {
    /// Takes over the fields of a later report.
    pub fn update(&mut self, later: Self) {
        let Self { system_fingerprint, prompt_filter_results, content_filter_results } = later;
        self.system_fingerprint = system_fingerprint.or(self.system_fingerprint.take());
        self.prompt_filter_results = prompt_filter_results.or(self.prompt_filter_results.take());
        self.content_filter_results = content_filter_results.or(self.content_filter_results.take());
    }
}
