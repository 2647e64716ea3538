//! Short questions to the chat model apart from the answer, with a time limit.

use std::time::Duration;

use footnote_models::{ChatModel, Prompt, Reply, reply};
use footnote_protocol::{Message, Thought, TokenUsage};
use serde_json::{Value, json};

use super::turn::Turn;

/// Maximum number of messages of the conversation that the model sees: three turns.
const RECENT_MESSAGES: usize = 6;

/// Maximum length of an item in a reply, in characters. Longer ones are prose.
const MAX_ITEM_LEN: usize = 400;

/// A task for the model: a line for it to write.
pub(super) struct SideTask<'a> {
    pub(super) instructions: &'a str,
    /// Examples of tasks with what the model should write.
    pub(super) examples: Vec<(String, &'a str)>,
    /// The task itself.
    pub(super) request: String,
    pub(super) max_tokens: u32,
}

impl SideTask<'_> {
    /// Returns the prompt for the task, with the latest messages of a turn's conversation.
    pub(super) fn prompt(self, turn: &Turn) -> Prompt {
        let mut messages = vec![Message::system(self.instructions)];
        for (task, written) in self.examples {
            messages.extend([Message::user(task), Message::assistant(written)]);
        }
        messages.extend(turn.recent(RECENT_MESSAGES));
        messages.push(Message::user(self.request));
        Prompt {
            messages,
            temperature: Some(0.0),
            max_tokens: self.max_tokens,
            ..Prompt::default()
        }
    }
}

/// A prompt to the model, with its outcome.
#[derive(Debug)]
pub(super) struct SidePrompt {
    pub(super) prompt: Prompt,
    pub(super) model: String,
    /// The model's output, useful or not.
    pub(super) written: Option<String>,
    /// The reason why it was not useful, as a sentence.
    pub(super) fallback: Option<String>,
    pub(super) usage: Option<TokenUsage>,
}

impl SidePrompt {
    /// Returns the prompt as a thought, with its reply, and the reason if that was not useful.
    pub(super) fn thought(&self, title: &str) -> Thought {
        Thought::new(title, messages(&self.prompt))
            .with("model", self.model.as_str())
            .with("written", self.written.clone())
            .with("fell_back", self.fallback.clone())
            .with_some("token_usage", self.usage.map(|usage| json!(usage)))
    }
}

/// Returns the messages of a prompt in the form shown in thoughts.
pub(super) fn messages(prompt: &Prompt) -> Vec<Value> {
    let messages = prompt.messages.iter();
    messages.map(|message| json!(message)).collect()
}

/// Asks `model`, waiting at most `timeout`. Returns what `read` finds in its reply, or a sentence saying why the reply
/// is not useful.
pub(super) async fn ask<T>(
    model: &dyn ChatModel,
    mut prompt: Prompt,
    timeout: Duration,
    read: impl FnOnce(&Reply) -> Result<T, String>,
) -> (SidePrompt, Option<T>) {
    if let Some(context) = model.context() {
        prompt.fit(context);
    }
    let reply = reply(model, prompt.clone(), timeout).await;
    let (reply, outcome) = match reply {
        Ok(reply) => {
            let outcome = read(&reply);
            (reply, outcome)
        }
        Err(error) => (Reply::default(), Err(error.sentence())),
    };
    let side_prompt = SidePrompt {
        prompt,
        model: model.name().to_owned(),
        written: Some(reply.text).filter(|text| !text.is_empty()),
        fallback: outcome.as_ref().err().cloned(),
        usage: reply.usage,
    };
    if let Some(reason) = &side_prompt.fallback {
        tracing::warn!("searching for the question itself: {reason}");
    }
    (side_prompt, outcome.ok())
}

/// Returns the first line of a reply that is not an introduction, a fence or a bare list marker, without quotation
/// marks; otherwise a sentence saying why there is none.
pub(super) fn line(reply: &Reply) -> Result<String, String> {
    let text = reply.text.trim();
    if text.is_empty() {
        return Err("The chat model wrote nothing.".to_owned());
    }
    if text.starts_with(['<', '{']) || text.chars().count() > MAX_ITEM_LEN {
        return Err("The chat model wrote something that is no search query.".to_owned());
    }
    let mut lines = text.lines().map(unmarked);
    let line = lines.find(|line| is_item(line)).map(str::to_owned);
    line.ok_or_else(|| "The chat model found nothing to search for.".to_owned())
}

/// Returns a line without list marker and quotation marks.
fn unmarked(line: &str) -> &str {
    let line = line.trim();
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = digits.strip_prefix(['.', ')']).filter(|_| digits.len() < line.len());
    let line = numbered.unwrap_or(line);
    line.trim_start_matches(['-', '*', '•', ' ']).trim_matches(['"', '`', ' '])
}

/// Returns true if a line is neither empty nor an introduction ("Here it is:"). A 0 means that there is nothing to
/// write.
fn is_item(text: &str) -> bool {
    text != "0" && text.contains(char::is_alphanumeric) && !text.ends_with(':')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_at_the_front_may_be_part_of_a_text() {
        assert_eq!(unmarked("401k rules?"), "401k rules?");
        assert_eq!(unmarked("1. \"2024 prices?\""), "2024 prices?");
    }
}
