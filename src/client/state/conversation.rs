//! A conversation in the list of conversations.

use crate::api::conversations::ListedSession;

/// Maximum length of a title, in characters.
const TITLE_CHARACTERS: usize = 80;

/// A conversation in the list of conversations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Entry {
    /// Id of the conversation.
    pub id: String,
    /// Name given by its reader, or else its shortened first question.
    pub title: String,
    /// Time of its last question or answer, in milliseconds since 1970.
    pub at: u64,
    /// True if it is pinned to the top.
    pub pinned: bool,
    /// True if others can read it through a link.
    pub shared: bool,
    /// The words around those that it was found by; empty if its title contains them.
    pub snippet: String,
}

impl From<ListedSession> for Entry {
    fn from(listed: ListedSession) -> Self {
        let ListedSession { id, name, first, pinned, used, shared, .. } = listed;
        let title = if name.is_empty() { title(&first) } else { name };
        let at = u64::try_from(used).unwrap_or_default() * 1000;
        Self { id, title, at, pinned, shared, snippet: String::new() }
    }
}

/// Returns a question on one line, cut at the end of a word.
pub(super) fn title(question: &str) -> String {
    let mut title = String::new();
    for word in question.split_whitespace() {
        if title.chars().count() + word.chars().count() > TITLE_CHARACTERS {
            title.push('…');
            break;
        }
        if !title.is_empty() {
            title.push(' ');
        }
        title.push_str(word);
    }
    title
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_the_first_question_in_one_line() {
        assert_eq!(title("What\n is  it?"), "What is it?");
    }

    #[test]
    fn a_long_title_ends_after_a_word() {
        let title = title(&"word ".repeat(40));
        assert!(title.ends_with("word…"), "{title}");
        assert!(title.chars().count() <= TITLE_CHARACTERS + 1);
    }
}
