//! The conversations on the server, as the page sees them. Only the server writes them.

use footnote_protocol::ProtocolError;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::chat::Lapse;
use super::conversation::title;
use super::window::NOT_KEPT;
use super::{Chat, Entry, OtherTurns, Turn, address, fault};
use crate::api::conversations::{
    OpenedSession, OwnerKey, SessionChange, SessionList, change_conversation, list_conversations,
    open_conversation,
};
use crate::browser;

/// Key under which the window remembers that it was reloaded for another reader.
const RELOADED: &str = "footnote.reloaded";

/// Version of a conversation that may differ between server and page.
const UNSURE: i64 = -2;

impl Chat {
    /// Returns the reader for whom the page was rendered.
    pub(super) fn owner(self) -> OwnerKey {
        self.window.with_value(|window| window.owner.clone())
    }

    /// Returns true if the server stores the conversations of this reader.
    pub fn keeps(self) -> bool {
        self.owner() != OwnerKey::default()
    }

    /// Requests the conversations, and shows the one that should be `open`.
    pub(super) async fn load(self, open: Option<String>) {
        self.take_over().await;
        if let Some(listed) = self.listed().await {
            self.list(listed);
        }
        let Some(id) = open.filter(|_| self.turns.with_untracked(Vec::is_empty)) else {
            return;
        };
        // A temporary conversation may have begun meanwhile.
        if !self.temporary.get_untracked() {
            self.fetch(&id);
        } else if !self.keeps() {
            self.lapse.set(address::conversation().map(|_| Lapse::Missing));
        }
    }

    /// Returns the conversations on the server; `None` if it does not respond, or responds for another reader.
    async fn listed(self) -> Option<SessionList> {
        let listed = list_conversations().await.ok()?;
        if listed.owner == self.owner() {
            browser::remember(RELOADED, "");
            return Some(listed);
        }
        self.begin_anew(&listed.owner);
        None
    }

    /// Clears the state of the previous reader, and reloads the page for the current one. A browser without cookies is
    /// a new reader whenever it asks, of whom nothing is kept.
    fn begin_anew(self, owner: &OwnerKey) {
        self.leave();
        self.turns.set(Vec::new());
        self.kept.set(Vec::new());
        // Only once, in case page and server functions keep disagreeing about the reader.
        let reader = format!("={}", owner.0);
        if browser::remembered(RELOADED).as_ref() != Some(&reader) {
            browser::remember(RELOADED, &reader);
            if browser::remembered(RELOADED).is_some() {
                address::show(None);
                browser::reload();
                return;
            }
        }
        self.window.update_value(|window| window.owner = owner.clone());
        self.temporary.set(!self.keeps());
    }

    /// Checks whether another window has changed anything.
    pub(super) fn look(self) {
        spawn_local(self.check(0));
    }

    /// Updates the list. Updates the open conversation too, unless it only has this many `changes`, made by this
    /// window.
    async fn check(self, changes: i64) {
        if let Some(listed) = self.listed().await {
            self.show_changes(listed, changes).await;
        }
    }

    async fn show_changes(self, listed: SessionList, changes: i64) {
        let is_current = self.is_current(&listed, changes);
        self.list(listed);
        if !is_current {
            self.catch_up().await;
        }
    }

    /// Checks whether the server has stored what this window has asked in the open conversation, which makes this many
    /// `changes`; not in a temporary one.
    pub(super) async fn confirm(self, changes: i64) {
        if self.temporary.get_untracked() {
            return;
        }
        let before = (self.generation(), self.version());
        let Some(listed) = self.listed().await else {
            return;
        };
        if (self.generation(), self.version()) != before {
            // The reader has continued, or the conversation has been updated meanwhile.
            return;
        }
        if self.version_in(&listed) == self.version() {
            self.lapse.set(Some(Lapse::Away));
        } else {
            // A list that was requested before the question may have come after it.
            self.show_changes(listed, changes).await;
        }
    }

    /// Returns true if the open conversation has exactly this many `changes` since it was read.
    fn is_current(self, listed: &SessionList, changes: i64) -> bool {
        let version = self.version_in(listed);
        let is_current = version == self.version() + changes;
        if is_current {
            self.set_version(version);
        }
        is_current
    }

    /// Shows the server's version of the open conversation, unless an answer is being written.
    async fn catch_up(self) {
        let is_idle = !self.writing.get_untracked();
        if let Some(id) = self.open.get_untracked().filter(|_| is_idle) {
            self.reload(id).await;
        }
    }

    fn list(self, listed: SessionList) {
        self.kept.set(listed.conversations.into_iter().map(Entry::from).collect());
    }

    fn version(self) -> i64 {
        self.window.with_value(|window| window.version)
    }

    fn set_version(self, version: i64) {
        self.window.update_value(|window| window.version = version);
    }

    /// Version of the open conversation in a list.
    fn version_in(self, listed: &SessionList) -> i64 {
        let open = self.open.get_untracked();
        let found = listed.conversations.iter().find(|one| Some(&one.id) == open.as_ref());
        found.map_or(NOT_KEPT, |found| found.version)
    }

