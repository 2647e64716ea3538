//! Stored responses: the response as it was first sent, and its input.

use footnote_text::citation;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::body::{EchoedSettings, RESPONSE, Response};
use crate::dialect::usage;
use crate::dialect::{AnswerHead, RawRequest};
use crate::{Answer, DataPoints, FinishReason, Message, ResponseContext, Role, Sampling};

/// Prefix that turns the id of a session into that of a compaction.
const COMPACTION: &str = "cmp_";

/// A conversation stored up to an answer.
#[derive(Clone, Copy, Debug)]
pub struct KeptConversation<'a> {
    /// Id of its session.
    pub id: &'a str,
    /// Time at which it was stored, in seconds since 1970; 0 if unknown.
    pub created: u64,
    /// Name of the current model; the one of that time is not stored.
    pub model: &'a str,
    /// Address of this server as the client sees it.
    pub origin: &'a str,
    /// Its messages, oldest first.
    pub messages: &'a [Message],
    /// The [`KeptDetail`] of the last message, as JSON; empty if none was stored.
    pub detail: &'a str,
}

/// The stored part of a response besides the words of its conversation: its settings, its usage, and its context
/// without raw results and prompts.
#[derive(Debug, Deserialize, Serialize)]
pub struct KeptDetail {
    /// Id of its answer, from which the id of its message is derived.
    id: String,
    created: u64,
    completed: u64,
    temperature: f64,
    #[serde(default)]
    in_force: Option<Sampling>,
    asked_bytes: usize,
    echo: Value,
    /// The answer without its text.
    answer: Answer,
}

impl KeptDetail {
    /// Returns the part of an answer to store.
    pub fn of(head: &AnswerHead, answer: &Answer) -> Self {
        Self {
            id: head.id.clone(),
            created: head.created,
            completed: head.now(),
            temperature: head.temperature,
            in_force: head.in_force.clone(),
            asked_bytes: head.asked_bytes,
            echo: head.echo.clone(),
            answer: Answer { text: String::new(), ..answer.clone() }.without_results(),
        }
    }

    /// Encodes it as JSON.
    pub fn to_json(&self) -> String {
        json!(self).to_string()
    }
}

/// An item of a stored conversation.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
enum KeptItem {
    /// A message.
    Message { id: String, role: Role, status: &'static str, content: [KeptPart; 1] },
    /// The conversation so far, as the id under which it is stored.
    Compaction { id: String, encrypted_content: String },
}

/// The only part of a message.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
enum KeptPart {
    /// Part of a question.
    InputText { text: String },
    /// Part of an answer.
    OutputText { text: String, annotations: [Value; 0], logprobs: [Value; 0] },
}

impl KeptConversation<'_> {
    /// Returns the response at the end of the conversation; `None` if it does not end with an answer.
    pub fn response(&self) -> Option<Value> {
        let last = self.messages.last().filter(|last| last.role == Role::Assistant)?;
        let response = match serde_json::from_str(self.detail) {
            Ok(detail) => self.detailed(detail, last),
            Err(_) => self.undetailed(last),
        };
        Some(json!(response))
    }

    /// Returns the response as it was first sent.
    fn detailed(&self, detail: KeptDetail, last: &Message) -> Response {
        let KeptDetail { id, created, completed, temperature, in_force, asked_bytes, echo, answer } =
            detail;
        let head = AnswerHead {
            id,
            created,
            temperature,
            in_force,
            asked_bytes,
            echo,
            origin: self.origin.to_owned(),
            session_state: Some(self.id.into()),
            ..AnswerHead::default()
        };
        let answer = Answer { text: last.content.clone(), ..answer };
        Response::of(&head, &answer).completed_at(completed)
    }

    /// Returns the response if only its words are stored; the settings are the defaults.
    fn undetailed(&self, last: &Message) -> Response {
        let head = AnswerHead {
            id: self.id.to_owned(),
            created: self.created,
            model: self.model.to_owned(),
            origin: self.origin.to_owned(),
            session_state: Some(self.id.into()),
            echo: json!(EchoedSettings::of(&RawRequest::at(""))),
            ..AnswerHead::default()
        };
        let points =
            DataPoints { citations: citation::named(&last.content), ..DataPoints::default() };
        let answer = Answer {
            text: last.content.clone(),
            context: ResponseContext { data_points: Some(points), ..ResponseContext::default() },
            finish: Some(FinishReason::Stop),
            ..Answer::default()
        };
        Response::of(&head, &answer).without_details()
    }

