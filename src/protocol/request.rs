//! A client's request: a conversation, and the settings of the answer.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::{Message, ProtocolError, RestsOn, Role, Scope};

/// Maximum total size of the contents of all messages of a request, in bytes.
pub const MAX_CONTENT_BYTES: usize = 1024 * 1024;

/// A question with its conversation, independent of the wire form.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ChatRequest {
    /// The conversation, oldest first; the last message is the question.
    pub messages: Vec<Message>,
    /// Settings of the answer; missing ones use the server's defaults.
    #[serde(default)]
    pub overrides: Overrides,
    /// Settings of a chat model's text; without a model they have no effect.
    #[serde(default)]
    pub sampling: Sampling,
    /// The client's session state, returned unchanged.
    pub session_state: Option<Value>,
    /// True if the messages are a task for the chat model itself, and no question to the documents.
    #[serde(skip)]
    pub is_task: bool,
    /// Basis of the latest answers in `messages`, oldest first, as far as the server knows. Never set by clients.
    #[serde(skip)]
    pub earlier_rest_on: Vec<RestsOn>,
}

impl ChatRequest {
    /// Returns the question: the content of the last message.
    pub fn question(&self) -> &str {
        self.messages.last().map_or("", |m| m.content.as_str())
    }

    /// Returns the conversation before the question.
    pub fn history(&self) -> &[Message] {
        self.messages.split_last().map_or(&[], |(_, before)| before)
    }

    /// Removes all instructions to the model from the request, and returns them with the names of their fields. They
    /// have the same effect wherever a client puts them.
    pub fn take_instructions(&mut self) -> Vec<(&'static str, String)> {
        let mut taken = Vec::new();
        self.messages.retain_mut(|message| {
            let is_system = message.role == Role::System;
            if is_system {
                taken.push(("messages", std::mem::take(&mut message.content)));
            }
            !is_system
        });
        if let Some(template) = self.overrides.prompt_template.take() {
            let template = template.strip_prefix(">>>").unwrap_or(&template);
            taken.push(("prompt_template", template.to_owned()));
        }
        taken.retain(|(_, text)| !text.trim().is_empty());
        taken
    }

    /// Rejects a request that cannot be answered.
    ///
    /// # Errors
    ///
    /// Fails with the name of the field: no messages, a last message that is not the reader's, an empty question,
    /// contents over [`MAX_CONTENT_BYTES`], or an invalid scope.
    pub fn validate(&self) -> Result<(), ProtocolError> {
        let Some(last) = self.messages.last() else {
            return Err(ProtocolError::refused("messages must not be empty"));
        };
        if last.role != Role::User {
            return Err(ProtocolError::refused("messages must end with one of the role \"user\""));
        }
        if last.content.trim().is_empty() {
            return Err(ProtocolError::refused(
                "the content of the last message must not be empty",
            ));
        }
        let bytes: usize = self.messages.iter().map(|m| m.content.len()).sum();
        if bytes > MAX_CONTENT_BYTES {
            return Err(ProtocolError::too_large("the messages hold more than 1 MiB of text"));
        }
        self.overrides.scope.as_ref().map_or(Ok(()), Scope::validate)
    }
}

/// The settings of a chat model's text beside its temperature.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Sampling {
    /// Maximum number of tokens to write, within the server's own limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<u32>,
    /// Share of the probability that tokens are drawn from, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top_p: Option<f32>,
    /// Texts before which the model stops.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stop: Vec<String>,
    /// Seed with which a model that supports it writes the same text again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<i64>,
}

impl Sampling {
    /// Returns these settings, and those of `other` where there are none.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            max_tokens: self.max_tokens.or(other.max_tokens),
            top_p: self.top_p.or(other.top_p),
            stop: if self.stop.is_empty() { other.stop } else { self.stop },
            seed: self.seed.or(other.seed),
        }
    }

    /// Names of the settings that are set.
    pub fn names(&self) -> Vec<&'static str> {
        let set = [
            ("max_tokens", self.max_tokens.is_some()),
            ("top_p", self.top_p.is_some()),
            ("stop", !self.stop.is_empty()),
            ("seed", self.seed.is_some()),
        ];
        set.into_iter().filter_map(|(name, is_set)| is_set.then_some(name)).collect()
    }
}

