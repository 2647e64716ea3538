//! Words that a question takes from the conversation that it depends on, without a model.

use footnote_protocol::{Message, Role};
use footnote_retrieval::framing::is_framing;
use footnote_text::analysis::stems;
use footnote_text::languages::{Table, opens};
use footnote_text::words::words;

use super::{courtesy, long};

/// Maximum number of words added from the previous question.
const MAX_BORROWED: usize = 4;

/// Maximum number of its words examined. More are pasted text, and each is searched for in the question.
const MAX_WORDS_READ: usize = 200;

/// Number of earlier questions that count, and weight of the last answer's words relative to the question's own: the
/// best values measured over conversations.
const EARLIER_QUESTIONS: usize = 2;
const ANSWER_WEIGHT: f32 = 0.1;

/// Maximum number of letters of a word unlikely to name a subject, unless it is in capitals.
const SHORT_WORD: usize = 3;

/// Returns the weighted context of a question: the last questions and the last answer.
pub(super) fn context(history: &[Message]) -> Vec<(String, f32)> {
    let of = |role| history.iter().rev().filter(move |m| m.role == role);
    let asked = of(Role::User).take(EARLIER_QUESTIONS);
    let asked = asked.map(|m| (text(m).to_owned(), long::CONTEXT_WEIGHT));
    let answered = of(Role::Assistant).take(1);
    let answered = answered.map(|m| (long::beginning(&m.content).to_owned(), ANSWER_WEIGHT));
    asked.chain(answered).collect()
}

/// Returns the content words of the last question that has any, if this one depends on it.
pub(super) fn context_words(question: &str, history: &[Message]) -> String {
    let before = history.iter().rev().filter(|m| m.role == Role::User);
    // "Why?" has no words to add.
    let lends = |message: &&Message| words(text(message)).any(is_distinctive);
    let mut before = before.take(long::MAX_EARLIER_QUESTIONS);
    let Some(before) = before.find(lends).filter(|_| depends_on_previous(question)) else {
        return String::new();
    };
    let lower = question.to_lowercase();
    let mut words: Vec<&str> = words(text(before))
        .take(MAX_WORDS_READ)
        .filter(|word| is_distinctive(word) && !lower.contains(&word.to_lowercase()))
        .collect();
    words.dedup();
    // Long words are more specific. The sort is stable, so ties stay in the order of the question.
    words.sort_by_key(|word| std::cmp::Reverse(word.chars().count()));
    words.truncate(MAX_BORROWED);
    words.join(" ")
}

/// Returns the beginning of an earlier message, without courtesies.
fn text(message: &Message) -> &str {
    courtesy::without_courtesies(long::beginning(&message.content))
}

fn is_distinctive(word: &str) -> bool {
    let lower = word.to_lowercase();
    let is_short_name = word.chars().count() > 1 && word.chars().all(char::is_uppercase);
    (lower.chars().count() > SHORT_WORD || is_short_name)
        && !is_framing(&lower)
        && !stems(word).is_empty()
}

/// Returns true if the question can hardly be understood without the one before: it points back, continues it, or names
/// nothing itself ("How long?"). A short question may well be self-contained.
pub(super) fn depends_on_previous(question: &str) -> bool {
    let lower = question.trim().to_lowercase();
    points_back(&lower)
        || opens(&lower, Table::Leaning)
        || words(&lower)
            .all(|word| !is_too_long(word) && (stems(word).is_empty() || is_framing(word)))
}

/// Returns true if a text, given in lower case, points back at the text before it.
pub(super) fn points_back(lower: &str) -> bool {
    let mut before = "";
    for word in words(lower) {
        // "Is there a lift?" does not point back, nor does "Gibt es einen Aufzug?"
        let is_existential = match word {
            "there" => ["is", "are", "was", "were"].contains(&before),
            "es" => before == "gibt",
            "il" => ["t", "faut"].contains(&before),
            _ => false,
        };
        if Table::Pointers.has(word) && !is_existential {
            return true;
        }
        before = word;
    }
    false
}

/// Returns true if a word is too long to be a real one. A question of such a word still means something to its writer.
fn is_too_long(word: &str) -> bool {
    word.len() > 60
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_that_stands_alone_borrows_nothing() {
        let history = [Message::user("What does Northwind Standard cover?")];
        let question = "How many vacation days does an employee get?";
        assert_eq!(context_words(question, &history), "");
    }

    #[test]
    fn a_short_question_stands_alone_all_the_same() {
        let history = [Message::user("What does Northwind Standard cover?")];
        for question in
            ["who wrote hamlet", "Can I bring my dog?", "Is there a lift?", "Who is the CEO?"]
        {
            assert_eq!(context_words(question, &history), "");
        }
    }

    #[test]
    fn noise_borrows_nothing() {
        let history = [Message::user("wet books lorem ipsum")];
        let noise = "x".repeat(200);
        assert_eq!(context_words(&noise, &history), "");
    }

    #[test]
    fn a_question_that_goes_on_borrows() {
        let history = [Message::user("Does Northwind Standard cover vision?")];
        for question in ["What about dental care?", "And abroad?", "Why?", "How long?"] {
            let context_words = context_words(question, &history);
            assert!(context_words.contains("Northwind"), "{context_words}");
        }
    }

    #[test]
    fn pasted_text_lends_words_of_its_beginning_alone() {
        let pasted = format!("{} encyclopaedia", "wet ".repeat(MAX_WORDS_READ));
        let history = [Message::user("What about vacation?"), Message::user(pasted)];
        assert!(!context_words("And abroad?", &history).contains("encyclopaedia"));
        let long = Message::user("Zanzibar ".repeat(50_000));
        assert_eq!(context_words(&"and it ".repeat(50_000), &[long]), "Zanzibar");
    }

    #[test]
    fn a_question_that_leans_borrows_the_telling_words() {
        let history =
            [Message::user("What does Northwind Standard cover?"), Message::assistant("Much.")];
        assert_eq!(
            context_words("Does it include hearing aids?", &history),
            "Northwind Standard cover"
        );
    }
}
