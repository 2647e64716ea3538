//! The kept conversations: one entry of the browser's storage for each, and one that lists them.
//!
//! The list is read before each change, because another window may have changed it.

use super::{Conversation, Entry};
use crate::app::browser;
use crate::protocol::json;

/// Where the list is kept.
const LIST: &str = "footnote.conversations";

/// The most conversations that are kept; the oldest make room.
const MOST: usize = 100;

/// The kept conversations, newest first.
pub(super) fn list() -> Vec<Entry> {
    browser::stored(LIST)
        .and_then(|json| json::read(json).ok())
        .unwrap_or_default()
}

/// A kept conversation; `None` if it is gone.
pub(super) fn open(id: &str) -> Option<Conversation> {
    browser::stored(&key(id)).and_then(|json| json::read(json).ok())
}

/// Keeps a conversation, and says what is kept now; the oldest make room where room is short.
pub(super) fn keep(id: &str, conversation: &Conversation) -> Vec<Entry> {
    let Ok(json) = serde_json::to_string(conversation) else {
        return list();
    };
    let entry = Entry {
        id: id.to_owned(),
        title: conversation.title(),
        at: browser::now(),
    };
    let mut entries = with(list(), entry);
    while entries.len() > MOST {
        drop_oldest(&mut entries);
    }
    while !browser::store(&key(id), &json) && entries.len() > 1 {
        drop_oldest(&mut entries);
    }
    write(entries)
}

/// Removes a conversation, and says what is kept now.
pub(super) fn remove(id: &str) -> Vec<Entry> {
    browser::forget(&key(id));
    write(without(list(), id))
}

/// Removes all conversations.
pub(super) fn clear() -> Vec<Entry> {
    for entry in list() {
        browser::forget(&key(&entry.id));
    }
    write(Vec::new())
}

fn key(id: &str) -> String {
    format!("footnote.conversation.{id}")
}

fn write(entries: Vec<Entry>) -> Vec<Entry> {
    if let Ok(json) = serde_json::to_string(&entries) {
        browser::store(LIST, &json);
    }
    entries
}

fn drop_oldest(entries: &mut Vec<Entry>) {
    if let Some(oldest) = entries.pop() {
        browser::forget(&key(&oldest.id));
    }
}

fn without(entries: Vec<Entry>, id: &str) -> Vec<Entry> {
    entries.into_iter().filter(|entry| entry.id != id).collect()
}

/// The list with `entry` first.
fn with(entries: Vec<Entry>, entry: Entry) -> Vec<Entry> {
    let rest = without(entries, &entry.id);
    std::iter::once(entry).chain(rest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(id: &str, at: u64) -> Entry {
        Entry {
            id: id.into(),
            title: String::new(),
            at,
        }
    }

    #[test]
    fn the_newest_stands_first_and_only_once() {
        let entries = vec![entry("b", 2), entry("a", 1)];
        let entries = with(entries, entry("a", 3));
        assert_eq!(entries, [entry("a", 3), entry("b", 2)]);
    }

    #[test]
    fn a_removed_conversation_leaves_the_others() {
        let entries = vec![entry("b", 2), entry("a", 1)];
        assert_eq!(without(entries, "b"), [entry("a", 1)]);
    }
}
