//! The state of the open conversation that no view follows.

use footnote_protocol::Scope;
use futures_util::future::AbortHandle;
use leptos::prelude::*;

use super::{Chat, Turn};
use crate::api::conversations::OwnerKey;

/// The number of changes that a turn makes: it begins, and its answer ends.
pub(super) const CHANGES_OF_TURN: i64 = 2;

/// The version of a conversation that the server does not have yet; it begins with 0.
pub(super) const NOT_KEPT: i64 = -1;

/// The knowledge of the window beside what it shows.
#[derive(Default)]
pub(super) struct WindowState {
    turns_so_far: u32,
    /// Counts the conversations that were shown.
    place: u32,
    /// The turn that is being written, and what stops it.
    pub(super) task: Option<(u32, AbortHandle)>,
    /// The time at which the open conversation was kept, as far as this window knows.
    pub(super) kept_at: Option<u64>,
    /// The last turn, as long as it is to be found out whether its answer is still under way.
    pub(super) unfinished: Option<Turn>,
    /// The scope that was chosen before the page was loaded anew, until its conversation is there.
    pub(super) recalled: Option<Scope>,
    /// The reader for whom the page was made.
    pub(super) owner: OwnerKey,
    /// The version of the open conversation when the server told it.
    pub(super) version: i64,
    /// Raised whenever the page goes on: what was asked for before comes too late then.
    pub(super) generation: u32,
}

impl Chat {
    /// The turn that is being written.
    pub(super) fn written(self) -> Option<u32> {
        let of_task = |window: &WindowState| window.task.as_ref().map(|(id, _)| *id);
        self.window.try_with_value(of_task).flatten()
    }

    /// Tells conversations apart that the window shows one after the other.
    pub(super) fn place(self) -> u32 {
        self.window.with_value(|window| window.place)
    }

    /// Notes that another conversation is shown.
    pub(super) fn move_on(self) {
        self.window.update_value(|window| window.place += 1);
    }

    /// The number of the next turn, which no other of this window has.
    pub(super) fn next_id(self) -> u32 {
        self.window.update_value(|window| window.turns_so_far += 1);
        self.window.with_value(|window| window.turns_so_far)
    }
}
