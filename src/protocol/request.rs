//! A client's request: a conversation, and the settings of the answer.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::{Message, ProtocolError, RestsOn, Role, Scope};

/// The most bytes that the contents of all messages of one request may hold together.
pub const MAX_CONTENT_BYTES: usize = 1024 * 1024;

/// A question with its conversation, in no particular wire form.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ChatRequest {
    /// The conversation, oldest first; the last message is the question.
    pub messages: Vec<Message>,
    /// The settings of the answer; the server's defaults hold for absent ones.
    #[serde(default)]
    pub overrides: Overrides,
    /// The client's memory, returned untouched.
    pub session_state: Option<Value>,
    /// What the last answers in `messages` rest on, oldest first, as far as the server knows; no client tells it.
    #[serde(skip)]
    pub earlier_rest_on: Vec<RestsOn>,
}

impl ChatRequest {
    /// The question: the content of the last message.
    pub fn question(&self) -> &str {
        self.messages.last().map_or("", |m| m.content.as_str())
    }

    /// The conversation before the question.
    pub fn history(&self) -> &[Message] {
        self.messages.split_last().map_or(&[], |(_, before)| before)
    }

    /// Refuses a request that cannot be answered.
    ///
    /// # Errors
    ///
    /// A refusal that names the field: no messages, a last message that is not the reader's,
    /// an empty question, contents over [`MAX_CONTENT_BYTES`], or a scope that is none.
    pub fn validate(&self) -> Result<(), ProtocolError> {
        let Some(last) = self.messages.last() else {
            return Err(ProtocolError::refused("messages must not be empty"));
        };
        if last.role != Role::User {
            return Err(ProtocolError::refused("the last of messages must have the role \"user\""));
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

/// The settings that the specifications recommend under `context.overrides`.
///
/// Unknown keys are ignored everywhere; numbers out of range are clamped where they are used.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct Overrides {
    /// The number of passages to retrieve; any number is read, rounded and brought into range.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "rounded_count")]
    #[cfg_attr(feature = "dialects", schema(value_type = Option<f64>))]
    pub top: Option<u32>,
    /// The sampling temperature of the chat model, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f32>,
    /// The index to ask.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retrieval_mode: Option<RetrievalMode>,
    /// Search by meaning as well; on unless switched off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search_text_embeddings: Option<bool>,
    /// Leave to a chat model to make the search query of a question that goes on with a conversation;
    /// on unless switched off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub query_rewriting: Option<bool>,
    /// Heed `retrieval_reasoning_effort`, and tell which search each citation came in by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub use_agentic_knowledgebase: Option<bool>,
    /// The older name of the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub use_agentic_retrieval: Option<bool>,
    /// How far a chat model looks further before it answers; low by default. As far as it needs, where nothing asks
    /// for this to be heeded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retrieval_reasoning_effort: Option<RetrievalEffort>,
    /// Rank the first passages anew by what their sentences mean; heeded where there is an
    /// embedding model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub semantic_ranker: Option<bool>,
    /// Passages that are ranked anew below this score, of 4, are dropped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimum_reranker_score: Option<f32>,
    /// Give passages by the sentences that tell most about the question; a chat model is
    /// then shown these, and not the whole passages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub semantic_captions: Option<bool>,
    /// Propose follow-up questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggest_followup_questions: Option<bool>,
    /// Replaces the system prompt; with a leading `>>>` it is appended instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt_template: Option<String>,
    /// Only documents of this category.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include_category: Option<String>,
    /// No documents of this category.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exclude_category: Option<String>,
    /// Only these documents; what is attached to the conversation is asked as well.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "scope_of_object")]
    pub scope: Option<Scope>,
    /// Hits below this score are dropped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimum_search_score: Option<f32>,
    /// The least probability that the documents answer, from 0 to 1, for a quoted answer to be one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimum_confidence: Option<f32>,
    /// Send the sources' text along as data points; on unless switched off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub send_text_sources: Option<bool>,
}

impl Overrides {
    /// The scope that the question is asked in; `None` where that is everything.
    pub fn narrowed(&self) -> Option<&Scope> {
        self.scope.as_ref().filter(|scope| !scope.is_everything())
    }

    /// The rounds of look-ups of a chat model; `None` for as many as it needs.
    pub fn effort(&self) -> Option<RetrievalEffort> {
        let wished = self.use_agentic_knowledgebase.or(self.use_agentic_retrieval);
        (wished == Some(true)).then(|| self.retrieval_reasoning_effort.unwrap_or_default())
    }
}

/// Reads a scope from an object alone: a list of nothing would be read as one of everything.
fn scope_of_object<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Scope>, D::Error> {
    let fields: Option<Map<String, Value>> = Option::deserialize(deserializer)?;
    let scope = fields.map(|fields| Scope::deserialize(Value::Object(fields)));
    scope.transpose().map_err(D::Error::custom)
}

/// Reads any number as the nearest count: some clients send `3.0`, or numbers out of range.
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

/// The index that answers a query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum RetrievalMode {
    /// Keywords.
    #[default]
    Text,
    /// Embeddings.
    Vectors,
    /// Both, fused.
    Hybrid,
}

impl RetrievalMode {
    /// Its name in requests.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Vectors => "vectors",
            Self::Hybrid => "hybrid",
        }
    }
}

/// The rounds of look-ups that a chat model may take before it answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum RetrievalEffort {
    /// Not at all.
    Minimal,
    /// In up to 2 rounds of look-ups.
    #[default]
    Low,
    /// In up to 6 rounds of look-ups.
    Medium,
}
