//! Collects a chat model's reply from its stream.

use std::time::Duration;

use footnote_protocol::{FinishReason, TokenUsage};
use futures_util::StreamExt;

use super::{ChatModel, ModelError, Prompt, Token, ToolCall};

/// Maximum length of a reply including tool calls, in bytes; a model that writes more has lost its way.
const MAX_LEN: usize = 16 * 1024;

/// A model's reply.
#[derive(Debug, Default, PartialEq)]
pub struct Reply {
    /// The text.
    pub text: String,
    /// The tool calls.
    pub calls: Vec<ToolCall>,
    /// True if it was cut off at the maximum number of tokens.
    pub is_cut: bool,
    /// Token usage, if the model reports it.
    pub usage: Option<TokenUsage>,
}

/// Returns the complete reply of `model`.
///
/// # Errors
///
/// Fails if the reply is incomplete, too long, or not complete within `time_limit`.
pub async fn reply(
    model: &dyn ChatModel,
    prompt: Prompt,
    time_limit: Duration,
) -> Result<Reply, ModelError> {
    let asked = tokio::time::timeout(time_limit, whole(model, prompt)).await;
    asked.unwrap_or(Err(ModelError::TooSlow))
}

async fn whole(model: &dyn ChatModel, prompt: Prompt) -> Result<Reply, ModelError> {
    let mut tokens = model.stream(prompt);
    let mut reply = Reply::default();
    let mut bytes = 0;
    while let Some(token) = tokens.next().await {
        match token? {
            Token::Text(text) => {
                bytes += text.len();
                reply.text.push_str(&text);
            }
            Token::Called(call) => {
                bytes += call.name.len() + call.arguments.len();
                reply.calls.push(call);
            }
            Token::Usage(usage) => reply.usage = Some(usage),
            Token::LeftOut(_) | Token::Reported(_) => {}
            Token::Finished(reason) => {
                reply.is_cut = reason == FinishReason::Length;
                return Ok(reply);
            }
        }
        if bytes > MAX_LEN {
            return Err(ModelError::Broken);
        }
    }
    Err(ModelError::BrokeOff)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scripted::{Scripted, Step};

    async fn asked(steps: Vec<Step>) -> Result<Reply, ModelError> {
        let model = Scripted::new(steps);
        reply(&model, Prompt::default(), Duration::ZERO).await
    }

    #[tokio::test]
    async fn a_reply_is_text_and_calls_with_their_cost() {
        let usage = TokenUsage::default();
        let call = Step::Call("f", "{}");
        let reply = asked(vec![Step::Say("a"), call, Step::Usage(usage)]).await;
        let reply = reply.unwrap();
        assert_eq!((reply.text.as_str(), reply.calls.len()), ("a", 1));
        assert_eq!(reply.usage, Some(usage));
    }

    #[tokio::test]
    async fn a_model_that_hangs_is_left() {
        assert_eq!(asked(vec![Step::Hang]).await, Err(ModelError::TooSlow));
    }

    #[tokio::test]
    async fn half_a_reply_is_none() {
        let broken = asked(vec![Step::Say("a"), Step::Fail(ModelError::BrokeOff)]).await;
        assert_eq!(broken, Err(ModelError::BrokeOff));
    }
}
