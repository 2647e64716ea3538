//! Completions and their chunks, shared by all forms with `choices`.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::AnswerHead;
use super::usage::{self, CountedTokens};
use crate::{Answer, FinishReason, ModelReport};

/// A whole answer with its only choice.
#[derive(Serialize, ToSchema)]
pub(super) struct Completion<C> {
    id: String,
    object: CompletionObject,
    created: u64,
    model: String,
    #[schema(required)]
    system_fingerprint: Option<String>,
    #[schema(inline)]
    choices: [C; 1],
    usage: CountedTokens,
    #[serde(skip_serializing_if = "Option::is_none")]
    prompt_filter_results: Option<Value>,
}

/// Type of a completion.
#[derive(Serialize, ToSchema)]
pub(super) enum CompletionObject {
    /// The only variant.
    #[serde(rename = "chat.completion")]
    Completion,
}

/// The choice of a whole answer.
#[derive(Serialize, ToSchema)]
#[schema(as = Whole)]
pub(super) struct AnswerChoice<M> {
    index: u32,
    #[schema(inline)]
    message: M,
    finish_reason: FinishReason,
    #[serde(skip_serializing_if = "Option::is_none")]
    content_filter_results: Option<Value>,
}

/// A chunk of an answer. It always has a choice, because some clients do not check.
#[derive(Serialize, ToSchema)]
pub(super) struct Chunk<C> {
    id: String,
    object: ChunkObject,
    created: u64,
    model: String,
    #[schema(required)]
    system_fingerprint: Option<String>,
    #[schema(inline)]
    choices: [C; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    usage: Option<CountedTokens>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prompt_filter_results: Option<Value>,
}

/// Type of a chunk.
#[derive(Serialize, ToSchema)]
pub(super) enum ChunkObject {
    /// The only variant.
    #[serde(rename = "chat.completion.chunk")]
    Chunk,
}

/// The choice of a chunk.
#[derive(Serialize, ToSchema)]
#[schema(as = Part)]
pub(super) struct ChunkChoice<D> {
    index: u32,
    #[schema(inline)]
    delta: D,
    #[schema(required)]
    finish_reason: Option<FinishReason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    content_filter_results: Option<Value>,
}

impl<C> Completion<C> {
    /// Wraps a choice in an answer.
    pub(super) fn of(head: &AnswerHead, answer: &Answer, choice: C) -> Self {
        Self {
            id: head.id.clone(),
            object: CompletionObject::Completion,
            created: head.created,
            model: head.model_of(answer),
            system_fingerprint: answer.report.system_fingerprint.clone(),
            choices: [choice],
            usage: usage::of(head, answer),
            prompt_filter_results: answer.report.prompt_filter_results.clone(),
        }
    }
}

impl<M> AnswerChoice<M> {
    /// Returns the choice of an answer.
    pub(super) fn of(message: M, answer: &Answer) -> Self {
        Self {
            index: 0,
            message,
            finish_reason: answer.finish.unwrap_or(FinishReason::Stop),
            content_filter_results: answer.report.content_filter_results.clone(),
        }
    }
}

impl<C> Chunk<C> {
    /// Wraps a choice in a chunk.
    pub(super) fn of(head: &AnswerHead, choice: C) -> Self {
        Self {
            id: head.id.clone(),
            object: ChunkObject::Chunk,
            created: head.created,
            model: head.model.clone(),
            system_fingerprint: None,
            choices: [choice],
            usage: None,
            prompt_filter_results: None,
        }
    }

    /// Returns the last chunk, with token usage and the provider's report.
    pub(super) fn ending(self, usage: CountedTokens, report: &ModelReport) -> Self {
        Self {
            system_fingerprint: report.system_fingerprint.clone(),
            usage: Some(usage),
            prompt_filter_results: report.prompt_filter_results.clone(),
            ..self
        }
    }
}

impl<D> ChunkChoice<D> {
    /// Returns a chunk that is not the last.
    pub(super) fn of(delta: D) -> Self {
        Self { index: 0, delta, finish_reason: None, content_filter_results: None }
    }
}

impl<D: Default> ChunkChoice<D> {
    /// Returns the end of the text.
    pub(super) fn last(reason: FinishReason, report: &ModelReport) -> Self {
        Self {
            finish_reason: Some(reason),
            content_filter_results: report.content_filter_results.clone(),
            ..Self::of(D::default())
        }
    }
}
