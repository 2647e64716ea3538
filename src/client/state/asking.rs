//! The request for an answer: the conversation so far, the chosen scope, and the attached files.

use footnote_protocol::{ChatRequest, Message, Overrides};
use leptos::prelude::*;

use super::{Chat, PageSettings, Turn};

impl Chat {
    /// Creates a turn with the currently attached files and the chosen scope.
    pub(super) fn new_turn(self, question: &str) -> Turn {
        let mut turn = Turn::new(self.next_id(), question.to_owned());
        turn.attached = self.attached.get_untracked();
        turn.asked_in(self.scope.get_untracked())
    }

    /// Returns all messages up to and including the question of `turn`, oldest first.
    fn messages(self, turn: &Turn) -> Vec<Message> {
        let before = self.turns.with_untracked(|turns| {
            let before = turns.iter().take_while(|other| other.id != turn.id);
            before.flat_map(Turn::messages).collect::<Vec<_>>()
        });
        let question = Message::user(turn.question.clone());
        before.into_iter().chain([question]).collect()
    }

    /// Returns the request for a turn.
    pub fn request(self, turn: &Turn) -> ChatRequest {
        ChatRequest {
            messages: self.messages(turn),
            overrides: Overrides {
                scope: turn.scope.clone(),
                ..self.settings.with_untracked(PageSettings::overrides)
            },
            ..ChatRequest::default()
        }
    }
}
