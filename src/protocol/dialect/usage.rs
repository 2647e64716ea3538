//! The tokens that an answer took, or an estimate where nobody counts.

use serde::Serialize;
use utoipa::ToSchema;

use super::AnswerHead;
use crate::{Answer, TokenUsage};

/// The bytes of text of one token, about: the models' own makers say so of English.
const BYTES: usize = 4;

/// The tokens of the answer so far: as the model reports them, or estimated from the length of the prompt and
/// the text. Clients of `OpenAI`'s API count on there being some.
pub(super) fn of(head: &AnswerHead, answer: &Answer) -> TokenUsage {
    answer.usage.unwrap_or_else(|| estimated(head.asked_bytes, answer.text.len()))
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
        assert_eq!(of(&AnswerHead::default(), &answer), reported);
    }

    #[test]
    fn four_bytes_are_a_token_where_nobody_counts() {
        let head = AnswerHead { asked_bytes: 16, ..AnswerHead::default() };
        let answer = Answer { text: "Thirty days.".to_owned(), ..Answer::default() };
        let usage = of(&head, &answer);
        let counted = (usage.prompt_tokens, usage.completion_tokens, usage.total_tokens);
        assert_eq!(counted, (4, 3, 7));
    }
}
