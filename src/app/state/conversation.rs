//! A conversation as the browser keeps it.

use footnote_protocol::{Answer, AttachedFiles, Scope};
use serde::{Deserialize, Serialize};

use super::Judgement;

/// The most characters of a title.
const TITLE_CHARACTERS: usize = 80;

/// A conversation, whole.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Conversation {
    /// Its turns, oldest first.
    pub turns: Vec<StoredTurn>,
}

/// A question and its answer as they are kept.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct StoredTurn {
    /// Its id, which no other turn has.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// The question.
    pub question: String,
    /// The files that were attached when it was asked.
    #[serde(skip_serializing_if = "AttachedFiles::is_empty")]
    pub attached: AttachedFiles,
    /// The answer, as far as it came.
    pub answer: Answer,
    /// True if the reader stopped it.
    pub stopped: bool,
    /// The documents that it was asked of; `None` for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<Scope>,
    /// The reader's judgement of it, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judgement: Option<Judgement>,
}

/// A conversation in the list of conversations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Entry {
    /// The conversation's own name in the browser's storage.
    pub id: String,
    /// The name that its reader gave it, or else its first question, shortened.
    pub title: String,
    /// The time at which it was kept last, in milliseconds since 1970.
    pub at: u64,
    /// The time of its last question or answer; 0 if that is the time at which it was kept.
    #[serde(default)]
    pub asked: u64,
    /// True if its reader named it.
    #[serde(default)]
    pub named: bool,
    /// True if it stands above the others.
    #[serde(default)]
    pub pinned: bool,
    /// True if there is a link by which others read it.
    #[serde(default)]
    pub shared: bool,
}

impl Entry {
    /// The time of its last question or answer, in milliseconds since 1970.
    pub fn asked_at(&self) -> u64 {
        if self.asked == 0 { self.at } else { self.asked }
    }
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

    /// Returns whether a question or an answer has these words, in whatever case; `words` is lower case.
    pub fn says(&self, words: &str) -> bool {
        let says = |text: &str| text.to_lowercase().contains(words);
        let mut turns = self.turns.iter();
        turns.any(|turn| says(&turn.question) || says(&turn.answer.text))
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
        assert!(conversation.says("tea") && conversation.says("cake"));
        assert!(!conversation.says("coffee"));
    }
}
