//! The answer under way: begun, gone on with, stopped and left.

use futures_util::future::abortable;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::deliver::{deliver, resume};
use super::window::CHANGES_OF_TURN;
use super::{Chat, Turn};
use crate::api::chat::stop_chat;
use crate::api::conversations::AnswerRun;

impl Chat {
    /// Writes the answer of a turn, instead of the turn `from` and those behind it; `is_new` unless it was asked before.
    pub(super) fn write(self, turn: Turn, from: Option<String>, is_new: bool) {
        let streams = self.settings.with_untracked(|settings| settings.streaming);
        let is_kept = self.shared.get_untracked();
        let request = self.request(&turn);
        // Kept at once: a window that closes in the middle has lost nothing but the rest.
        self.keep(true);
        let conversation = self.open.get_untracked().filter(|_| is_kept).unwrap_or_default();
        let run = AnswerRun { turn: turn.uid.clone(), conversation, from, owner: self.owner() };
        let run = Some(run).filter(|_| is_kept || streams);
        self.drive(turn.clone(), async move {
            let Err(error) = deliver(&turn, request, run, streams).await else {
                return CHANGES_OF_TURN;
            };
            if is_kept && is_new {
                self.unsend(&turn, &error);
            } else {
                turn.fail(error);
            }
            0
        });
    }

    /// Has `task` write the answer of a turn, and return the number of changes that the server keeps. Dropping the task
    /// drops its request.
    fn drive(self, turn: Turn, task: impl Future<Output = i64> + 'static) {
        let (task, abort) = abortable(task);
        self.window.update_value(|window| window.task = Some((turn.id, abort)));
        self.writing.set(true);
        spawn_local(async move {
            let ended = task.await;
            if self.written() != Some(turn.id) {
                return;
            }
            turn.end(ended.is_err());
            self.window.update_value(|window| window.task = None);
            self.writing.set(false);
            match ended {
                _ if !self.shared.get_untracked() => self.keep(true),
                Ok(changes) if changes > 0 => self.settle(changes).await,
                _ => {}
            }
        });
    }

    /// Stops the answer under way; the part so far stays.
    pub fn stop(self) {
        if let Some((id, abort)) = self.window.with_value(|window| window.task.clone()) {
            abort.abort();
            let stopped = self.let_go(id);
            spawn_local(async move {
                stopped.await;
                if self.shared.get_untracked() {
                    self.settle(CHANGES_OF_TURN).await;
                }
            });
        }
    }

    /// Has the server stop the answer of a turn, which would go on unread.
    fn let_go(self, id: u32) -> impl Future<Output = ()> {
        let uid = self.turn(id).map(|turn| turn.uid);
        async move {
            if let Some(uid) = uid {
                // A server that is not there writes nothing.
                drop(stop_chat(uid).await);
            }
        }
    }

    /// Ends the answer under way for good, as where its question is no more.
    pub(super) fn give_up(self) {
        if let Some(id) = self.written() {
            spawn_local(self.let_go(id));
        }
        self.leave();
    }

    /// Goes on with the last answer, if it is still under way.
    pub(super) fn go_on(self) {
        if let Some(turn) =
            self.window.try_update_value(|window| window.unfinished.take()).flatten()
        {
            turn.wait();
            self.drive(turn.clone(), async move {
                let is_there = resume(&turn).await;
                if !is_there {
                    turn.lose();
                }
                // Its end is new.
                i64::from(is_there)
            });
        }
    }

    /// Ends and keeps the answer under way, before another conversation takes its place.
    pub(super) fn leave(self) {
        let task = self.window.try_update_value(|window| window.task.take()).flatten();
        let Some((id, abort)) = task else {
            return;
        };
        abort.abort();
        if self.shared.get_untracked() {
            // It goes on, and is there when the reader comes back.
            self.writing.set(false);
            return;
        }
        spawn_local(self.let_go(id));
        self.turns.with_untracked(|turns| {
            turns.iter().filter(|turn| turn.id == id).for_each(|turn| turn.end(true));
        });
        self.writing.set(false);
        self.keep(true);
    }
}
