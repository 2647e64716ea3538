//! Token usage of an answer, estimated if the model does not report it.

use std::ops::Not;

use serde::Serialize;
use utoipa::ToSchema;

use super::AnswerHead;
use crate::{Answer, TokenUsage};

/// Approximate number of bytes per token, as the makers of models state for English.
const BYTES: usize = 4;

/// Token usage of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct CountedTokens {
    #[serde(flatten)]
    pub(super) tokens: TokenUsage,
    /// True if the counts are estimates because the model reported none; otherwise absent.
    #[serde(skip_serializing_if = "Not::not")]
    pub(super) estimated: bool,
}

/// Token usage so far: as the model reports it, or estimated from the lengths of the prompt and the text. Clients of
/// `OpenAI`'s API require it.
pub(super) fn of(head: &AnswerHead, answer: &Answer) -> CountedTokens {
    counted(head, answer.usage, answer.text.len())
}

/// Returns the same for an answer with `said` bytes of text.
pub(super) fn counted(head: &AnswerHead, usage: Option<TokenUsage>, said: usize) -> CountedTokens {
    CountedTokens {
        tokens: usage.unwrap_or_else(|| estimated(head.asked_bytes, said)),
        estimated: usage.is_none(),
    }
}

/// Reasoning tokens among the output tokens.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = Thinking)]
pub(super) struct ReasoningTokens {
    reasoning_tokens: u32,
}

impl ReasoningTokens {
    /// Returns the reasoning tokens; 0 if the model does not report them.
    pub(super) fn of(usage: TokenUsage) -> Self {
        Self { reasoning_tokens: usage.reasoning_tokens.unwrap_or(0) }
    }
}

fn estimated(raw: usize, said: usize) -> TokenUsage {
    let tokens = |bytes: usize| u32::try_from(bytes.div_ceil(BYTES)).unwrap_or(u32::MAX);
    let (prompt_tokens, completion_tokens) = (tokens(raw), tokens(said));
    TokenUsage {
        prompt_tokens,
        completion_tokens,
        reasoning_tokens: None,
        total_tokens: prompt_tokens.saturating_add(completion_tokens),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_that_counts_is_believed() {
        let reported = TokenUsage { total_tokens: 7, ..TokenUsage::default() };
        let answer = Answer { usage: Some(reported), ..Answer::default() };
        let counted = of(&AnswerHead::default(), &answer);
        assert_eq!((counted.tokens, counted.estimated), (reported, false));
    }

    #[test]
    fn four_bytes_are_a_token_where_nobody_counts() {
        let head = AnswerHead { asked_bytes: 16, ..AnswerHead::default() };
        let answer = Answer { text: "Thirty days.".to_owned(), ..Answer::default() };
        let usage = serde_json::json!(of(&head, &answer));
        let counted = serde_json::json!({
            "prompt_tokens": 4, "completion_tokens": 3, "total_tokens": 7, "estimated": true,
        });
        assert_eq!(usage, counted);
    }
}
