//! The list of kept conversations: named, looked through, deleted and brought back.

use std::collections::BTreeSet;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::dates::Group;
use super::{Chat, Conversation, Entry, address, conversation_store};
use crate::api::attached::discard_attached;
use crate::api::conversations::SessionChange;
use crate::browser;

impl Chat {
    /// The title of the window.
    pub(super) fn title(self) -> String {
        let open = self.open.get();
        let title = self.kept.with(|kept| {
            let entry = kept.iter().find(|entry| Some(&entry.id) == open.as_ref());
            entry.map(|entry| entry.title.clone()).filter(|title| !title.is_empty())
        });
        title.map_or_else(|| "Footnote".to_owned(), |title| format!("{title} · Footnote"))
    }

    /// Goes to the conversation of the page's address, as where the reader goes back.
    pub(super) fn follow(self) {
        match address::conversation() {
            Some(id) => self.show(&id),
            None => self.clear(),
        }
    }

    /// Gives a kept conversation another name; an empty one is that of its first question.
    pub fn rename(self, id: &str, title: &str) {
        if self.shared.get_untracked() {
            self.change(id, SessionChange::Rename(title.trim().to_owned()));
        } else {
            self.kept.set(conversation_store::rename(id, title.trim()));
        }
    }

    /// The kept conversations by date, or in one list those whose name or text has these words.
    pub fn find(self, words: &str) -> Vec<Group> {
        let found = self.shared.get().then(|| self.found.get());
        conversation_store::find(self.kept.get(), words, found.as_deref())
    }

    /// Removes a kept conversation; it can be brought back until the next one is removed.
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

    /// Removes all kept conversations; they can be brought back.
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

    /// Brings back the conversation that was removed last.
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

    /// Has the files of the conversations just removed go from the server, or come back.
    fn discard_files(self, discarded: bool) {
        let sessions: BTreeSet<String> = self.removed.with_untracked(|removed| {
            let turns = removed.iter().flat_map(|(_, conversation)| &conversation.turns);
            turns.filter_map(|turn| turn.attached.session()).collect()
        });
        for session in sessions {
            // What cannot be reached now goes by itself when it has not been used for long.
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
