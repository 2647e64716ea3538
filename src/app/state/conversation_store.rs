//! Stores conversations in the browser's storage: one entry per conversation, and one with the list.
//!
//! The list is read before each change, since another window may have changed it. If another window has changed a
//! conversation, this window continues it under a new id.

use std::cmp::Reverse;

use footnote_protocol::json;

use super::dates::{Group, by_date};
use super::{Conversation, Entry};
use crate::api::search::FoundSession;
use crate::browser;

/// Key of the list in the browser's storage.
const LIST: &str = "footnote.conversations";

/// Prefix of the keys of conversations in the browser's storage.
const PREFIX: &str = "footnote.conversation.";

/// Maximum number of stored conversations; the oldest are deleted.
const MAX: usize = 100;

/// Returns the stored conversations, newest first.
pub(super) fn list() -> Vec<Entry> {
    browser::stored(LIST).and_then(|json| json::read(json).ok()).unwrap_or_default()
}

/// Returns a stored conversation; `None` if it is gone.
pub(super) fn open(id: &str) -> Option<Conversation> {
    browser::stored(&key(id)).and_then(|json| json::read(json).ok())
}

/// Time at which a conversation was stored, in milliseconds since 1970; `None` if it is not in the list.
pub(super) fn kept_at(id: &str) -> Option<u64> {
    let entries = list();
    let entry = entries.iter().find(|entry| entry.id == id);
    entry.map(|entry| entry.at)
}

/// Result of storing a conversation.
pub(super) struct SaveResult {
    /// Id under which it is stored; a new one if another window has changed or removed it.
    pub(super) id: String,
    /// Time at which it was stored, as in the list.
    pub(super) at: Option<u64>,
    /// The conversations stored now.
    pub(super) entries: Vec<Entry>,
}

/// Stores a conversation. If the storage is full, deletes the oldest conversations, provided that this frees enough
/// room.
///
/// `read_at` is when this window last read or stored it; `None` for a new one. `is_asked` is true if a question or its
/// answer is new, which moves the conversation to the top of the list.
pub(super) fn keep(
    id: &str,
    read_at: Option<u64>,
    conversation: &Conversation,
    is_asked: bool,
) -> SaveResult {
    let entries = list();
    let stored = entries.iter().find(|entry| entry.id == id).cloned();
    let id = if stored.as_ref().map(|entry| entry.at) == read_at {
        id.to_owned()
    } else {
        browser::new_id()
    };
    let Ok(json) = serde_json::to_string(conversation) else {
        return SaveResult { id, at: read_at, entries };
    };
    let at = browser::now();
    let entry = entry(stored, (&id, at), conversation, is_asked);
    let mut entries = with(entries, entry);
    entries.sort_by_key(|entry| Reverse(entry.asked_at()));
    while entries.len() > MAX {
        drop_oldest(&mut entries, &id);
    }
    let fits = browser::store(&key(&id), &json) || make_room(&mut entries, &id, &json);
    if !fits || !write(&entries) {
        let entries = list();
        return SaveResult { id, at: None, entries };
    }
    SaveResult { id, at: Some(at), entries }
}

/// Returns the list entry of a conversation that is stored now; `stored` is its previous entry.
fn entry(
    stored: Option<Entry>,
    (id, at): (&str, u64),
    conversation: &Conversation,
    is_asked: bool,
) -> Entry {
    let asked = stored.as_ref().filter(|_| !is_asked).map(Entry::asked_at);
    Entry {
        id: id.to_owned(),
        at,
        asked: asked.unwrap_or(at),
        // A name given by the reader stays.
        ..stored
            .filter(|entry| entry.named)
            .unwrap_or(Entry { title: conversation.title(), ..Entry::default() })
    }
}

/// Deletes the oldest conversations until `json` fits; deletes none if even all of them would not be enough.
fn make_room(entries: &mut Vec<Entry>, id: &str, json: &str) -> bool {
    let others = entries.iter().filter(|entry| entry.id != id);
    let room: usize = others
        .filter_map(|entry| browser::stored(&key(&entry.id)))
        .map(|stored| stored.len())
        .sum();
    if room < json.len() {
        return false;
    }
    while entries.len() > 1 {
        drop_oldest(entries, id);
        if browser::store(&key(id), json) {
            return true;
        }
    }
    false
}

/// Renames a conversation, or names it after its first question if `title` is empty. Returns the entries.
pub(super) fn rename(id: &str, title: &str) -> Vec<Entry> {
    let mut entries = list();
    if let Some(entry) = entries.iter_mut().find(|entry| entry.id == id) {
        entry.named = !title.is_empty();
        entry.title =
            if entry.named { title.to_owned() } else { open(id).unwrap_or_default().title() };
        write(&entries);
    }
    entries
}

/// Returns the entries by date; or, if there are `words`, a single list of those whose name or text contains them. The
/// server has searched the texts of conversations that it stores, with the result `found`.
pub(super) fn find(entries: Vec<Entry>, words: &str, found: Option<&[FoundSession]>) -> Vec<Group> {
    let words = words.trim().to_lowercase();
    if words.is_empty() {
        return by_date(entries, browser::now(), browser::day, browser::month);
    }
    let found_in = |entry: &Entry| match found {
        Some(found) => {
            let found = found.iter().find(|one| one.id == entry.id);
            found.map(|found| found.snippet.clone())
        }
        None => open(&entry.id).and_then(|conversation| conversation.snippet(&words)),
    };
    let found = |entry: Entry| {
        let is_titled = entry.title.to_lowercase().contains(&words);
        let snippet = if is_titled { Some(String::new()) } else { found_in(&entry) };
        Some(Entry { snippet: snippet?, ..entry })
    };
    let entries: Vec<Entry> = entries.into_iter().filter_map(found).collect();
    let heading = String::new();
    let found = (!entries.is_empty()).then_some(Group { heading, entries });
    found.into_iter().collect()
}

/// Removes a conversation and returns the remaining entries.
pub(super) fn remove(id: &str) -> Vec<Entry> {
    browser::forget(&key(id));
    let entries = without(list(), id);
    write(&entries);
    entries
}

/// Restores a removed conversation to its place and returns the entries.
pub(super) fn restore(entry: Entry, conversation: &Conversation) -> Vec<Entry> {
    let json = serde_json::to_string(conversation).unwrap_or_default();
    if browser::store(&key(&entry.id), &json) {
        let mut entries = with(list(), entry);
        entries.sort_by_key(|entry| Reverse(entry.asked_at()));
        write(&entries);
    }
    list()
}

/// Removes all conversations, even those missing from the list.
pub(super) fn clear() {
    browser::forget_all(PREFIX);
    browser::forget(LIST);
}

fn key(id: &str) -> String {
    format!("{PREFIX}{id}")
}

fn write(entries: &[Entry]) -> bool {
    serde_json::to_string(entries).is_ok_and(|json| browser::store(LIST, &json))
}

/// Removes the oldest conversation other than `but`.
fn drop_oldest(entries: &mut Vec<Entry>, but: &str) {
    if let Some(at) = entries.iter().rposition(|entry| entry.id != but) {
        browser::forget(&key(&entries.remove(at).id));
    }
}

fn without(entries: Vec<Entry>, id: &str) -> Vec<Entry> {
    entries.into_iter().filter(|entry| entry.id != id).collect()
}

/// Returns the list with `entry` first.
fn with(entries: Vec<Entry>, entry: Entry) -> Vec<Entry> {
    let rest = without(entries, &entry.id);
    std::iter::once(entry).chain(rest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(id: &str, at: u64) -> Entry {
        Entry { id: id.into(), at, ..Entry::default() }
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
