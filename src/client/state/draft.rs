//! The unsent question: it survives a reload and, while the server is unreachable, waits for this reader only.

use leptos::prelude::*;

use super::Chat;
use crate::browser;

/// Key under which the window remembers the draft.
const DRAFT: &str = "footnote.draft";

/// Key prefix under which the browser stores a question that could not be sent; the reader's key follows.
const UNSENT: &str = "footnote.unsent";

/// Key under which the window remembers whose draft it has.
const READER: &str = "footnote.reader";

impl Chat {
    /// Restores the unsent question of this reader; forgets that of another reader.
    pub(super) fn recall_draft(self) {
        let reader = format!("={}", self.owner().0);
        if browser::remembered(READER).is_some_and(|former| former != reader) {
            browser::forget_window();
        }
        browser::remember(READER, &reader);
        if self.draft.with_untracked(String::is_empty) {
            let unsent = || browser::stored(&self.unsent_key());
            self.draft.set(browser::remembered(DRAFT).or_else(unsent).unwrap_or_default());
        }
    }

    /// Changes the unsent question. That of a temporary conversation is not stored.
    pub fn write_draft(self, text: String) {
        let stored = if self.temporary.get_untracked() { "" } else { text.as_str() };
        browser::remember(DRAFT, stored);
        browser::forget(&self.unsent_key());
        self.draft.set(text);
    }

    /// Stores a question that could not be sent, before the text being written.
    pub(super) fn keep_unsent(self, question: &str) {
        let draft = self.draft.get_untracked();
        let text = format!("{question}\n{draft}").trim().to_owned();
        self.write_draft(text.clone());
        browser::store(&self.unsent_key(), &text);
    }

    fn unsent_key(self) -> String {
        format!("{UNSENT}.{}", self.owner().0)
    }
}
