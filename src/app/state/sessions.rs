//! The conversations that the server keeps, as the page sees them.

use footnote_protocol::{Answer, json};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::chat::Lapse;
use super::outbox::Outbox;
use super::{Chat, Conversation, Entry, OtherTurns, StoredTurn, address, conversation_store};
use crate::api::conversations::{
    ListedSession, OpenedSession, SessionChange, SessionTurn, change_conversation,
    find_conversations, keep_turn, list_conversations, open_conversation,
};
use crate::browser;

impl Chat {
    /// Asks the server for the conversations that it keeps, if it does; gives it those of the browser, and what could
    /// not be sent before; shows the one that should be `open`.
    pub(super) async fn meet(self, open: Option<String>) {
        let Ok(Some(listed)) = list_conversations().await else {
            let is_there = self.open.with_untracked(Option::is_some);
            let is_missing = !is_there && address::conversation().is_some();
            self.lapse.set(is_missing.then_some(Lapse::Missing));
            return;
        };
        if !self.shared.get_untracked() {
            self.shared.set(true);
            self.recall_unsent();
        }
        self.list(listed);
        let is_changed = self.take_over().await;
        if self.resend().await || is_changed {
            self.refresh().await;
        }
        self.show_sidebar();
        match open {
            Some(id) if self.turns.with_untracked(Vec::is_empty) => self.fetch(&id),
            _ => {}
        }
    }

    /// Gives the server the conversations that the browser has kept so far; one that it does not take stays here. True if
    /// there were any.
    async fn take_over(self) -> bool {
        let entries = conversation_store::list();
        let any = !entries.is_empty();
        for entry in entries.into_iter().rev() {
            let Some(conversation) = conversation_store::open(&entry.id) else {
                continue;
            };
            if !self.hand_over(&entry, &conversation).await {
                continue;
            }
            if entry.named {
                let name = SessionChange::Rename(entry.title.clone());
                let _ = change_conversation(entry.id.clone(), name).await;
            }
            conversation_store::remove(&entry.id);
        }
        any
    }

    /// Gives the server one of them; false unless it has taken all of it.
    async fn hand_over(self, entry: &Entry, conversation: &Conversation) -> bool {
        for turn in turns(&entry.id, conversation) {
            if !matches!(keep_turn(entry.id.clone(), turn, None).await, Ok(Some(_))) {
                return false;
            }
        }
        true
    }

    /// Asks for the list once more, and for the open conversation if another window has changed it.
    pub(super) fn look(self) {
        if self.shared.get_untracked() {
            spawn_local(async move {
                self.refresh().await;
                let version = self.open.get_untracked().and_then(|id| self.listed_version(&id));
                if version.is_some_and(|version| version != self.version()) {
                    self.catch_up().await;
                }
            });
        }
    }

    /// Shows the open conversation as the server has it, unless the reader goes on with it meanwhile.
    async fn catch_up(self) {
        let is_idle = !self.writing.get_untracked() && self.outbox.with_value(Outbox::is_empty);
        if let Some(id) = self.open.get_untracked().filter(|_| is_idle) {
            self.reload(id).await;
        }
    }

    async fn refresh(self) {
        if let Ok(Some(listed)) = list_conversations().await {
            self.list(listed);
        }
    }

    fn list(self, listed: Vec<ListedSession>) {
        let versions = listed.iter().map(|one| (one.id.clone(), one.version)).collect();
        self.outbox.update_value(|outbox| outbox.listed = versions);
        self.kept.set(listed.into_iter().map(Entry::from).collect());
    }

    fn version(self) -> i64 {
        self.outbox.with_value(|outbox| outbox.version)
    }

    fn set_version(self, version: i64) {
        self.outbox.update_value(|outbox| outbox.version = version);
    }

    /// Counts a change of the open conversation that this window has made beside its turns, where it was open at that
    /// place, so that it is not taken for a change by another window.
    pub(super) fn count_change(self, place: u32) {
        let is_open = self.open.with_untracked(Option::is_some) && self.place() == place;
        if self.shared.get_untracked() && is_open {
            self.set_version(self.version() + 1);
        }
    }