    /// Opens a conversation.
    pub(super) fn fetch(self, id: &str) {
        spawn_local(self.reload(id.to_owned()));
    }

    async fn reload(self, id: String) {
        let generation = self.generation();
        let opened = open_conversation(id.clone()).await;
        if self.generation() != generation {
            return;
        }
        match opened {
            Ok(Some(opened)) => {
                self.take_in(opened);
                self.go_on();
            }
            Ok(None) if self.turns.with_untracked(Vec::is_empty) => {
                self.window.update_value(|window| window.recalled = None);
                self.lapse.set(Some(Lapse::Missing));
            }
            Ok(None) if self.open.get_untracked().as_ref() == Some(&id) => self.clear(),
            _ => {}
        }
    }

    fn generation(self) -> u32 {
        self.window.with_value(|window| window.generation)
    }

    /// Records that the reader continues, so that responses to earlier requests are dropped.
    pub(super) fn advance(self) {
        self.window.update_value(|window| window.generation = window.generation.wrapping_add(1));
    }

    /// Shows a conversation that the server has stored.
    pub(super) fn take_in(self, opened: OpenedSession) {
        let OpenedSession { listed, turns, earlier, later } = opened;
        let skipped = later + turns.len();
        self.other_turns.set(OtherTurns {
            conversation: listed.id.clone(),
            earlier: (earlier > 0).then_some(skipped),
            are_newer: later > 0,
        });
        let is_open = self.open.with_untracked(|open| open.as_ref() == Some(&listed.id));
        let asking = (self.attached.get_untracked(), self.scope.get_untracked());
        self.fill(turns);
        self.forget_replaced();
        if is_open {
            // Another window has asked; keep the attachments and the scope of this window.
            self.attached.set(asking.0);
            self.scope.set(asking.1);
            self.attaching.update(|changes| changes.elsewhere += 1);
        } else {
            self.move_on();
        }
        self.name(Some(listed.id));
        self.set_version(listed.version);
    }

    /// Moves the open conversation to the top, before the list is requested again.
    pub(super) fn to_the_top(self, id: &str) {
        let first =
            self.turns.with_untracked(|turns| turns.first().map(|turn| title(&turn.question)));
        let title = first.unwrap_or_default();
        self.kept.update(|kept| {
            let known = kept.iter().position(|entry| entry.id == id).map(|at| kept.remove(at));
            let new = Entry { id: id.to_owned(), title, ..Entry::default() };
            kept.insert(0, Entry { at: browser::now(), ..known.unwrap_or(new) });
        });
    }

    /// Moves a rejected question back to the input field, and restores what it replaced.
    pub(super) fn unsend(self, turn: &Turn, error: &ProtocolError) {
        if !self.give_back(turn) {
            self.turns.update(|turns| turns.retain(|one| one.id != turn.id));
        }
        if self.turns.with_untracked(Vec::is_empty) {
            let open = self.open.get_untracked();
            self.kept.update(|kept| kept.retain(|entry| Some(&entry.id) != open.as_ref()));
            self.name(None);
        }
        self.keep_unsent(&turn.question);
        self.lapse.set(Some(Lapse::Unsent(fault::in_words(error))));
        // The server may be up, but have another reader or another version of the conversation.
        self.set_version(UNSURE);
        self.look();
    }

    /// Changes a conversation's properties, here immediately and on the server.
    pub(super) fn change(self, id: &str, change: SessionChange) {
        self.kept.update(|kept| match &change {
            SessionChange::Discard(_) => kept.retain(|entry| entry.id != id),
            SessionChange::Pin(pinned) => {
                kept.iter_mut()
                    .filter(|entry| entry.id == id)
                    .for_each(|entry| entry.pinned = *pinned);
            }
            SessionChange::Rename(name) => {
                let named = !name.is_empty();
                for entry in kept.iter_mut().filter(|entry| entry.id == id && named) {
                    entry.title.clone_from(name);
                }
            }
            SessionChange::Judge(..) | SessionChange::Restore(_) => {}
        });
        spawn_local(self.command(id.to_owned(), change));
    }

    /// Sends a change to the server. If that fails, shows the server's state.
    async fn command(self, id: String, change: SessionChange) {
        let changed = change_conversation(id.clone(), change).await;
        self.lapse.set(changed.is_err().then_some(Lapse::Away));
        let is_open = self.open.get_untracked() == Some(id);
        if is_open && changed.is_err() {
            self.set_version(UNSURE);
        }
        self.check(i64::from(is_open && changed.is_ok())).await;
    }

    /// Pins or unpins a conversation.
    pub fn pin(self, id: &str, pinned: bool) {
        self.change(id, SessionChange::Pin(pinned));
    }

    /// Restores a deleted conversation.
    pub(super) fn recover(self, entry: Entry) {
        spawn_local(self.command(entry.id, SessionChange::Discard(false)));
    }
}
