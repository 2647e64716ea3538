//! Short questions to the chat model apart from the answer, with a time limit.

use std::time::Duration;

use footnote_models::{ChatModel, Prompt, Reply, Tool, reply};
use footnote_protocol::{Message, Thought, TokenUsage};
use serde_json::{Value, json};

use super::turn::Turn;

/// The most messages of the conversation that the model sees: three turns.
const RECENT_MESSAGES: usize = 6;

/// The longest text that a reply is read for, in characters; longer ones are prose.
pub(super) const LONGEST_ITEM: usize = 400;

/// A task for the model: the texts that it is to write under the name of a tool's argument.
pub(super) struct SideTask<'a> {
    pub(super) instructions: &'a str,
    /// Tasks with what the model should write.
    pub(super) examples: Vec<(String, &'a str)>,
    /// The task itself.
    pub(super) request: String,
    pub(super) tool: Tool,
    pub(super) max_tokens: u32,
}

impl SideTask<'_> {
    /// The prompt for the task, with the latest of the conversation of a turn.
    pub(super) fn prompt(self, turn: &Turn) -> Prompt {
        let mut messages = vec![Message::system(self.instructions)];
        for (task, written) in self.examples {
            messages.extend([Message::user(task), Message::assistant(written)]);
        }
        messages.extend(turn.recent(RECENT_MESSAGES));
        messages.push(Message::user(self.request));
        Prompt {
            messages,
            tools: vec![self.tool],
            temperature: Some(0.0),
            max_tokens: self.max_tokens,
            ..Prompt::default()
        }
    }
}

/// The JSON schema of a tool with one argument.
pub(super) fn parameters(name: &str, schema: &Value) -> Value {
    json!({"type": "object", "properties": {name: schema}, "required": [name]})
}

/// A question to the model, with its outcome.
#[derive(Debug)]
pub(super) struct SidePrompt {
    pub(super) prompt: Prompt,
    pub(super) model: String,
    /// The model's words, of use or not.
    pub(super) written: Option<String>,
    /// The reason why they were of no use, as a sentence.
    pub(super) fallback: Option<String>,
    pub(super) usage: Option<TokenUsage>,
}

impl SidePrompt {
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

/// Asks `model`, waits no longer than `timeout`, and takes from its reply what `read` finds there, or
/// else the sentence that says why it is of no use.
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
        written: written(&reply),
        fallback: outcome.as_ref().err().cloned(),
        usage: reply.usage,
    };
    if let Some(reason) = &side_prompt.fallback {
        tracing::warn!("searching for the question itself: {reason}");
    }
    (side_prompt, outcome.ok())
}

/// The model's words: the arguments of its call, or else its text.
fn written(reply: &Reply) -> Option<String> {
    let call = reply.calls.first().map(|call| call.arguments.clone());
    let text = Some(reply.text.clone()).filter(|text| !text.is_empty());
    call.or(text)
}

/// The texts of a reply under this name: in the arguments of its calls, or else written, as JSON or one on each
/// line; or the reason why there are none, as a sentence. A model that knows no tools may write a call as text.
pub(super) fn texts(reply: &Reply, name: &str) -> Result<Vec<String>, String> {
    let calls = reply.calls.iter().map(|call| json_list(&call.arguments, name));
    let calls: Vec<Option<Vec<String>>> = calls.collect();
    let text = reply.text.trim();
    if text.is_empty() && calls.iter().all(Option::is_none) {
        let what = if calls.is_empty() { "nothing" } else { "a call that cannot be read" };
        return Err(format!("The chat model wrote {what}."));
    }
    let mut texts: Vec<String> = calls.into_iter().flatten().flatten().collect();
    texts.retain(|text| is_item(text));
    if texts.is_empty() {
        texts = json_list(text, name).unwrap_or_else(|| list_items(text));
        texts.retain(|text| is_item(text));
    }
    Ok(texts)
}

/// The texts in a JSON list, or in the arguments of a call; `None` if the text is neither.
fn json_list(text: &str, name: &str) -> Option<Vec<String>> {
    let text = text.trim().trim_start_matches("```json").trim_matches('`');
    let named = || match argument(text, name)? {
        Value::Array(list) => Some(list),
        text @ Value::String(_) => Some(vec![text]),
        _ => None,
    };
    let list: Option<Vec<Value>> = serde_json::from_str(text).ok();
    let list = list.or_else(named)?;
    Some(list.iter().filter_map(Value::as_str).map(|text| text.trim().to_owned()).collect())
}

/// The lines of a text, without list markers and quotation marks.
fn list_items(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim).filter(|line| !line.starts_with("```"));
    let unmarked = lines.map(|line| {
        let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
        let numbered = digits.strip_prefix(['.', ')']).filter(|_| digits.len() < line.len());
        let line = numbered.unwrap_or(line);
        line.trim_start_matches(['-', '*', '•', ' ']).trim_matches(['"', '`', ' ']).to_owned()
    });
    unmarked.collect()
}

/// True if a line is neither empty, nor an introduction ("Here they are:"), nor prose, nor a broken call; 0 says
/// that there is nothing to write.
fn is_item(text: &str) -> bool {
    let is_code = text.starts_with(['{', '[', '<', '}', ']']);
    let says = text != "0" && text.contains(char::is_alphanumeric);
    says && !is_code && !text.ends_with(':') && text.chars().count() <= LONGEST_ITEM
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

    #[test]
    fn a_number_at_the_front_may_be_part_of_a_text() {
        assert_eq!(list_items("401k rules?\n2024 prices?"), ["401k rules?", "2024 prices?"]);
    }
}
