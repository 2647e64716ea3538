//! State of the open conversation that no view tracks.

use footnote_protocol::Scope;
use futures_util::future::AbortHandle;
use leptos::prelude::*;
use serde_json::Value;

use super::{Chat, Turn};
use crate::api::conversations::OwnerKey;

/// Number of changes that a turn makes: its start, and the end of its answer.
pub(super) const CHANGES_OF_TURN: i64 = 2;

/// Version of a conversation that the server does not have yet; the first version is 0.
pub(super) const NOT_KEPT: i64 = -1;

/// State of the window that it does not show.
#[derive(Default)]
pub(super) struct WindowState {
    turns_so_far: u32,
    /// Number of conversations shown so far.
    place: u32,
    /// The turn being written, and the handle to stop it.
    pub(super) task: Option<(u32, AbortHandle)>,
    /// The last turn, while it is unknown whether its answer is still in progress.
    pub(super) unfinished: Option<Turn>,
    /// The scope chosen before a reload, until its conversation has been loaded.
    pub(super) recalled: Option<Scope>,
    /// The turns that came with the page, as JSON, until they are shown.
    pub(super) posted: Value,
    /// The reader for whom the page was rendered.
    pub(super) owner: OwnerKey,
    /// Version of the open conversation as last reported by the server.
    pub(super) version: i64,
    /// Incremented whenever the page moves on, so that responses to earlier requests are dropped.
    pub(super) generation: u32,
}

impl Chat {
    /// Returns the turn being written.
    pub(super) fn written(self) -> Option<u32> {
        let of_task = |window: &WindowState| window.task.as_ref().map(|(id, _)| *id);
        self.window.try_with_value(of_task).flatten()
    }

    /// Identifies the conversation shown, among those shown one after the other.
    pub(super) fn place(self) -> u32 {
        self.window.with_value(|window| window.place)
    }

    /// Records that another conversation is shown.
    pub(super) fn move_on(self) {
        self.line.set(Vec::new());
        self.window.update_value(|window| window.place += 1);
    }

    /// Number for the next turn, unique in this window.
    pub(super) fn next_id(self) -> u32 {
        self.window.update_value(|window| window.turns_so_far += 1);
        self.window.with_value(|window| window.turns_so_far)
    }
}
