//! A conversation posted by a plain form, answered before the page is rendered.

use serde::{Deserialize, Serialize};

use super::conversations::OpenedSession;
use super::turn::StoredTurn;

/// The turns of a posted conversation, in context while the resulting page is rendered.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Posted {
    /// The turns, oldest first; the last one is new. The server keeps none of them.
    pub turns: Vec<StoredTurn>,
    /// Instead, the conversation at the page's address, which the server stores.
    pub kept: Option<OpenedSession>,
    /// Path of the page without the conversation; empty if that is the page's address.
    pub home: String,
}

impl Posted {
    /// Returns true if the page has turns to show.
    pub fn has_turns(&self) -> bool {
        !self.turns.is_empty() || self.kept.as_ref().is_some_and(|kept| !kept.turns.is_empty())
    }
}

/// Returns a value as the page's form posts it; empty if there is none, and in the browser, which keeps what the server
/// has rendered.
#[cfg(feature = "ssr")]
pub fn form_value<T: Serialize>(value: impl FnOnce() -> Option<T>) -> String {
    value().and_then(|value| serde_json::to_string(&value).ok()).unwrap_or_default()
}

/// Returns a value as the page's form posts it; empty if there is none, and in the browser, which keeps what the server
/// has rendered.
#[cfg(not(feature = "ssr"))]
pub fn form_value<T: Serialize>(_value: impl FnOnce() -> Option<T>) -> String {
    String::new()
}
