//! The open conversation: asking, showing and storing it.

use footnote_protocol::{AttachedFiles, Scope, json};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::attachment_changes::AttachmentChanges;
use super::window::{NOT_KEPT, WindowState};
use super::{
    Entry, OtherTurns, PageSettings, ReplacedTurns, StoredTurn, Turn, address, shared, shared_json,
};
use crate::api::conversations::OwnerKey;
use crate::api::posted::Posted;
use crate::browser;

/// Key of the settings in the browser's storage.
const SETTINGS: &str = "footnote.settings";

/// Reason for a conversation that is not stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lapse {
    /// The server is unreachable or failing.
    Away,
    /// The server rejected the question, with the reason in words.
    Unsent(String),
    /// There is no conversation at the page's address.
    Missing,
}

/// The actions that need the code of answers.
#[derive(Clone, Copy)]
pub(super) struct Actions {
    pub(super) ask: fn(Chat, &str),
    pub(super) stop: fn(Chat),
    pub(super) clear: fn(Chat),
}

/// The open conversation.
#[derive(Clone, Copy, Default)]
pub struct Chat {
    /// Its turns, oldest first.
    pub turns: RwSignal<Vec<Turn>>,
    /// The unsent question.
    pub draft: RwSignal<String>,
    /// True while an answer is being written.
    pub writing: RwSignal<bool>,
    /// Questions asked meanwhile, in the order in which they will be answered.
    pub line: RwSignal<Vec<String>>,
    /// The stored conversations, newest first.
    pub kept: RwSignal<Vec<Entry>>,
    /// Recently deleted conversations that can still be restored, newest first.
    pub removed: RwSignal<Vec<Entry>>,
    /// The turns replaced by the last edited question, as long as they can be restored.
    pub replaced: RwSignal<Option<ReplacedTurns>>,
    /// Id of the open stored conversation; `None` before the first question.
    pub open: RwSignal<Option<String>>,
    /// True if the list of conversations is open.
    pub sidebar: RwSignal<bool>,
    /// The reader's settings.
    pub settings: RwSignal<PageSettings>,
    /// Files attached to the conversation.
    pub attached: RwSignal<AttachedFiles>,
    /// Changes to the attached files.
    pub(super) attaching: RwSignal<AttachmentChanges>,
    /// Scope of the next question.
    pub scope: RwSignal<Scope>,
    /// The reason if this conversation is not stored; `None` if it is.
    pub lapse: RwSignal<Option<Lapse>>,
    /// True if the open conversation is stored nowhere, as is each of a reader of whom the server keeps nothing.
    pub temporary: RwSignal<bool>,
    /// Turns of the open conversation that are on other pages.
    pub other_turns: RwSignal<OtherTurns>,
    /// The actions that need the code of answers, once it is there.
    pub(super) actions: StoredValue<Option<Actions>>,
    /// State that no view tracks.
    pub(super) window: StoredValue<WindowState>,
}

impl Chat {
    /// Returns a conversation without turns.
    pub fn new() -> Self {
        let posted = shared_json(|| use_context::<Posted>().unwrap_or_default());
        let owner = shared(|| use_context::<OwnerKey>().unwrap_or_default());
        let chat = Self::default();
        chat.draft.set(browser::typed("question"));
        chat.sidebar.set(true);
        chat.temporary.set(owner == OwnerKey::default());
        chat.window.update_value(|window| {
            window.owner = owner;
            window.version = NOT_KEPT;
            window.posted = posted;
        });
        chat
    }

    /// Shows the conversation at the page's address, or one posted by a plain form.
    pub(super) fn show_posted(self) {
        let posted = self.window.try_update_value(|window| std::mem::take(&mut window.posted));
        let posted = posted.unwrap_or_default();
        let posted: Posted = serde_json::from_value(posted).unwrap_or_default();
        let turns: Vec<Turn> = posted.turns.into_iter().map(|turn| self.revive(turn)).collect();
        if !turns.is_empty() {
            self.turns.set(turns);
        }
        if let Some(kept) = posted.kept {
            self.take_in(kept);
        }
    }

    /// Restores what the page shows before the code of answers is there.
    pub fn wake(self) {
        self.recall_draft();
        self.show_sidebar();
    }

    /// Restores the settings and the scope, and requests what the server stores.
    pub(super) fn recall(self) {
        if let Some(settings) = browser::stored(SETTINGS).and_then(|json| json::read(json).ok()) {
            self.settings.set(settings);
        }
        let open = address::conversation();
        let is_empty = self.turns.with_untracked(Vec::is_empty);
        self.recall_scope(is_empty && open.is_some());
        self.go_on();
        spawn_local(self.load(open));
        let seen = window_event_listener_untyped("focus", move |_| self.look());
        on_cleanup(move || seen.remove());
        let moved = window_event_listener_untyped("popstate", move |_| self.follow());
        on_cleanup(move || moved.remove());
        Effect::new(move |_| browser::set_title(&self.title()));
    }

    /// Shows the list of conversations if there is room for it.
    pub(super) fn show_sidebar(self) {
        self.sidebar.set(!browser::tight());
    }

