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

    /// Address from which the server exports the conversation `id`, which it stores, in a format.
    pub fn export_address(self, id: &str, form: &str) -> String {
        address::within(id, &format!("export.{form}"))
    }

    /// Has the server export the open conversation, which the browser stores, in a format. The server keeps nothing of
    /// it.
    pub fn send_away(self, form: &str) {
        let mut conversation = self.conversation();
        for turn in &mut conversation.turns {
            // Exports do not include the steps of an answer.
            turn.answer.context.thoughts.clear();
            turn.answer.context.followup_questions = None;
        }
        let entry = untrack(|| self.open_entry()).unwrap_or_default();
        let title = if entry.title.is_empty() { conversation.title() } else { entry.title.clone() };
        let at = if entry.asked_at() == 0 { browser::now() } else { entry.asked_at() };
        let fields = [
            ("as", form.to_owned()),
            ("title", title),
            ("at", at.to_string()),
            ("conversation", serde_json::to_string(&conversation).unwrap_or_default()),
        ];
        browser::send_form(&address::beside("export"), &fields, form == "html");
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