    fn listed_version(self, id: &str) -> Option<i64> {
        self.outbox.with_value(|outbox| outbox.listed.get(id).copied())
    }

    /// Opens a conversation.
    pub(super) fn fetch(self, id: &str) {
        let id = id.to_owned();
        spawn_local(async move { self.reload(id).await });
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
        self.outbox.with_value(|outbox| outbox.generation)
    }

    /// Notes that the reader goes on: what was asked for before comes too late.
    pub(super) fn advance(self) {
        self.outbox.update_value(|outbox| outbox.generation = outbox.generation.wrapping_add(1));
    }

    /// Shows a conversation that the server has kept.
    pub(super) fn take_in(self, opened: OpenedSession) {
        let OpenedSession { listed, turns, earlier, later } = opened;
        let skipped = later + turns.len();
        self.other_turns.set(OtherTurns {
            conversation: listed.id.clone(),
            earlier: (earlier > 0).then_some(skipped),
            are_newer: later > 0,
        });
        self.replaced.set(None);
        self.set_version(listed.version);
        let is_open = self.open.with_untracked(|open| open.as_ref() == Some(&listed.id));
        let asking = (self.attached.get_untracked(), self.scope.get_untracked());
        self.fill(turns.into_iter().map(StoredTurn::from).collect());
        if is_open {
            // Another window has asked; what is attached and chosen here stays.
            self.attached.set(asking.0);
            self.scope.set(asking.1);
            self.attaching.update(|changes| changes.elsewhere += 1);
        } else {
            self.move_on();
        }
        // As this page would send them: only what changes from here on is new to the server.
        let turns = self::turns(&listed.id, &self.conversation());
        self.outbox.update_value(|outbox| outbox.note(&listed.id, turns));
        self.name(Some(listed.id), None);
    }

    /// Has the server keep the open conversation.
    pub(super) fn send(self, id: String, is_asked: bool) {
        let conversation = self.conversation();
        if is_asked {
            self.to_the_top(&id, &conversation);
        }
        self.name(Some(id.clone()), None);
        let turns = turns(&id, &conversation);
        self.post(id, turns);
    }

    /// Lists a conversation first, before the server is asked for its list again.
    fn to_the_top(self, id: &str, conversation: &Conversation) {
        self.kept.update(|kept| {
            let known = kept.iter().position(|entry| entry.id == id).map(|at| kept.remove(at));
            let title = conversation.title();
            let new = Entry { id: id.to_owned(), title, ..Entry::default() };
            let at = browser::now();
            kept.insert(0, Entry { at, asked: at, ..known.unwrap_or(new) });
        });
    }

    fn post(self, id: String, turns: Vec<SessionTurn>) {
        let begins = self.outbox.try_update_value(|outbox| outbox.put(&id, turns));
        if begins == Some(true) {
            spawn_local(self.post_all());
        }
    }

    async fn post_all(self) {
        while let Some(Some((id, turns, from))) = self.outbox.try_update_value(Outbox::take) {
            let is_sent = self.post_one(&id, turns, from).await;
            self.outbox.update_value(|outbox| outbox.end(&id, is_sent));
            self.lapse.set((!is_sent).then_some(Lapse::Away));
            self.put_aside();
            if !is_sent {
                return;
            }
        }
        if self.version() < 0 {
            self.catch_up().await;
        }
    }

    async fn post_one(self, id: &str, turns: Vec<SessionTurn>, mut from: Option<String>) -> bool {
        for turn in turns {
            match keep_turn(id.to_owned(), turn, from.take()).await {
                Ok(version) => self.note(id, version),
                Err(_) => return false,
            }
        }
        true
    }

