//! The steps of an answer, in the order in which they happen.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::audit::Audit;
use super::{ProtocolError, ResponseContext, RestsOn, Thought, ToolStep};

/// One step of an answer.
///
/// A stream of events holds: perhaps [`Step`](Self::Step)s, then one [`Grounded`](Self::Grounded) and one
/// [`RestsOn`](Self::RestsOn), then
/// [`Delta`](Self::Delta)s, then perhaps [`FollowUps`](Self::FollowUps) and
/// [`Audited`](Self::Audited) and [`Reported`](Self::Reported), then [`Thoughts`](Self::Thoughts), and last
/// either [`Finished`](Self::Finished) or [`Failed`](Self::Failed). A failure may come at any time after `Grounded` and ends the stream.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum AnswerEvent {
    /// Something was looked up; `Grounded` has it among its thoughts.
    Step(ToolStep),
    /// The passages that the answer will draw on, and the thoughts so far.
    Grounded(Box<ResponseContext>),
    /// What the answer rests on, for whoever keeps it: no wire form of other clients has it. A later one takes its
    /// place.
    RestsOn(RestsOn),
    /// The next piece of the answer's Markdown.
    Delta(String),
    /// Questions to ask next.
    FollowUps(Vec<String>),
    /// The check of the answer's statements against their citations.
    Audited(Audit),
    /// The provider's report on the answer; only some forms have a place for it.
    Reported(Box<ModelReport>),
    /// All thoughts, now with timing and token use; replaces those of `Grounded`.
    Thoughts(Vec<Thought>),
    /// The answer is whole.
    Finished {
        /// The reason why the text ends.
        reason: FinishReason,
        /// The name of the model that wrote it.
        model: String,
        /// The tokens that it took, where the model reports them.
        usage: Option<TokenUsage>,
    },
    /// The answer breaks off; the part sent so far stays valid.
    Failed(ProtocolError),
}

/// The reason why the text of an answer ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum FinishReason {
    /// It is complete.
    Stop,
    /// The limit of tokens was reached.
    Length,
    /// The provider's content filter cut it.
    ContentFilter,
}

/// The tokens that an answer took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct TokenUsage {
    /// Tokens read.
    #[cfg_attr(feature = "dialects", schema(required))]
    pub prompt_tokens: u32,
    /// Tokens written.
    #[cfg_attr(feature = "dialects", schema(required))]
    pub completion_tokens: u32,
    /// Tokens thought, of those written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasoning_tokens: Option<u32>,
    /// Both together.
    #[cfg_attr(feature = "dialects", schema(required))]
    pub total_tokens: u32,
}

/// The report of a model's provider on an answer, as it came.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ModelReport {
    /// On which set-up of the provider the model ran.
    pub system_fingerprint: Option<String>,
    /// The content filter's findings in the prompt.
    pub prompt_filter_results: Option<Value>,
    /// The content filter's findings in the answer.
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
