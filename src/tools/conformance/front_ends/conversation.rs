//! A conversation as a front end keeps it.

use serde_json::{Value, json};

use super::FRONT_ENDS;
use super::view::View;
use crate::citations;
use crate::client::ProbeResponse;
use crate::stream::shortened;
use crate::template;

/// A question that continues a conversation.
const NEXT: &str = "Tell me more about that.";

/// A conversation as a front end keeps it.
pub(super) struct Conversation {
    /// The first question.
    question: String,
    /// The text shown as its answer; empty before.
    answer: String,
    /// The session state; null until there is one.
    pub(super) session: Value,
    /// A source that the answer cites.
    citation: Option<String>,
    /// The settings that the server has for its front end; null if there are none.
    pub(super) settings: Value,
}

impl Conversation {
    /// Returns a conversation that begins with a question.
    pub(super) fn about(question: &str) -> Self {
        Self {
            question: question.to_owned(),
            answer: String::new(),
            session: Value::Null,
            citation: None,
            settings: Value::Null,
        }
    }

    /// Shows an answer; returns a summary of what readers see, or the reason why it is not shown properly.
    pub(super) fn show(&mut self, view: &View, seen: &ProbeResponse) -> Result<String, String> {
        let values = view.values(seen)?;
        let text = view.text(&values)?;
        let sources = match view.context(&values) {
            Some(context) => view.context_shape.sources(context)?,
            None if !view.has_context() => Vec::new(),
            None => return Err("there is nothing beside the text".to_owned()),
        };
        let cited = citations::cited(&text);
        let shape = view.context_shape;
        if let Some(stray) = shape.stray(&cited, &sources) {
            return Err(format!("[{stray}] is no link: no data point begins with it"));
        }
        let summary = format!("{} with {} sources", shortened(&text), sources.len());
        let is_link = |name: &&&str| sources.is_empty() || shape.links(name, &sources);
        self.citation = cited.iter().find(is_link).map(|name| (*name).to_owned());
        self.session = view.session(&values).unwrap_or(Value::Null);
        self.answer = text;
        Ok(summary)
    }

    /// Returns the value of a variable in the requests of a front end.
    pub(super) fn value(&self, name: &str) -> Value {
        match name {
            "question" => json!(self.question),
            "newest" => json!(self.newest()),
            "alone" => json!([message("user", &self.question)]),
            "newest_message" => json!([message("user", self.newest())]),
            "messages" => json!(self.messages("assistant")),
            "messages_of_a_bot" => json!(self.messages("bot")),
            "items" => self.messages("assistant").iter().map(item).collect(),
            "ui_messages" => self.numbered("parts", |text| json!([{"type": "text", "text": text}])),
            "run_messages" => self.numbered("content", |text| json!(text)),
            "history" => self.history(),
            "agentic" => {
                json!(self.settings.get("showAgenticRetrievalOption") == Some(&json!(true)))
            }
            "session" => self.session.clone(),
            // Browsers do not send the fragment.
            "citation" => json!(self.citation.as_deref().and_then(|it| it.split('#').next())),
            part => FRONT_ENDS
                .parts
                .get(part)
                .map_or(Value::Null, |part| template::with_values(part, &|name| self.value(name))),
        }
    }

    /// Returns the newest question.
    fn newest(&self) -> &str {
        if self.answer.is_empty() { &self.question } else { NEXT }
    }

    /// Returns the conversation as messages, in which answers have the role `answerer`.
    fn messages(&self, answerer: &str) -> Vec<Value> {
        let first = message("user", &self.question);
        if self.answer.is_empty() {
            return vec![first];
        }
        vec![first, message(answerer, &self.answer), message("user", NEXT)]
    }

    /// Returns the conversation as messages with ids, whose text is under `key`.
    fn numbered(&self, key: &str, content: fn(Option<&Value>) -> Value) -> Value {
        let messages = self.messages("assistant").into_iter().enumerate();
        let numbered = messages.map(|(at, message)| {
            let said = content(message.get("content"));
            json!({"id": format!("m{at}"), "role": message.get("role"), key: said})
        });
        numbered.collect()
    }

    /// Returns the conversation as pairs.
    fn history(&self) -> Value {
        if self.answer.is_empty() {
            return json!([{"user": self.question}]);
        }
        json!([{"user": self.question, "bot": self.answer}, {"user": NEXT}])
    }
}

fn message(role: &str, content: &str) -> Value {
    json!({"role": role, "content": content})
}

/// Returns a message in the format that the quickstart sends since July 2026.
fn item(message: &Value) -> Value {
    let role = message.get("role");
    let kind = if role.is_some_and(|role| role == "user") { "input_text" } else { "output_text" };
    let text = json!([{"type": kind, "text": message.get("content")}]);
    json!({"type": "message", "role": role, "content": text})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_in_a_request_stands_for_a_value() {
        let conversation = Conversation {
            session: json!("s"),
            citation: Some("a.md".to_owned()),
            ..Conversation::about("q")
        };
        let all: Value = serde_json::from_str(include_str!("front_ends.json")).unwrap();
        let names = template::names(&all);
        assert!(names.contains(&"messages".to_owned()));
        for name in names {
            assert!(!conversation.value(&name).is_null(), "{name}");
        }
    }
}
