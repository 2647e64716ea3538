//! The server function that searches the reader's conversations.

use footnote_text::words::{in_one_line, shortened};
use footnote_text::{citation, table};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::codec::{JsonBody, PageError};

/// Maximum number of characters before the words of a snippet.
const MAX_BEFORE: usize = 30;

/// Maximum length of a snippet, in characters.
const MAX_LEN: usize = 120;

/// A conversation that contains the searched words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundSession {
    /// Id of the conversation.
    pub id: String,
    /// The words around them; empty if they are only in older turns.
    pub snippet: String,
}

/// Returns the conversations that contain these words, the first of them with a snippet.
///
/// # Errors
///
/// Fails if the store fails, or if it keeps nothing for the reader.
#[server(prefix = "/page", endpoint = "conversations/find", input = JsonBody, output = JsonBody)]
pub async fn find_conversations(
    /// The words to find.
    words: String,
) -> Result<Vec<FoundSession>, PageError> {
    use super::conversations::store;

    let store::Place { sessions, owner, .. } = store::of_request()?;
    Ok(server::found(&sessions, &owner, &words.to_lowercase()).await.map_err(store::failed)?)
}

/// Returns the part of a text around these lower-case words, without citations and Markdown markup.
pub fn snippet(text: &str, words: &str) -> Option<String> {
    if !text.to_lowercase().contains(words) {
        return None;
    }
    let plain = citation::without(text, &citation::named(text));
    let lines = plain.lines().filter(|line| !table::is_rule(line.trim()));
    let plain = lines.collect::<Vec<_>>().join(" ").replace(['*', '#', '|', '`'], " ");
    let plain = in_one_line(&plain);
    let lower = plain.to_lowercase();
    let at = lower.find(words).unwrap_or_default();
    let before = lower.get(..at).unwrap_or_default().chars().count();
    let skipped = before.saturating_sub(MAX_BEFORE);
    let rest: String = plain.chars().skip(skipped).collect();
    let start = if skipped > 0 { "…" } else { "" };
    Some(format!("{start}{}", shortened(&rest, MAX_LEN)))
}

/// The server's part.
#[cfg(feature = "ssr")]
mod server {
    use footnote_store::{Sessions, StoreError};

    use super::{FoundSession, snippet};

    /// Maximum number of found conversations with a snippet.
    const MAX_SNIPPETS: usize = 20;

    /// Returns the conversations that contain these lower-case words.
    pub(super) async fn found(
        sessions: &Sessions,
        owner: &str,
        words: &str,
    ) -> Result<Vec<FoundSession>, StoreError> {
        let mut found = Vec::new();
        for id in sessions.search(owner, words).await? {
            let opened = match found.len() {
                0..MAX_SNIPPETS => sessions.open(owner, &id, 0).await?,
                _ => None,
            };
            let turns = opened.iter().flat_map(|opened| &opened.turns);
            let mut texts = turns.flat_map(|turn| [&turn.question, &turn.answer]);
            let snippet = texts.find_map(|text| snippet(text, words));
            found.push(FoundSession { id, snippet: snippet.unwrap_or_default() });
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snippet_is_cut_around_its_words_and_has_no_marks() {
        let text = format!(
            "{} **the [tea.md]\n| --- | :-: |\ncake** is {}",
            "far ".repeat(30),
            "eaten ".repeat(30)
        );
        let snippet = snippet(&text, "cake").unwrap();
        assert!(snippet.starts_with('…') && snippet.ends_with('…'), "{snippet}");
        assert!(snippet.contains("the cake is eaten"), "{snippet}");
    }
}
