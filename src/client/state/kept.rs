//! The list of stored conversations: rename, search, delete and restore.

use leptos::prelude::*;

use super::dates::{Group, by_date};
use super::{Chat, Entry, address};
use crate::api::conversations::SessionChange;
use crate::api::search::FoundSession;
use crate::browser;

impl Chat {
    /// Title of the window.
    pub(super) fn title(self) -> String {
        let open = self.open.get();
        let title = self.kept.with(|kept| {
            let entry = kept.iter().find(|entry| Some(&entry.id) == open.as_ref());
            entry.map(|entry| entry.title.clone()).filter(|title| !title.is_empty())
        });
        title.map_or_else(|| "Footnote".to_owned(), |title| format!("{title} · Footnote"))
    }

    /// Opens the conversation in the page's address, for example after going back. A temporary one has no address.
    pub(super) fn follow(self) {
        match address::conversation() {
            Some(id) => self.show(&id),
            None if self.temporary.get_untracked() => {}
            None => self.clear(),
        }
    }

    /// Renames a stored conversation; an empty name means its first question.
    pub fn rename(self, id: &str, title: &str) {
        self.change(id, SessionChange::Rename(title.trim().to_owned()));
    }

    /// Returns the stored conversations by date; or, with words to search for, a single list of those whose title
    /// contains them and of those in which the server has `found` them.
    pub fn find(self, words: &str, found: &[FoundSession]) -> Vec<Group> {
        let (entries, words) = (self.kept.get(), words.trim().to_lowercase());
        if words.is_empty() {
            return by_date(entries, browser::now(), browser::day, browser::month);
        }
        let found = |entry: Entry| {
            let is_titled = entry.title.to_lowercase().contains(&words);
            let found = found.iter().find(|one| one.id == entry.id && !is_titled);
            let snippet = found.map(|found| found.snippet.clone());
            let snippet = snippet.or_else(|| is_titled.then(String::new))?;
            Some(Entry { snippet, ..entry })
        };
        let entries: Vec<Entry> = entries.into_iter().filter_map(found).collect();
        let heading = String::new();
        (!entries.is_empty()).then_some(Group { heading, entries }).into_iter().collect()
    }

    /// Removes a stored conversation; it can be restored until the next one is removed.
    pub fn remove(self, id: &str) {
        let is_open = self.open.with_untracked(|open| open.as_deref() == Some(id));
        if is_open {
            self.give_up();
            self.clear();
        }
        self.discard(|entry| entry.id == id);
    }

    /// Removes all stored conversations; they can be restored.
    pub fn remove_all(self) {
        self.give_up();
        self.clear();
        self.discard(|_| true);
    }

    fn discard(self, which: impl Fn(&Entry) -> bool) {
        let removed: Vec<Entry> = self.kept.get_untracked().into_iter().filter(which).collect();
        self.removed.set(removed.clone());
        for entry in removed {
            self.change(&entry.id, SessionChange::Discard(true));
        }
        browser::after_render(|| browser::focus("undo"));
    }

    /// Restores the last removed conversations.
    pub fn restore(self) {
        let removed = self.removed.try_update(std::mem::take).unwrap_or_default();
        for entry in removed.into_iter().rev() {
            self.recover(entry);
        }
        browser::after_render(|| browser::focus("conversations"));
    }
}
