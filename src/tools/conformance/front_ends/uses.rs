//! Uses of answers that are not shown.

use serde::Deserialize;
use serde_json::Value;

use super::conversation::Conversation;
use crate::client::ProbeResponse;

/// The use of an answer.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum AnswerUse {
    /// A document is opened.
    Opens,
    /// The conversations are listed.
    Lists,
    /// An earlier conversation is shown.
    Recalls,
    /// A conversation is removed.
    Forgets,
}

impl AnswerUse {
    /// Uses an answer; returns the observation, or the reason why it cannot be used.
    pub(super) fn of(
        self,
        seen: &ProbeResponse,
        conversation: &Conversation,
    ) -> Result<String, String> {
        match self {
            Self::Opens if seen.is_answer() => Ok(seen.content_type.clone()),
            Self::Lists => conversation_list(seen, conversation),
            Self::Recalls => conversation_messages(seen),
            Self::Forgets if matches!(seen.status, 200 | 204) => Ok(seen.outcome()),
            Self::Opens | Self::Forgets => Err(seen.outcome()),
        }
    }
}

/// Returns the list in a response.
fn list(seen: &ProbeResponse) -> Result<Vec<Value>, String> {
    match seen.json().filter(|_| seen.is_answer()) {
        Some(Value::Array(list)) => Ok(list),
        _ => Err(seen.outcome()),
    }
}

/// Checks that the list contains the conversation with its `id` and `title`; returns the title.
fn conversation_list(seen: &ProbeResponse, conversation: &Conversation) -> Result<String, String> {
    if conversation.session.is_null() {
        return Err("context.sessionId names no conversation".to_owned());
    }
    let list = list(seen)?;
    let own = |entry: &&Value| entry.get("id") == Some(&conversation.session);
    match list.iter().find(own).and_then(|entry| entry.get("title")) {
        Some(Value::String(title)) => Ok(title.clone()),
        Some(_) => Err("its title is no text".to_owned()),
        None => Err(format!("{} others", list.len())),
    }
}

/// Checks that a conversation is a list of messages.
fn conversation_messages(seen: &ProbeResponse) -> Result<String, String> {
    let messages = list(seen)?;
    let message = |message: &Value| message.get("content").is_some_and(Value::is_string);
    if messages.is_empty() || !messages.iter().all(message) {
        return Err("no messages".to_owned());
    }
    Ok(format!("{} messages", messages.len()))
}
