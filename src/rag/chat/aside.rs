//! Asking the chat model something beside the answer: in few words, and not for long.

use std::time::Duration;

use futures_util::StreamExt;

use crate::protocol::TokenUsage;
use crate::rag::model::{ChatModel, ModelError, Prompt, Token, ToolCall};

/// The longest text that is read, in bytes; a model that writes more has lost its way.
const LONGEST: usize = 16 * 1024;

/// What the model said.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Reply {
    pub(super) text: String,
    pub(super) calls: Vec<ToolCall>,
    pub(super) usage: Option<TokenUsage>,
}

/// Asks `model`, and waits no longer than `patience`.
///
/// # Errors
///
/// What the model says, and [`ModelError::TooSlow`] when its time is up.
pub(super) async fn ask(
    model: &dyn ChatModel,
    prompt: Prompt,
    patience: Duration,
) -> Result<Reply, ModelError> {
    let asked = tokio::time::timeout(patience, read(model, prompt)).await;
    asked.unwrap_or(Err(ModelError::TooSlow))
}

async fn read(model: &dyn ChatModel, prompt: Prompt) -> Result<Reply, ModelError> {
    let mut tokens = model.stream(prompt);
    let mut reply = Reply::default();
    while let Some(token) = tokens.next().await {
        match token? {
            Token::Text(text) => reply.text.push_str(&text),
            Token::Called(call) => reply.calls.push(call),
            Token::Usage(usage) => reply.usage = Some(usage),
            Token::Reported(_) => {}
            Token::Finished(_) => return Ok(reply),
        }
        if reply.text.len() > LONGEST {
            return Err(ModelError::Broken);
        }
    }
    Err(ModelError::BrokeOff)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rag::model::scripted::{Scripted, Step};

    async fn asked(steps: Vec<Step>) -> Result<Reply, ModelError> {
        let model = Scripted::new(steps);
        ask(&model, Prompt::default(), Duration::ZERO).await
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
