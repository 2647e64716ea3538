//! The work of the chat page that begins with the code of answers, which comes later than the page itself: asking,
//! stopping and leaving, the stored conversations, and whatever needs the server.

use leptos::prelude::*;

use super::chat::Actions;
use super::{AnswerWriter, Chat, Library};

/// The actions, once this code is there.
const ACTIONS: Actions =
    Actions { ask: Chat::ask_now, stop: Chat::stop_now, clear: Chat::clear_now };

/// Shows what the server has rendered, before the page is hydrated; otherwise as soon as the code is there.
pub fn prepare() {
    let chat = expect_context::<Chat>();
    chat.actions.set_value(Some(ACTIONS));
    chat.show_posted();
    expect_context::<AnswerWriter>().show_known();
}

/// Restores the settings, requests what the server stores, and keeps all of it up to date.
pub fn wake() {
    let chat = expect_context::<Chat>();
    let line = chat.line.try_update(std::mem::take).unwrap_or_default();
    chat.recall();
    expect_context::<Library>().keep_fresh();
    expect_context::<AnswerWriter>().wake();
    for question in line {
        chat.ask(&question);
    }
}

impl Chat {
    fn actions(self) -> Option<Actions> {
        self.actions.get_value()
    }

    /// Asks a question. It waits in line while an answer is being written, or until the code of answers is there.
    pub fn ask(self, question: &str) {
        match self.actions() {
            Some(actions) => (actions.ask)(self, question),
            None => self.line.update(|line| line.push(question.to_owned())),
        }
    }

    /// Stops the answer in progress; the text so far stays. A question that still waits returns to the field.
    pub fn stop(self) {
        if let Some(actions) = self.actions() {
            (actions.stop)(self);
        } else {
            let line = self.line.try_update(std::mem::take).unwrap_or_default();
            self.write_draft(line.join("\n"));
        }
    }

    /// Starts a new conversation.
    pub fn clear(self) {
        if let Some(actions) = self.actions() {
            (actions.clear)(self);
        } else {
            self.name(None);
        }
    }

    /// Returns true while an answer is being written, or a question waits for the code of answers.
    pub fn is_busy(self) -> bool {
        let waits = self.actions().is_none() && self.line.with(|line| !line.is_empty());
        waits || self.writing.get()
    }

    /// Returns true if the conversation has no turns.
    pub fn is_empty(self) -> bool {
        self.turns.with(Vec::is_empty) && !self.is_busy()
    }
}
