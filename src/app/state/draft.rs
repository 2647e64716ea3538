//! The unsent question: it outlives a reload, and waits for its reader alone while the server is away.

use leptos::prelude::*;

use super::Chat;
use crate::browser;

/// The key under which the window remembers what is being written.
const DRAFT: &str = "footnote.draft";

/// The key under which the browser keeps a question that the server has not taken, before the key of its reader.
const UNSENT: &str = "footnote.unsent";

/// The key under which the window remembers for whom it remembers.
const READER: &str = "footnote.reader";

impl Chat {
    /// Takes up the unsent question of this reader; what the window remembers of another one is forgotten.
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

    /// Changes the unsent question.
    pub fn write_draft(self, text: String) {
        browser::remember(DRAFT, &text);
        browser::forget(&self.unsent_key());
        self.draft.set(text);
    }

    /// Has a question wait that the server has not taken, before what is being written.
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