    /// Returns the question and everything before it, oldest first.
    pub fn input_items(&self) -> Vec<Value> {
        let answered = self.messages.last().is_some_and(|last| last.role == Role::Assistant);
        let asked = self.messages.len() - usize::from(answered);
        let asked = self.messages.iter().take(asked).enumerate();
        asked.map(|(at, message)| json!(self.item(at, message))).collect()
    }

    /// Returns the id of the conversation as an item, which a later request may send in its place.
    pub fn compaction(&self) -> Value {
        let Self { id, created, .. } = *self;
        let compaction = KeptItem::Compaction {
            id: format!("{COMPACTION}{id}"),
            encrypted_content: id.to_owned(),
        };
        let bytes = self.messages.iter().map(|message| message.content.len()).sum();
        let head = AnswerHead { asked_bytes: bytes, ..AnswerHead::default() };
        let usage = usage::of(&head, &Answer::default());
        json!({
            "id": format!("{RESPONSE}{id}"),
            "object": "response.compaction",
            "created_at": created,
            "output": [compaction],
            "usage": super::body::ResponseUsage::from(usage),
        })
    }

    fn item(&self, at: usize, message: &Message) -> KeptItem {
        let text = message.content.clone();
        let content = match message.role {
            Role::Assistant => KeptPart::OutputText { text, annotations: [], logprobs: [] },
            Role::User | Role::System => KeptPart::InputText { text },
        };
        KeptItem::Message {
            id: format!("msg_{}_{at}", self.id),
            role: message.role,
            status: "completed",
            content: [content],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::cited;

    fn kept(messages: &[Message]) -> KeptConversation<'_> {
        KeptConversation {
            id: "7",
            created: 9,
            model: "m",
            origin: "http://here",
            messages,
            detail: "",
        }
    }

    #[test]
    fn a_response_whose_details_are_kept_comes_back_as_it_was() {
        let echo = json!({"model": "mine", "metadata": {"a": "b"}, "store": true, "tools": []});
        let head = AnswerHead {
            id: "a1".to_owned(),
            created: 5,
            temperature: 0.3,
            asked_bytes: 8,
            origin: "http://here".to_owned(),
            session_state: Some("7".into()),
            echo,
            ..AnswerHead::default()
        };
        let answer = Answer {
            finish: Some(FinishReason::Length),
            model: "scripted".to_owned(),
            ..cited::tests::answer("At four [a.md].")
        };
        let sent = json!(Response::of(&head, &answer));
        let detail = KeptDetail::of(&head, &answer).to_json();
        assert!(!detail.contains("At four"), "the words are kept once: {detail}");
        let messages = [Message::user("When?"), Message::assistant("At four [a.md].")];
        let kept = KeptConversation { detail: &detail, ..kept(&messages) };
        assert_eq!(kept.response(), Some(sent));
    }

    #[test]
    fn a_response_comes_back_with_its_citations() {
        let messages = [Message::user("When?"), Message::assistant("At four [a b.md#page=2].")];
        let response = kept(&messages).response().unwrap();
        assert_eq!((&response["id"], &response["created_at"]), (&json!("resp_7"), &json!(9)));
        assert_eq!((&response["usage"], &response["context"]), (&Value::Null, &json!({})));
        let part = &response["output"][0]["content"][0];
        assert_eq!(part["text"], "At four [a b.md#page=2].");
        assert_eq!(part["annotations"][0]["url"], "http://here/content/a%20b.md#page=2");
        let items = kept(&messages).input_items();
        let content = json!([{"type": "input_text", "text": "When?"}]);
        let item = json!({
            "type": "message", "id": "msg_7_0", "role": "user", "status": "completed",
            "content": content,
        });
        assert_eq!(items, [item]);
    }

    #[test]
    fn a_conversation_without_an_answer_is_no_response() {
        let messages = [Message::assistant("Tea?"), Message::user("When?")];
        assert_eq!(kept(&messages).response(), None);
        assert_eq!(kept(&messages).input_items().len(), 2);
        assert_eq!(kept(&[]).response(), None);
    }
}
