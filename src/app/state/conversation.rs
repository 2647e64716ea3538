//! A conversation as the browser stores it.

use footnote_protocol::{Answer, AttachedFiles, Scope};
use serde::{Deserialize, Serialize};

use super::Judgement;
use crate::api::search::snippet;

/// Maximum length of a title, in characters.
const TITLE_CHARACTERS: usize = 80;

/// A complete conversation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Conversation {
    /// Its turns, oldest first.
    pub turns: Vec<StoredTurn>,
}

/// A question and its answer, as stored.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct StoredTurn {
    /// Unique id of the turn.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// The question.
    pub question: String,
    /// Files that were attached when it was asked.
    #[serde(skip_serializing_if = "AttachedFiles::is_empty")]
    pub attached: AttachedFiles,
    /// The answer received so far.
    pub answer: Answer,
    /// True if the reader stopped it.
    pub stopped: bool,
    /// Scope of the question; `None` for all documents.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<Scope>,
    /// The reader's judgement, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judgement: Option<Judgement>,
}

/// A conversation in the list of conversations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Entry {
    /// Id of the conversation in the browser's storage.
    pub id: String,
    /// Name given by its reader, or else its shortened first question.
    pub title: String,
    /// Time at which it was last stored, in milliseconds since 1970.
    pub at: u64,
    /// Time of its last question or answer; 0 if it is the same as `at`.
    #[serde(default)]
    pub asked: u64,
    /// True if its reader named it.
    #[serde(default)]
    pub named: bool,
    /// True if it is pinned to the top.
    #[serde(default)]
    pub pinned: bool,
    /// True if others can read it through a link.
    #[serde(default)]
    pub shared: bool,
    /// The words around those that it was found by; empty if its title contains them.
    #[serde(skip)]
    pub snippet: String,
}

impl Entry {
    /// Time of its last question or answer, in milliseconds since 1970.
    pub fn asked_at(&self) -> u64 {
        if self.asked == 0 { self.at } else { self.asked }
    }
}

impl Conversation {
    /// Returns true if both contain the same questions in the same order.
    pub fn asks_the_same(&self, other: &Self) -> bool {
        let questions = |one: &Self| -> Vec<String> {
            let turns = one.turns.iter();
            turns.map(|turn| turn.question.clone()).collect()
        };
        questions(self) == questions(other)
    }

    /// Returns the words around these lower-case ones in its first question or answer that contains them, ignoring
    /// case.
    pub fn snippet(&self, words: &str) -> Option<String> {
        let mut texts = self.turns.iter().flat_map(|turn| [&turn.question, &turn.answer.text]);
        texts.find_map(|text| snippet(text, words))
    }

    /// Returns the first question on one line, cut at the end of a word.
    pub fn title(&self) -> String {
        let question = self.turns.first().map_or("", |turn| turn.question.as_str());
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
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(question: &str) -> Conversation {
        let turn = StoredTurn { question: question.into(), ..StoredTurn::default() };
        Conversation { turns: vec![turn] }
    }

    #[test]
    fn a_title_is_the_first_question_in_one_line() {
        assert_eq!(asked("What\n is  it?").title(), "What is it?");
    }

    #[test]
    fn a_long_title_ends_after_a_word() {
        let title = asked(&"word ".repeat(40)).title();
        assert!(title.ends_with("word…"), "{title}");
        assert!(title.chars().count() <= TITLE_CHARACTERS + 1);
    }

    #[test]
    fn a_conversation_is_found_by_what_it_says() {
        let mut conversation = asked("When is TEA served?");
        conversation.turns[0].answer.text = "At four, with Cake.".into();
        assert_eq!(conversation.snippet("tea").unwrap(), "When is TEA served?");
        assert_eq!(conversation.snippet("cake").unwrap(), "At four, with Cake.");
        assert_eq!(conversation.snippet("coffee"), None);
    }
}
