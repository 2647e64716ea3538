//! The conversation under way: asking, stopping, asking again, and keeping the turns.

use footnote_protocol::{ChatRequest, Message, json};
use futures_util::future::{AbortHandle, abortable};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::dates::Group;
use super::deliver::deliver;
use super::{
    Conversation, Entry, PageSettings, ReplacedTurns, StoredTurn, Turn, conversation_store, shared,
};
use crate::api::posted::Posted;
use crate::browser;

/// The key of the settings in the browser's storage.
const SETTINGS: &str = "footnote.settings";

/// The key under which the window remembers its conversation over a reload.
const OPEN: &str = "footnote.open";

/// The conversation under way.
#[derive(Clone, Copy, Default)]
pub struct Chat {
    /// Its turns, oldest first.
    pub turns: RwSignal<Vec<Turn>>,
    /// True if an answer is being written.
    pub writing: RwSignal<bool>,
    /// The kept conversations, newest first.
    pub kept: RwSignal<Vec<Entry>>,
    /// The conversations that were deleted last and can still be brought back, newest first.
    pub removed: RwSignal<Vec<(Entry, Conversation)>>,
    /// The turns that the question edited last has replaced, while they can still be brought back.
    pub replaced: RwSignal<Option<ReplacedTurns>>,
    /// The kept conversation that is open; `None` before the first question.
    pub open: RwSignal<Option<String>>,
    /// True if the list of conversations is open.
    pub sidebar: RwSignal<bool>,
    /// The reader's settings.
    pub settings: RwSignal<PageSettings>,
    /// True if the browser had no room to keep this conversation.
    pub unkept: RwSignal<bool>,
    turns_so_far: StoredValue<u32>,
    /// The turn that is being written, and what stops it.
    task: StoredValue<Option<(u32, AbortHandle)>>,
    /// The time at which the open conversation was kept, as far as this window knows.
    kept_at: StoredValue<Option<u64>>,
}

impl Chat {
    /// The conversation that a plain form has posted, or none.
    pub fn new() -> Self {
        let posted = shared(|| use_context::<Posted>().unwrap_or_default());
        let chat = Self::default();
        let turns = posted.turns.into_iter().map(|turn| StoredTurn {
            question: turn.question,
            answer: turn.answer,
            ..StoredTurn::default()
        });
        chat.turns.set(turns.map(|turn| chat.revive(turn)).collect());
        chat
    }

    /// Restores the state that the browser has kept.
    pub fn wake(self) {
        self.kept.set(conversation_store::list());
        if let Some(settings) = browser::stored(SETTINGS).and_then(|json| json::read(json).ok()) {
            self.settings.set(settings);
        }
        self.sidebar.set(!browser::narrow() && self.kept.with_untracked(|kept| !kept.is_empty()));
        let open = browser::remembered(OPEN);
        if self.turns.with_untracked(Vec::is_empty) {
            if let Some(id) = open {
                self.show(&id);
            }
        } else {
            self.adopt(open);
        }
        // The part of the answer so far outlives the page.
        let left = window_event_listener_untyped("pagehide", move |_| {
            if self.writing.get_untracked() {
                self.keep(true);
            }
        });
        on_cleanup(move || left.remove());
        // Another window may keep or delete conversations meanwhile.
        let changed = window_event_listener_untyped("storage", move |_| {
            self.kept.set(conversation_store::list());
        });
        on_cleanup(move || changed.remove());
    }

    /// Keeps the turns that a plain form posted; posted again by a reload, they are not kept twice.
    fn adopt(self, open: Option<String>) {
        let posted = self.conversation();
        let same = |id: &String| {
            conversation_store::open(id).is_some_and(|kept| kept.asks_the_same(&posted))
        };
        if let Some(id) = open.filter(same) {
            let at = conversation_store::kept_at(&id);
            self.name(Some(id), at);
        }
        self.keep(true);
    }

    /// The conversation as it is kept.
    fn conversation(self) -> Conversation {
        let turns = self.turns.with_untracked(|turns| turns.iter().map(Turn::keep).collect());
        Conversation { turns }
    }

