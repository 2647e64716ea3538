//! The answer in progress: start, resume, stop and leave it.

use futures_util::future::abortable;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::deliver::{deliver, resume};
use super::window::CHANGES_OF_TURN;
use super::{Chat, Turn};
use crate::api::chat::stop_chat;
use crate::api::conversations::AnswerRun;

impl Chat {
    /// Writes the answer of a turn, replacing the turn `from` and those after it. `is_new` is false if the question was
    /// asked before.
    pub(super) fn write(self, turn: Turn, from: Option<String>, is_new: bool) {
        let streams = self.settings.with_untracked(|settings| settings.streaming);
        let temporary = self.temporary.get_untracked();
        let request = self.request(&turn);
        self.keep();
        let conversation = self.open.get_untracked().unwrap_or_default();
        let (turn_id, owner) = (turn.uid.clone(), self.owner());
        let run = AnswerRun { turn: turn_id, conversation, from, owner, temporary };
        self.drive(turn.clone(), async move {
            let Err(error) = deliver(&turn, request, run, streams).await else {
                return CHANGES_OF_TURN;
            };
            if is_new && !temporary {
                self.unsend(&turn, &error);
            } else {
                turn.fail(error);
            }
            0
        });
    }

    /// Runs `task`, which writes the answer of a turn and returns the number of changes that the server stores.
    /// Dropping the task cancels its request.
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
            if let Ok(changes) = ended
                && changes > 0
            {
                self.confirm(changes).await;
            }
            self.ask_next();
        });
    }

    /// Stops the answer in progress; the text so far stays.
    pub(super) fn stop_now(self) {
        if let Some((id, abort)) = self.window.with_value(|window| window.task.clone()) {
            abort.abort();
            let stopped = self.stop_on_server(id);
            spawn_local(async move {
                stopped.await;
                self.confirm(CHANGES_OF_TURN).await;
            });
        }
    }

    /// Has the server stop the answer of a turn, which would otherwise continue unread.
    fn stop_on_server(self, id: u32) -> impl Future<Output = ()> {
        let uid = self.turn(id).map(|turn| turn.uid);
        async move {
            if let Some(uid) = uid {
                // An unreachable server writes nothing.
                drop(stop_chat(uid).await);
            }
        }
    }

    /// Cancels the answer in progress for good, for example because its question is gone.
    pub(super) fn give_up(self) {
        if let Some(id) = self.written() {
            spawn_local(self.stop_on_server(id));
        }
        self.leave();
    }

    /// Resumes the last answer, if it is still in progress.
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
                // Only the end of the answer is a change.
                i64::from(is_there)
            });
        }
    }

    /// Leaves the answer in progress before another conversation is shown. It continues on the server, and is there when
    /// the reader comes back, unless it is temporary.
    pub(super) fn leave(self) {
        let task = self.window.try_update_value(|window| window.task.take()).flatten();
        let Some((id, abort)) = task else {
            return;
        };
        abort.abort();
        self.writing.set(false);
        if self.temporary.get_untracked() {
            spawn_local(self.stop_on_server(id));
        }
    }
}