/// The settings that the specifications recommend under `context.overrides`.
///
/// Unknown keys are ignored; numbers out of range are clamped where they are used.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct Overrides {
    /// Number of passages to retrieve; any number is accepted, rounded and clamped.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "rounded_count")]
    #[cfg_attr(feature = "dialects", schema(value_type = Option<f64>))]
    pub top: Option<u32>,
    /// Sampling temperature of the chat model, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f32>,
    /// The index to search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retrieval_mode: Option<RetrievalMode>,
    /// True to use semantic search too; on by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search_text_embeddings: Option<bool>,
    /// True if a chat model may rewrite a follow-up question into a search query; on by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub query_rewriting: Option<bool>,
    /// True to apply `retrieval_reasoning_effort`, and to report which search found each citation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub use_agentic_knowledgebase: Option<bool>,
    /// Older name of `use_agentic_knowledgebase`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub use_agentic_retrieval: Option<bool>,
    /// Extent of a chat model's look-ups before it answers; low by default. Without a request to apply it, the model
    /// looks up as much as it needs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retrieval_reasoning_effort: Option<RetrievalEffort>,
    /// Accepted from the family's front ends, without effect: there is no reranker.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub semantic_ranker: Option<bool>,
    /// Accepted like `semantic_ranker`, without effect.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimum_reranker_score: Option<f32>,
    /// True to shorten passages to the sentences most relevant to the question; a chat model then sees these instead of
    /// whole passages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub semantic_captions: Option<bool>,
    /// True to propose follow-up questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggest_followup_questions: Option<bool>,
    /// Instructions that are added behind the server's own, which win; a leading `>>>` is dropped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt_template: Option<String>,
    /// Only searches documents of this category.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include_category: Option<String>,
    /// Excludes documents of this category.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exclude_category: Option<String>,
    /// Only searches these documents; files attached to the conversation are searched too.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "scope_of_object")]
    pub scope: Option<Scope>,
    /// Drops hits below this score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimum_search_score: Option<f32>,
    /// True to send the text of the sources as data points; on by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub send_text_sources: Option<bool>,
}

impl Overrides {
    /// Returns the scope of the question; `None` if it is everything.
    pub fn narrowed(&self) -> Option<&Scope> {
        self.scope.as_ref().filter(|scope| !scope.is_everything())
    }

    /// Maximum rounds of look-ups of a chat model; `None` for as many as it needs.
    pub fn effort(&self) -> Option<RetrievalEffort> {
        let wished = self.use_agentic_knowledgebase.or(self.use_agentic_retrieval);
        (wished == Some(true)).then(|| self.retrieval_reasoning_effort.unwrap_or_default())
    }
}

/// Accepts only an object as a scope: serde would read an empty list as a scope of everything.
fn scope_of_object<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Scope>, D::Error> {
    let fields: Option<Map<String, Value>> = Option::deserialize(deserializer)?;
    let scope = fields.map(|fields| Scope::deserialize(Value::Object(fields)));
    scope.transpose().map_err(D::Error::custom)
}

/// Accepts any number as the nearest count: some clients send `3.0`, or numbers out of range.
fn rounded_count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    let number: Option<f64> = Option::deserialize(deserializer)?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a cast from a float is brought into range"
    )]
    let nearest = |number: f64| number.round() as u32;
    Ok(number.map(nearest))
}

/// The index that a query searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum RetrievalMode {
    /// Keyword search.
    #[default]
    Text,
    /// Semantic search.
    Vectors,
    /// Both, fused.
    Hybrid,
}

impl RetrievalMode {
    /// Returns the name of the mode in requests.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Vectors => "vectors",
            Self::Hybrid => "hybrid",
        }
    }
}

/// Maximum rounds of look-ups of a chat model before it answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum RetrievalEffort {
    /// No rounds.
    Minimal,
    /// Up to 2 rounds.
    #[default]
    Low,
    /// Up to 6 rounds.
    Medium,
}
