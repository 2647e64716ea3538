//! The request for an answer: the conversation so far, the documents chosen, and the files attached.

use footnote_protocol::{ChatRequest, Message, Overrides};
use leptos::prelude::*;

use super::{Chat, PageSettings, Turn};

impl Chat {
    /// A turn whose question is asked with the files that are attached now, in the scope that is chosen.
    pub(super) fn new_turn(self, question: &str) -> Turn {
        let mut turn = Turn::new(self.next_id(), question.to_owned());
        turn.attached = self.attached.get_untracked();
        turn.asked_in(self.scope.get_untracked())
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
            overrides: Overrides {
                scope: turn.scope.clone(),
                ..self.settings.with_untracked(PageSettings::overrides)
            },
            ..ChatRequest::default()
        }
    }
}
