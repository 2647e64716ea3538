//! Conversations that an earlier version kept in the browser.

use footnote_protocol::json;
use serde::Deserialize;

use super::{Chat, StoredTurn};
use crate::api::earlier::take_over_conversation;
use crate::browser;

/// Key of their list in the browser's storage.
const LIST: &str = "footnote.conversations";

/// Prefix of the keys of the conversations in the browser's storage.
const PREFIX: &str = "footnote.conversation.";

#[derive(Default, Deserialize)]
#[serde(default)]
struct EarlierEntry {
    id: String,
    title: String,
    named: bool,
}

#[derive(Deserialize)]
struct EarlierConversation {
    turns: Vec<StoredTurn>,
}

impl Chat {
    /// Has the server take over what is in the browser, oldest first. What it does not take stays, and is offered again
    /// when the page is opened the next time.
    pub(super) async fn take_over(self) {
        let listed = browser::stored(LIST).filter(|_| self.keeps());
        let entries: Vec<EarlierEntry> =
            listed.and_then(|list| json::read(list).ok()).unwrap_or_default();
        let mut is_done = !entries.is_empty();
        for EarlierEntry { id, title, named } in entries.into_iter().rev() {
            let key = format!("{PREFIX}{id}");
            let kept = browser::stored(&key).and_then(|kept| json::read(kept).ok());
            if let Some(EarlierConversation { turns }) = kept {
                let name = if named { title } else { String::new() };
                match take_over_conversation(id, name, turns).await {
                    Ok(true) => {}
                    Ok(false) => return,
                    Err(_) => {
                        is_done = false;
                        continue;
                    }
                }
            }
            browser::forget(&key);
        }
        if is_done {
            browser::forget(LIST);
        }
    }
}
