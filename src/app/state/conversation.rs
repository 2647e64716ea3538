//! A conversation as the browser keeps it.

use serde::{Deserialize, Serialize};

use crate::protocol::Answer;

/// The most characters of a title.
const TITLE_CHARACTERS: usize = 80;

/// A conversation, whole.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Conversation {
    /// Its turns, oldest first.
    pub turns: Vec<KeptTurn>,
}

/// A question and its answer as they are kept.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct KeptTurn {
    /// The question.
    pub question: String,
    /// The answer, as far as it came.
    pub answer: Answer,
    /// True if the reader stopped it.
    pub stopped: bool,
}

/// A conversation in the list of conversations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Entry {
    /// The conversation's own name in the browser's storage.
    pub id: String,
    /// Its first question, shortened.
    pub title: String,
    /// The time of its last answer, in milliseconds since 1970.
    pub at: u64,
}

impl Conversation {
    /// Returns whether both ask the same questions in the same order.
    pub fn asks_the_same(&self, other: &Self) -> bool {
        let questions = |one: &Self| -> Vec<String> {
            let turns = one.turns.iter();
            turns.map(|turn| turn.question.clone()).collect()
        };
        questions(self) == questions(other)
    }

    /// The first question in one line, shortened at the end of a word.
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
        let turn = KeptTurn {
            question: question.into(),
            ..KeptTurn::default()
        };
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
}