    /// Asks a question; while an answer is being written, it waits in line.
    pub(super) fn ask_now(self, question: &str) {
        let question = question.trim();
        if question.is_empty() || untrack(|| self.is_attaching()) {
            return;
        }
        if self.writing.get_untracked() {
            self.line.update(|line| line.push(question.to_owned()));
            return;
        }
        self.advance();
        self.lapse.set(None);
        self.removed.set(Vec::new());
        self.replaced.set(None);
        let turn = self.new_turn(question);
        self.turns.update(|turns| turns.push(turn.clone()));
        turn.keep_focus();
        self.write(turn, None, true);
    }

    /// Asks the first question in line.
    pub(super) fn ask_next(self) {
        let next = self.line.try_update(|line| (!line.is_empty()).then(|| line.remove(0)));
        if let Some(next) = next.flatten() {
            self.ask(&next);
        }
    }

    /// Regenerates the newest answer, in place.
    pub fn again(self) {
        if self.writing.get_untracked() || untrack(|| self.is_attaching()) {
            return;
        }
        if let Some(turn) = self.turns.with_untracked(|turns| turns.last().cloned()) {
            self.advance();
            turn.begin();
            turn.keep_focus();
            self.write(turn, None, false);
        }
    }

    /// Asks the newest question again, in all documents.
    pub fn widen(self) {
        self.ask_in(Scope::default());
        if let Some(turn) = self.turns.with_untracked(|turns| turns.last().cloned()) {
            self.edit(turn.id, &turn.question);
        }
    }

    /// Starts a new conversation.
    pub(super) fn clear_now(self) {
        self.advance();
        self.leave();
        self.replaced.set(None);
        self.turns.set(Vec::new());
        self.move_on();
        self.attached.set(AttachedFiles::default());
        Self::forget_draft();
        Self::forget_scope();
        self.window.update_value(|window| window.recalled = None);
        self.settle_scope();
        self.name(None);
        self.temporary.set(!self.keeps());
    }

    /// Starts a new conversation that is stored nowhere; what was typed so far stays in the field alone.
    pub fn begin_temporary(self) {
        self.clear();
        self.temporary.set(true);
        self.write_draft(self.draft.get_untracked());
    }

    /// Opens a stored conversation.
    pub fn show(self, id: &str) {
        if self.open.with_untracked(|open| open.as_deref() == Some(id)) {
            return;
        }
        self.advance();
        self.leave();
        if self.temporary.get_untracked() {
            self.clear();
        }
        Self::forget_scope();
        self.fetch(id);
    }

    /// Shows stored turns.
    pub(super) fn fill(self, turns: Vec<StoredTurn>) {
        let is_unfinished = turns.last().is_some_and(Turn::is_unfinished);
        let shown = self.turns.get_untracked();
        // Keep turns that are already shown, so that the reader does not lose their place.
        let turn = |kept: StoredTurn| {
            let known = shown.iter().find(|turn| turn.shows(&kept)).cloned();
            known.unwrap_or_else(|| self.revive(kept))
        };
        let turns: Vec<Turn> = turns.into_iter().map(turn).collect();
        let unfinished = turns.last().cloned().filter(|_| is_unfinished);
        self.window.update_value(|window| window.unfinished = unfinished);
        self.attached.set(turns.last().map(|turn| turn.attached.clone()).unwrap_or_default());
        self.turns.set(turns);
        self.settle_scope();
    }

    /// Opens or closes the list of conversations.
    pub fn toggle_sidebar(self) {
        self.sidebar.update(|open| *open = !*open);
        if self.sidebar.get_untracked() && browser::tight() {
            browser::remember_focus();
            browser::after_render(|| browser::focus("conversations"));
        }
    }

    /// Closes the list of conversations if it covers the answer.
    pub fn close_covering_sidebar(self) {
        if browser::tight() {
            self.sidebar.set(false);
            browser::after_render(browser::restore_focus);
        }
    }

    /// Changes and stores the settings.
    pub fn adjust(self, change: impl FnOnce(&mut PageSettings)) {
        self.settings.update(change);
        if let Ok(json) = self.settings.with_untracked(serde_json::to_string) {
            browser::store(SETTINGS, &json);
        }
    }

    /// Lists the conversation in which a question is asked now, unless it is temporary.
    pub(super) fn keep(self) {
        if !self.temporary.get_untracked() {
            let id = self.id();
            self.to_the_top(&id);
            self.name(Some(id));
        }
    }

    /// Sets which stored conversation is open, also in the address.
    pub(super) fn name(self, id: Option<String>) {
        if self.lapse.get_untracked() == Some(Lapse::Missing) {
            self.lapse.set(None);
        }
        if self.open.with_untracked(|open| *open != id) {
            self.window.update_value(|window| window.version = NOT_KEPT);
        }
        address::show(id.as_deref());
        let is_kept = id.is_some();
        self.open.set(id);
        if is_kept {
            Self::forget_draft();
        }
    }

    /// Returns true if this turn is the last one.
    pub fn is_newest(self, turn: u32) -> bool {
        self.turns.with(|turns| turns.last().is_some_and(|last| last.id == turn))
    }

    /// Returns the turn with this number.
    pub fn turn(self, id: u32) -> Option<Turn> {
        self.turns.with_untracked(|turns| turns.iter().find(|turn| turn.id == id).cloned())
    }

    pub(super) fn revive(self, turn: StoredTurn) -> Turn {
        Turn::from_stored(self.next_id(), turn)
    }
}
