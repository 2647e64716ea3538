//! The open conversation, taken away in a file or shared by a link.

use leptos::prelude::*;

use super::{Chat, Entry, address};
use crate::browser;

impl Chat {
    /// The entry of the open conversation in the list; `None` if it is not kept.
    pub fn open_entry(self) -> Option<Entry> {
        let open = self.open.get()?;
        self.kept.with(|kept| kept.iter().find(|entry| entry.id == open).cloned())
    }

    /// The address at which the server gives the conversation `id`, which it keeps, in a form.
    pub fn export_address(self, id: &str, form: &str) -> String {
        address::within(id, &format!("export.{form}"))
    }

    /// Has the server write the open conversation, which the browser keeps, in a form; the server keeps nothing of it.
    pub fn send_away(self, form: &str) {
        let mut conversation = self.conversation();
        for turn in &mut conversation.turns {
            // How an answer came about is not written.
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

    /// The address by which others read the conversation with this token.
    pub fn link_address(self, token: &str) -> String {
        format!("{}{}", browser::origin(), address::beside(&format!("s/{token}")))
    }

    /// The address of the conversation `id`, whole.
    pub fn page_address(self, id: &str) -> String {
        format!("{}{}", browser::origin(), address::beside(&format!("c/{id}")))
    }

    /// Notes in the list whether there is a link to a conversation.
    pub fn note_shared(self, id: &str, shared: bool) {
        self.kept.update(|kept| {
            kept.iter_mut().filter(|entry| entry.id == id).for_each(|entry| entry.shared = shared);
        });
    }
}