    /// Asks a question; nothing happens while an answer is being written.
    pub fn ask(self, question: &str) {
        let question = question.trim();
        if question.is_empty() || self.writing.get_untracked() {
            return;
        }
        self.removed.set(Vec::new());
        self.replaced.set(None);
        let turn = Turn::new(self.next_id(), question.to_owned());
        self.turns.update(|turns| turns.push(turn.clone()));
        keep_focus(&turn);
        self.write(turn);
    }

    /// Writes the newest answer again, in its place.
    pub fn again(self) {
        if self.writing.get_untracked() {
            return;
        }
        if let Some(turn) = self.turns.with_untracked(|turns| turns.last().cloned()) {
            turn.begin();
            keep_focus(&turn);
            self.write(turn);
        }
    }

    /// Stops the answer under way; the part so far stays.
    pub fn stop(self) {
        if let Some((_, abort)) = self.task.get_value() {
            abort.abort();
        }
    }

    /// Begins a new conversation.
    pub fn clear(self) {
        self.leave();
        self.replaced.set(None);
        self.turns.set(Vec::new());
        self.name(None, None);
    }

    /// Opens a kept conversation.
    pub fn show(self, id: &str) {
        if self.open.with_untracked(|open| open.as_deref() == Some(id)) {
            return;
        }
        self.leave();
        self.kept.set(conversation_store::list());
        let Some(conversation) = conversation_store::open(id) else {
            return;
        };
        let turns = conversation.turns.into_iter();
        self.replaced.set(None);
        self.turns.set(turns.map(|turn| self.revive(turn)).collect());
        self.name(Some(id.to_owned()), conversation_store::kept_at(id));
    }

    /// Gives a kept conversation another name; an empty one is that of its first question.
    pub fn rename(self, id: &str, title: &str) {
        self.kept.set(conversation_store::rename(id, title.trim()));
    }

    /// The kept conversations by date, or in one list those whose name or text has these words.
    pub fn find(self, words: &str) -> Vec<Group> {
        conversation_store::find(self.kept.get(), words)
    }

    /// Saves the open conversation as a file of the reader's.
    pub fn download(self) {
        let open = self.open.get_untracked();
        let kept = self.kept.get_untracked();
        let mut kept = kept.iter();
        if let Some(entry) = kept.find(|entry| Some(&entry.id) == open.as_ref()) {
            let text = self.conversation().markdown(&entry.title);
            browser::save(&entry.file_name(), &text);
        }
    }

    /// Removes a kept conversation; it can be brought back until the next one is removed.
    pub fn remove(self, id: &str) {
        let is_open = self.open.with_untracked(|open| open.as_deref() == Some(id));
        if is_open {
            self.leave();
        }
        self.move_to_undo(|entry| entry.id == id);
        if is_open {
            self.clear();
        }
        self.kept.set(conversation_store::remove(id));
        browser::after_render(|| browser::focus("undo"));
    }

    /// Removes all kept conversations; they can be brought back.
    pub fn remove_all(self) {
        self.leave();
        self.move_to_undo(|_| true);
        self.clear();
        conversation_store::clear();
        self.kept.set(Vec::new());
        browser::after_render(|| browser::focus("undo"));
    }

    /// Brings back the conversation that was removed last.
    pub fn restore(self) {
        let removed = self.removed.try_update(std::mem::take).unwrap_or_default();
        for (entry, conversation) in removed.into_iter().rev() {
            self.kept.set(conversation_store::restore(entry, &conversation));
        }
        browser::after_render(|| browser::focus("conversations"));
    }

    fn move_to_undo(self, which: impl Fn(&Entry) -> bool) {
        let entries = conversation_store::list().into_iter().filter(which);
        let removed =
            entries.filter_map(|entry| Some((entry.clone(), conversation_store::open(&entry.id)?)));
        self.removed.set(removed.collect());
    }

