//! Export and sharing of the open conversation.

use leptos::prelude::*;

use super::{Chat, Entry, address};
use crate::browser;

impl Chat {
    /// List entry of the open conversation; `None` if it is not stored.
    pub fn open_entry(self) -> Option<Entry> {
        let open = self.open.get()?;
        self.kept.with(|kept| kept.iter().find(|entry| entry.id == open).cloned())
    }

    /// Address from which the server exports the conversation `id` in a format.
    pub fn export_address(self, id: &str, form: &str) -> String {
        address::within(id, &format!("export.{form}"))
    }

    /// Address at which others read the conversation with this token.
    pub fn link_address(self, token: &str) -> String {
        format!("{}{}", browser::origin(), address::beside(&format!("s/{token}")))
    }

    /// Full address of the conversation `id`.
    pub fn page_address(self, id: &str) -> String {
        format!("{}{}", browser::origin(), address::beside(&format!("c/{id}")))
    }

    /// Updates in the list whether a conversation has a link.
    pub fn note_shared(self, id: &str, shared: bool) {
        self.kept.update(|kept| {
            kept.iter_mut().filter(|entry| entry.id == id).for_each(|entry| entry.shared = shared);
        });
    }
}
