//! The tokens that an answer took, or an estimate where nobody counts.

use std::ops::Not;

use serde::Serialize;
use utoipa::ToSchema;

use super::AnswerHead;
use crate::{Answer, TokenUsage};

/// The bytes of text of one token, about: the models' own makers say so of English.
const BYTES: usize = 4;

/// The tokens that an answer took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct CountedTokens {
    #[serde(flatten)]
    pub(super) tokens: TokenUsage,
    /// True where no model counts them; absent where one does.
    #[serde(skip_serializing_if = "Not::not")]
    pub(super) estimated: bool,
}

/// The tokens of the answer so far: as the model reports them, or estimated from the length of the prompt and
/// the text. Clients of `OpenAI`'s API count on there being some.
pub(super) fn of(head: &AnswerHead, answer: &Answer) -> CountedTokens {
    counted(head, answer.usage, answer.text.len())
}

/// The same of an answer that holds so many bytes of text.
pub(super) fn counted(head: &AnswerHead, usage: Option<TokenUsage>, said: usize) -> CountedTokens {
    CountedTokens {
        tokens: usage.unwrap_or_else(|| estimated(head.asked_bytes, said)),
        estimated: usage.is_none(),
    }
}

/// The tokens that were thought, of those written.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = Thinking)]
pub(super) struct ReasoningTokens {
    reasoning_tokens: u32,
}

impl ReasoningTokens {
    /// The tokens that were thought; none where the model does not tell.
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
