//! Turns that the server could not be sent: kept in the browser until a later page can.

use footnote_protocol::json;
use leptos::prelude::*;

use super::outbox::{Outbox, Unsent};
use super::{Chat, StoredTurn, Turn};
use crate::api::conversations::{SessionTurn, keep_turn, open_conversation};
use crate::browser;

/// The key under which the browser keeps them.
const UNSENT: &str = "footnote.unsent";

impl Chat {
    /// Takes up what the page before could not send. Half an answer is shown, whose rest went with its server: the
    /// server knows its question alone.
    pub(super) fn recall_unsent(self) {
        let before: Option<Unsent> = browser::stored(UNSENT).and_then(|json| json::read(json).ok());
        let before = before.unwrap_or_default();
        let open = self.open.get_untracked().unwrap_or_default();
        let half = self.window.with_value(|window| {
            let unfinished = window.unfinished.as_ref()?;
            before.get(&open)?.iter().find(|turn| turn.id == unfinished.uid).cloned()
        });
        self.outbox.update_value(|outbox| outbox.before = before);
        let half = half.map(StoredTurn::from).filter(|turn| !Turn::is_unfinished(turn));
        if let Some(half) = half {
            self.window.update_value(|window| window.unfinished = None);
            let half = self.revive(half);
            self.turns.update(|turns| {
                turns.pop();
                turns.push(half);
            });
        }
    }

    /// Sends what could not be sent by the page before: turns that the server lacks, or has without their answers. True
    /// if there were any, and all are sent.
    pub(super) async fn resend(self) -> bool {
        let before = self.outbox.with_value(|outbox| outbox.before.clone());
        let any = !before.is_empty();
        for (id, turns) in before {
            if !self.resend_one(&id, turns).await {
                return false;
            }
            self.outbox.update_value(|outbox| drop(outbox.before.remove(&id)));
        }
        self.put_aside();
        any
    }

    async fn resend_one(self, id: &str, turns: Vec<SessionTurn>) -> bool {
        let Ok(opened) = open_conversation(id.to_owned()).await else {
            return false;
        };
        let there = opened.map(|opened| opened.turns).unwrap_or_default();
        let is_whole = |turn: &SessionTurn| {
            let known = there.iter().find(|known| known.id == turn.id);
            known.is_some_and(|known| !Turn::is_unfinished(&StoredTurn::from(known.clone())))
        };
        for turn in turns.into_iter().filter(|turn| !is_whole(turn)) {
            if keep_turn(id.to_owned(), turn, None).await.is_err() {
                return false;
            }
        }
        true
    }

    /// Keeps in the browser what the server could not be sent.
    pub(super) fn put_aside(self) {
        let unsent = self.outbox.with_value(Outbox::unsent);
        match serde_json::to_string(&unsent) {
            Ok(json) if !unsent.is_empty() => drop(browser::store(UNSENT, &json)),
            _ => browser::forget(UNSENT),
        }
    }
}
