//! The uses of answers that are not shown.

use serde::Deserialize;
use serde_json::Value;

use super::talk::Talk;
use crate::conformance::client::Seen;

/// The use of an answer.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Use {
    /// A document is opened.
    Opens,
    /// The conversations are listed.
    Lists,
    /// An earlier conversation is shown.
    Recalls,
    /// A conversation is removed.
    Forgets,
}

impl Use {
    /// Uses an answer: what was seen, or the reason why it cannot be used.
    pub(super) fn of(self, seen: &Seen, talk: &Talk) -> Result<String, String> {
        match self {
            Self::Opens if seen.is_answer() => Ok(seen.content_type.clone()),
            Self::Lists => listed(seen, talk),
            Self::Recalls => recalled(seen),
            Self::Forgets if matches!(seen.status, 200 | 204) => Ok(seen.outcome()),
            Self::Opens | Self::Forgets => Err(seen.outcome()),
        }
    }
}

/// The list that an answer is.
fn list(seen: &Seen) -> Result<Vec<Value>, String> {
    match seen.json().filter(|_| seen.is_answer()) {
        Some(Value::Array(list)) => Ok(list),
        _ => Err(seen.outcome()),
    }
}

/// Conversations are listed by `id` and `title`.
fn listed(seen: &Seen, talk: &Talk) -> Result<String, String> {
    if talk.session.is_null() {
        return Err("context.sessionId names no conversation".to_owned());
    }
    let list = list(seen)?;
    let own = |entry: &&Value| entry.get("id") == Some(&talk.session);
    match list.iter().find(own).and_then(|entry| entry.get("title")) {
        Some(Value::String(title)) => Ok(title.clone()),
        Some(_) => Err("its title is no text".to_owned()),
        None => Err(format!("{} others", list.len())),
    }
}

/// A conversation is a list of messages.
fn recalled(seen: &Seen) -> Result<String, String> {
    let messages = list(seen)?;
    let said = |message: &Value| message.get("content").is_some_and(Value::is_string);
    if messages.is_empty() || !messages.iter().all(said) {
        return Err("no messages".to_owned());
    }
    Ok(format!("{} messages", messages.len()))
}
