//! Short questions to the chat model beside the answer, with a time limit.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::error;
use super::turn::elapsed_ms;
use crate::protocol::{Thought, TokenUsage};
use crate::rag::model::{ChatModel, Prompt, Reply, reply};

/// A question to the model, with its outcome.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) prompt: Prompt,
    pub(super) model: String,
    /// The model's words, of use or not.
    pub(super) written: Option<String>,
    /// The reason why they were of no use, as a sentence.
    pub(super) fallback: Option<String>,
    pub(super) usage: Option<TokenUsage>,
    pub(super) elapsed_ms: u64,
}

impl Asked {
    /// The question as a thought, with its reply, and the reason if that was of no use.
    pub(super) fn thought(&self, title: &str) -> Thought {
        Thought::new(title, messages(&self.prompt))
            .with("model", self.model.as_str())
            .with("written", self.written.clone())
            .with("fell_back", self.fallback.clone())
            .with_some("token_usage", self.usage.map(|usage| json!(usage)))
    }
}

/// The messages of a prompt as thoughts show them.
pub(super) fn messages(prompt: &Prompt) -> Vec<Value> {
    let messages = prompt.messages.iter();
    messages.map(|message| json!(message)).collect()
}

/// Asks `model`, waits no longer than `patience`, and takes from its reply what `read` finds there, or
/// else the sentence that says why it is of no use.
pub(super) async fn ask<T>(
    model: &dyn ChatModel,
    prompt: Prompt,
    patience: Duration,
    read: impl FnOnce(&Reply) -> Result<T, String>,
) -> (Asked, Option<T>) {
    let begun = Instant::now();
    let reply = reply(model, prompt.clone(), patience).await;
    let (reply, taken) = match reply {
        Ok(reply) => {
            let taken = read(&reply);
            (reply, taken)
        }
        Err(error) => (Reply::default(), Err(error::sentence(&error))),
    };
    let asked = Asked {
        prompt,
        model: model.name().to_owned(),
        written: written(&reply),
        fallback: taken.as_ref().err().cloned(),
        usage: reply.usage,
        elapsed_ms: elapsed_ms(begun),
    };
    if let Some(reason) = &asked.fallback {
        tracing::warn!("searching for the question itself: {reason}");
    }
    (asked, taken.ok())
}

/// The model's words: the arguments of its call, or else its text.
fn written(reply: &Reply) -> Option<String> {
    let call = reply.calls.first().map(|call| call.arguments.clone());
    let text = Some(reply.text.clone()).filter(|text| !text.is_empty());
    call.or(text)
}

/// The argument of this name in the arguments of a call. A call may be written as text: some models know
/// tools, but their server does not.
pub(super) fn argument(text: &str, name: &str) -> Option<Value> {
    let (start, end) = (text.find('{')?, text.rfind('}')?);
    let call: Value = serde_json::from_str(text.get(start..=end)?).ok()?;
    let inside = |key: &str| match call.get(key)? {
        Value::String(text) => serde_json::from_str::<Value>(text).ok()?.get(name).cloned(),
        arguments => arguments.get(name).cloned(),
    };
    let own = call.get(name).cloned();
    own.or_else(|| ["arguments", "parameters"].into_iter().find_map(inside))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_argument_is_found_wherever_models_put_it() {
        for text in [
            r#"{"q": 1}"#,
            "```json\n{\"q\": 1}\n```",
            r#"<tool_call>{"name": "f", "arguments": {"q": 1}}</tool_call>"#,
            r#"{"name": "f", "parameters": {"q": 1}}"#,
            r#"{"name": "f", "arguments": "{\"q\": 1}"}"#,
        ] {
            assert_eq!(argument(text, "q"), Some(1.into()), "{text}");
        }
        for text in ["", "}{", "{", r#"{"p": 1}"#, r#"{"arguments": "{"}"#, "[1]"] {
            assert_eq!(argument(text, "q"), None, "{text}");
        }
    }
}
