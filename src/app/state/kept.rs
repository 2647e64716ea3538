//! The list of stored conversations: rename, search, delete and restore.

use std::collections::BTreeSet;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::dates::Group;
use super::{Chat, Conversation, Entry, address, conversation_store};
use crate::api::attached::discard_attached;
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
        if self.shared.get_untracked() {
            self.change(id, SessionChange::Rename(title.trim().to_owned()));
        } else {
            self.kept.set(conversation_store::rename(id, title.trim()));
        }
    }

    /// Returns the stored conversations by date; or, with words to search for, a list of the matching ones. `found` are
    /// those in which the server has found them, if it stores them.
    pub fn find(self, words: &str, found: &[FoundSession]) -> Vec<Group> {
        let found = self.shared.get().then_some(found);
        conversation_store::find(self.kept.get(), words, found)
    }

    /// Removes a stored conversation; it can be restored until the next one is removed.
    pub fn remove(self, id: &str) {
        let is_open = self.open.with_untracked(|open| open.as_deref() == Some(id));
        if is_open {
            self.give_up();
        }
        self.move_to_undo(|entry| entry.id == id);
        if is_open {
            self.clear();
        }
        if self.shared.get_untracked() {
            self.change(id, SessionChange::Discard(true));
        } else {
            self.kept.set(conversation_store::remove(id));
            self.discard_files(true);
        }
        browser::after_render(|| browser::focus("undo"));
    }

    /// Removes all stored conversations; they can be restored.
    pub fn remove_all(self) {
        self.give_up();
        self.move_to_undo(|_| true);
        self.clear();
        if self.shared.get_untracked() {
            for (entry, _) in self.removed.get_untracked() {
                self.change(&entry.id, SessionChange::Discard(true));
            }
        } else {
            conversation_store::clear();
            self.kept.set(Vec::new());
            self.discard_files(true);
        }
        browser::after_render(|| browser::focus("undo"));
    }

    /// Restores the last removed conversation.
    pub fn restore(self) {
        if !self.shared.get_untracked() {
            self.discard_files(false);
        }
        let removed = self.removed.try_update(std::mem::take).unwrap_or_default();
        for (entry, conversation) in removed.into_iter().rev() {
            if self.shared.get_untracked() {
                self.recover(entry);
                continue;
            }
            self.kept.set(conversation_store::restore(entry, &conversation));
        }
        browser::after_render(|| browser::focus("conversations"));
    }

    /// Discards the files of the removed conversations on the server, or restores them.
    fn discard_files(self, discarded: bool) {
        let sessions: BTreeSet<String> = self.removed.with_untracked(|removed| {
            let turns = removed.iter().flat_map(|(_, conversation)| &conversation.turns);
            turns.filter_map(|turn| turn.attached.session()).collect()
        });
        for session in sessions {
            // Ignore failures: unused files expire on the server by themselves.
            spawn_local(async move { drop(discard_attached(session, discarded).await) });
        }
    }

    fn move_to_undo(self, which: impl Fn(&Entry) -> bool) {
        if self.shared.get_untracked() {
            let entries = self.kept.get_untracked().into_iter().filter(which);
            self.removed.set(entries.map(|entry| (entry, Conversation::default())).collect());
            return;
        }
        let entries = conversation_store::list().into_iter().filter(which);
        let removed =
            entries.filter_map(|entry| Some((entry.clone(), conversation_store::open(&entry.id)?)));
        self.removed.set(removed.collect());
    }
}