    /// Ends and keeps the answer under way, before another conversation takes its place.
    pub(super) fn leave(self) {
        let Some((id, abort)) = self.task.try_update_value(Option::take).flatten() else {
            return;
        };
        abort.abort();
        self.turns.with_untracked(|turns| {
            turns.iter().filter(|turn| turn.id == id).for_each(|turn| turn.end(true));
        });
        self.writing.set(false);
        self.keep(true);
    }

    /// Opens the list of conversations, or closes it.
    pub fn toggle_sidebar(self) {
        self.sidebar.update(|open| *open = !*open);
        if self.sidebar.get_untracked() && browser::narrow() {
            browser::remember_focus();
            browser::after_render(|| browser::focus("conversations"));
        }
    }

    /// Closes the list of conversations where it covers the answer.
    pub fn close_covering_sidebar(self) {
        if browser::narrow() {
            self.sidebar.set(false);
            browser::after_render(browser::restore_focus);
        }
    }

    /// Changes the settings and keeps them.
    pub fn adjust(self, change: impl FnOnce(&mut PageSettings)) {
        self.settings.update(change);
        if let Ok(json) = self.settings.with_untracked(serde_json::to_string) {
            browser::store(SETTINGS, &json);
        }
    }

    /// Everything said up to and including the question of `turn`, oldest first.
    fn messages(self, turn: &Turn) -> Vec<Message> {
        let before = self.turns.with_untracked(|turns| {
            let before = turns.iter().take_while(|other| other.id != turn.id);
            before.flat_map(Turn::messages).collect::<Vec<_>>()
        });
        let question = Message::user(turn.question.clone());
        before.into_iter().chain([question]).collect()
    }

    /// The request of a turn.
    pub fn request(self, turn: &Turn) -> ChatRequest {
        ChatRequest {
            messages: self.messages(turn),
            overrides: self.settings.with_untracked(PageSettings::overrides),
            session_state: None,
        }
    }

    /// Writes the answer of a turn.
    pub(super) fn write(self, turn: Turn) {
        let settings = self.settings.get_untracked();
        let request = self.request(&turn);
        // Kept at once: a window that closes in the middle has lost nothing but the rest.
        self.keep(true);
        // Dropping the task drops the request, and with it the answer on the server.
        let (task, abort) = abortable(deliver(turn.clone(), request, settings.streaming));
        self.task.set_value(Some((turn.id, abort)));
        self.writing.set(true);
        spawn_local(async move {
            let stopped = task.await.is_err();
            if self.is_writing(turn.id) {
                turn.end(stopped);
                self.task.set_value(None);
                self.writing.set(false);
                self.keep(true);
            }
        });
    }

    /// Returns whether this turn is the one that is being written.
    fn is_writing(self, turn: u32) -> bool {
        let task = self.task.try_with_value(|task| task.as_ref().map(|(id, _)| *id));
        task.flatten() == Some(turn)
    }

    /// Keeps the conversation in the browser; `is_asked` if a question or its answer is new.
    pub(super) fn keep(self, is_asked: bool) {
        let id = self.open.get_untracked().unwrap_or_else(browser::new_id);
        let kept =
            conversation_store::keep(&id, self.kept_at.get_value(), &self.conversation(), is_asked);
        self.unkept.set(kept.at.is_none());
        self.kept.set(kept.entries);
        self.name(Some(kept.id), kept.at);
    }

    /// Says which kept conversation is open, and when it was kept.
    fn name(self, id: Option<String>, at: Option<u64>) {
        browser::remember(OPEN, id.as_deref().unwrap_or_default());
        self.open.set(id);
        self.kept_at.set_value(at);
    }

    fn revive(self, turn: StoredTurn) -> Turn {
        Turn::kept(self.next_id(), turn)
    }

    pub(super) fn next_id(self) -> u32 {
        self.turns_so_far.update_value(|count| *count += 1);
        self.turns_so_far.get_value()
    }
}

/// Moves the focus to the turn if the clicked element is gone with the view that held it.
pub(super) fn keep_focus(turn: &Turn) {
    let element = turn.element_id();
    browser::after_render(move || browser::catch_focus(&element));
}
