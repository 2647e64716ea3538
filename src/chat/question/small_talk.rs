//! Replies to messages that are only polite, or ask who answers here.

use footnote_text::languages::Table;
use footnote_text::words::words;

use super::courtesy::{Courtesy, courtesy_of};

/// The reply to a message that is no question; `None` if it may ask for something.
pub(super) fn reply(question: &str) -> Option<&'static str> {
    if asks_what_this_is(question) {
        return Some(
            "I find what your documents say and quote it, each statement with its source. Ask about \
             anything that they may hold.",
        );
    }
    Some(match courtesy_of(question)? {
        Courtesy::Greeting => "Hello. Ask me something about the documents.",
        Courtesy::Thanks => {
            "You are welcome. Ask whenever there is something else to find in the documents."
        }
    })
}

/// True if it asks who answers here, or what can be asked.
fn asks_what_this_is(question: &str) -> bool {
    let lower = question.to_lowercase();
    let words: Vec<&str> = words(&lower).collect();
    Table::AboutMe.has(words.join(" ").as_str())
}

#[cfg(test)]
mod tests {
    use super::reply;

    #[test]
    fn thanks_and_greetings_are_returned() {
        for words in [
            "thanks!",
            "Thank you very much.",
            "Vielen Dank",
            "hello there",
            "Bonjour",
            "Who are you?",
        ] {
            assert!(reply(words).is_some(), "{words}");
        }
    }

    #[test]
    fn what_asks_for_something_is_no_small_talk() {
        for words in
            ["thanks for the letter", "good benefits", "Super plan?", "letter of thanks", ""]
        {
            assert!(reply(words).is_none(), "{words}");
        }
    }
}
