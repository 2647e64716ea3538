//! Words that a question takes from the conversation that it depends on, without a model.

use footnote_protocol::{Message, Role};
use footnote_retrieval::framing::is_framing;
use footnote_text::analysis::stems;
use footnote_text::languages::{Table, opens};
use footnote_text::words::words;

use super::{courtesy, long};

/// The most words that are added from the question before.
const MOST_BORROWED: usize = 4;

/// The most words of it that are looked at: more are pasted text, and each is searched in the question.
const MOST_WORDS_READ: usize = 200;

/// The number of earlier questions that count, and the weight of the last answer's words, where the question's
/// own count 1: the best values measured over conversations.
const EARLIER_QUESTIONS: usize = 2;
const ANSWER_WEIGHT: f32 = 0.1;

/// The most letters of a word that hardly names a subject, unless it is written in capitals.
const SHORT_WORD: usize = 3;

/// The weighted context of a question: the last questions and the last answer.
pub(super) fn context(history: &[Message]) -> Vec<(String, f32)> {
    let of = |role| history.iter().rev().filter(move |m| m.role == role);
    let asked = of(Role::User).take(EARLIER_QUESTIONS);
    let asked = asked.map(|m| (text(m).to_owned(), long::CONTEXT_WEIGHT));
    let answered = of(Role::Assistant).take(1);
    let answered = answered.map(|m| (long::beginning(&m.content).to_owned(), ANSWER_WEIGHT));
    asked.chain(answered).collect()
}

/// The content words of the last question that has any, if this one depends on it.
pub(super) fn context_words(question: &str, history: &[Message]) -> String {
    let before = history.iter().rev().filter(|m| m.role == Role::User);
    // "Why?" has nothing to lend.
    let lends = |message: &&Message| words(text(message)).any(is_distinctive);
    let mut before = before.take(long::MOST_EARLIER_QUESTIONS);
    let Some(before) = before.find(lends).filter(|_| depends_on_previous(question)) else {
        return String::new();
    };
    let lower = question.to_lowercase();
    let mut words: Vec<&str> = words(text(before))
        .take(MOST_WORDS_READ)
        .filter(|word| is_distinctive(word) && !lower.contains(&word.to_lowercase()))
        .collect();
    words.dedup();
    // Long words are more specific; the sort is stable, so equals stay in the order of the question.
    words.sort_by_key(|word| std::cmp::Reverse(word.chars().count()));
    words.truncate(MOST_BORROWED);
    words.join(" ")
}

/// The beginning of an earlier message, without courtesies.
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

/// True if the question can hardly be understood without the one before: it points back, goes on
/// from it, or names nothing itself ("How long?"). A short question may well stand alone.
pub(super) fn depends_on_previous(question: &str) -> bool {
    let lower = question.trim().to_lowercase();
    points_back(&lower)
        || opens(&lower, Table::Leaning)
        || words(&lower)
            .all(|word| !is_too_long(word) && (stems(word).is_empty() || is_framing(word)))
}

/// True if a text in lower case points back at the text before it.
pub(super) fn points_back(lower: &str) -> bool {
    let mut before = "";
    for word in words(lower) {
        // "Is there a lift?" points nowhere, and neither does "Gibt es einen Aufzug?"
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

/// True if a word is too long to be one; a question of such a word still means something to its writer.
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
        let pasted = format!("{} encyclopaedia", "wet ".repeat(MOST_WORDS_READ));
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