    /// Takes note of the version of a conversation; below 0 if others have changed it.
    fn note(self, id: &str, version: Option<i64>) {
        if self.open.get_untracked().as_deref() == Some(id) {
            let before = self.version();
            // One that is not known is new.
            let is_own = before == 0 || version == Some(before + 1);
            self.set_version(if is_own { version.unwrap_or_default() } else { -1 });
        }
    }

    /// Changes a conversation as a whole, here at once and with the server.
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
        });
        let id = id.to_owned();
        spawn_local(async move {
            let changed = change_conversation(id.clone(), change).await;
            self.lapse.set(changed.is_err().then_some(Lapse::Away));
            if changed.is_ok() && self.open.get_untracked() == Some(id) {
                self.set_version(self.version() + 1);
            }
            self.refresh().await;
        });
    }

    /// Has a conversation stand above the others, or not.
    pub fn pin(self, id: &str, pinned: bool) {
        self.change(id, SessionChange::Pin(pinned));
    }

    /// Brings a deleted conversation back.
    pub(super) fn recover(self, entry: Entry) {
        spawn_local(async move {
            let _ = change_conversation(entry.id, SessionChange::Discard(false)).await;
            self.refresh().await;
        });
    }

    /// Has the server look for words in its conversations.
    pub fn seek(self, words: &str) {
        let words = words.trim().to_owned();
        if words.is_empty() || !self.shared.get_untracked() {
            return;
        }
        spawn_local(async move {
            self.found.set(find_conversations(words).await.unwrap_or_default());
        });
    }
}

/// The turns of a conversation as the server keeps them. What the browser kept before turns had ids has those of their
/// places.
fn turns(conversation_id: &str, conversation: &Conversation) -> Vec<SessionTurn> {
    let id = |(at, turn): (usize, &StoredTurn)| match turn.id.as_str() {
        "" => format!("{conversation_id}-{at}"),
        id => id.to_owned(),
    };
    let turn = |(at, turn): (usize, &StoredTurn)| SessionTurn {
        id: id((at, turn)),
        question: turn.question.clone(),
        answer: turn.answer.text.clone(),
        detail: serde_json::to_string(turn).unwrap_or_default(),
    };
    conversation.turns.iter().enumerate().map(turn).collect()
}

impl From<SessionTurn> for StoredTurn {
    fn from(kept: SessionTurn) -> Self {
        let SessionTurn { id, question, answer, detail } = kept;
        if let Ok(turn) = json::read::<Self>(&detail) {
            return Self { id, ..turn };
        }
        // Another client has asked, or it was begun and nothing more.
        let finish = (!answer.is_empty()).then_some(footnote_protocol::FinishReason::Stop);
        let answer = Answer { text: answer, finish, ..Answer::default() };
        Self { id, question, answer, ..Self::default() }
    }
}

impl From<ListedSession> for Entry {
    fn from(listed: ListedSession) -> Self {
        let ListedSession { id, name, first, pinned, used, shared, .. } = listed;
        let named = !name.is_empty();
        let question = StoredTurn { question: first, ..StoredTurn::default() };
        let title = if named { name } else { Conversation { turns: vec![question] }.title() };
        let at = u64::try_from(used).unwrap_or_default() * 1000;
        Self { id, title, at, asked: at, named, pinned, shared }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Turn;

    #[test]
    fn a_turn_is_kept_whole_and_one_of_another_client_by_its_words() {
        let turn = StoredTurn {
            id: "1".into(),
            question: "Tea?".into(),
            stopped: true,
            ..StoredTurn::default()
        };
        let sent = turns("c", &Conversation { turns: vec![turn.clone()] });
        assert_eq!(StoredTurn::from(sent[0].clone()), turn);
        let foreign = SessionTurn {
            question: "Tea?".into(),
            answer: "At four.".into(),
            ..SessionTurn::default()
        };
        let read = StoredTurn::from(foreign);
        assert_eq!((read.question.as_str(), read.answer.text.as_str()), ("Tea?", "At four."));
        assert!(!Turn::is_unfinished(&read));
    }
}
