//! The conversation under way: asking, stopping, asking again, and keeping what was said.

use futures_util::StreamExt;
use futures_util::future::{AbortHandle, abortable};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{Conversation, Entry, KeptTurn, Settings, Turn, shared, shelf};
use crate::api::chat::{complete_chat, stream_chat};
use crate::api::posted::Posted;
use crate::app::browser;
use crate::protocol::{ChatRequest, Message, json};

/// Where the settings are kept.
const SETTINGS: &str = "footnote.settings";

/// Where the window remembers its conversation over a reload.
const OPEN: &str = "footnote.open";

/// The most events that one frame takes in; more wait for the next.
const EVENTS_PER_FRAME: usize = 512;

/// The conversation under way.
#[derive(Clone, Copy)]
pub struct Chat {
    /// Its turns, oldest first.
    pub turns: RwSignal<Vec<Turn>>,
    /// Whether an answer is being written.
    pub writing: RwSignal<bool>,
    /// The kept conversations, newest first.
    pub kept: RwSignal<Vec<Entry>>,
    /// The kept conversation that is open; `None` before the first question.
    pub open: RwSignal<Option<String>>,
    /// Whether the list of conversations is open.
    pub shelf: RwSignal<bool>,
    /// How the reader wants answers.
    pub settings: RwSignal<Settings>,
    turns_so_far: StoredValue<u32>,
    abort: StoredValue<Option<AbortHandle>>,
}

impl Chat {
    /// The conversation that a plain form has posted, or none.
    pub fn new() -> Self {
        let posted = shared(|| use_context::<Posted>().unwrap_or_default());
        let chat = Self {
            turns: RwSignal::default(),
            writing: RwSignal::new(false),
            kept: RwSignal::default(),
            open: RwSignal::new(None),
            shelf: RwSignal::new(false),
            settings: RwSignal::default(),
            turns_so_far: StoredValue::new(0),
            abort: StoredValue::new(None),
        };
        let turns = posted.turns.into_iter().map(|turn| KeptTurn {
            question: turn.question,
            answer: turn.answer,
            stopped: false,
        });
        chat.turns
            .set(turns.map(|turn| chat.revive(turn)).collect());
        chat
    }

    /// Takes up what the browser has kept.
    pub fn wake(self) {
        self.kept.set(shelf::list());
        if let Some(settings) = browser::stored(SETTINGS).and_then(|json| json::read(json).ok()) {
            self.settings.set(settings);
        }
        self.shelf
            .set(!browser::narrow() && self.kept.with_untracked(|kept| !kept.is_empty()));
        if self.turns.with_untracked(Vec::is_empty) {
            if let Some(id) = browser::remembered(OPEN) {
                self.show(&id);
            }
        } else {
            self.keep();
        }
    }

    /// Asks a question; nothing happens while an answer is being written.
    pub fn ask(self, question: &str) {
        let question = question.trim();
        if question.is_empty() || self.writing.get_untracked() {
            return;
        }
        let turn = Turn::new(self.next_id(), question.to_owned());
        self.turns.update(|turns| turns.push(turn.clone()));
        self.write(turn);
    }

    /// Writes the newest answer again, in its place.
    pub fn again(self) {
        if self.writing.get_untracked() {
            return;
        }
        if let Some(turn) = self.turns.with_untracked(|turns| turns.last().cloned()) {
            turn.begin();
            self.write(turn);
        }
    }

    /// Ends the answer that is being written; what has come stays.
    pub fn stop(self) {
        if let Some(abort) = self.abort.get_value() {
            abort.abort();
        }
    }

    /// Begins a new conversation.
    pub fn clear(self) {
        self.stop();
        self.turns.set(Vec::new());
        self.name(None);
    }

    /// Opens a kept conversation.
    pub fn show(self, id: &str) {
        let Some(conversation) = shelf::open(id) else {
            self.kept.set(shelf::list());
            return;
        };
        self.stop();
        let turns = conversation.turns.into_iter();
        self.turns
            .set(turns.map(|turn| self.revive(turn)).collect());
        self.name(Some(id.to_owned()));
    }

    /// Removes a kept conversation.
    pub fn remove(self, id: &str) {
        if self.open.with_untracked(|open| open.as_deref() == Some(id)) {
            self.clear();
        }
        self.kept.set(shelf::remove(id));
    }

    /// Removes all kept conversations.
    pub fn remove_all(self) {
        self.clear();
        self.kept.set(shelf::clear());
    }

    /// Closes the list of conversations where it covers the answer.
    pub fn leave_shelf(self) {
        if browser::narrow() {
            self.shelf.set(false);
        }
    }

    /// Changes the settings and keeps them.
    pub fn adjust(self, change: impl FnOnce(&mut Settings)) {
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

    /// Writes the answer of a turn.
    fn write(self, turn: Turn) {
        let settings = self.settings.get_untracked();
        let request = ChatRequest {
            messages: self.messages(&turn),
            overrides: settings.overrides(),
            session_state: None,
        };
        let id = self.open.get_untracked().unwrap_or_else(browser::new_id);
        self.name(Some(id.clone()));
        // Dropping the task drops the request, and with it the answer on the server.
        let (task, abort) = abortable(deliver(turn.clone(), request, settings.streaming));
        self.abort.set_value(Some(abort));
        self.writing.set(true);
        spawn_local(async move {
            turn.end(task.await.is_err());
            self.writing.set(false);
            if self.open.with_untracked(|open| open.as_ref() == Some(&id)) {
                self.keep();
            }
        });
    }

    /// Keeps the conversation in the browser.
    fn keep(self) {
        let turns = self
            .turns
            .with_untracked(|turns| turns.iter().map(Turn::keep).collect());
        let id = self.open.get_untracked().unwrap_or_else(browser::new_id);
        self.kept.set(shelf::keep(&id, &Conversation { turns }));
        self.name(Some(id));
    }

    /// Says which kept conversation is open.
    fn name(self, id: Option<String>) {
        browser::remember(OPEN, id.as_deref().unwrap_or_default());
        self.open.set(id);
    }

    fn revive(self, turn: KeptTurn) -> Turn {
        Turn::kept(self.next_id(), turn)
    }

    fn next_id(self) -> u32 {
        self.turns_so_far.update_value(|count| *count += 1);
        self.turns_so_far.get_value()
    }
}

impl Default for Chat {
    fn default() -> Self {
        Self::new()
    }
}

/// Brings an answer to its turn, at most once for each frame of the screen.
async fn deliver(turn: Turn, request: ChatRequest, streaming: bool) {
    if !streaming {
        match complete_chat(request).await {
            Ok(answer) => turn.complete(answer),
            Err(error) => turn.fail(error),
        }
        return;
    }
    match stream_chat(request).await {
        Ok(events) => {
            let mut batches = events.ready_chunks(EVENTS_PER_FRAME);
            while let Some(events) = batches.next().await {
                turn.apply(events);
                browser::next_frame().await;
            }
        }
        Err(error) => turn.fail(error),
    }
}
