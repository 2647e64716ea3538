//! What is said to be polite and asks for nothing.

use crate::rag::chat::courtesy::{Courtesy, said};

/// The answer to a question that is none; `None` if it may ask for something.
pub(super) fn reply(question: &str) -> Option<&'static str> {
    Some(match said(question)? {
        Courtesy::Greeting => "Hello. Ask me something about the documents.",
        Courtesy::Thanks => {
            "You are welcome. Ask whenever there is something else to find in the documents."
        }
    })
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
        ] {
            assert!(reply(words).is_some(), "{words}");
        }
    }

    #[test]
    fn what_asks_for_something_is_no_small_talk() {
        for words in [
            "thanks for the letter",
            "good benefits",
            "Super plan?",
            "letter of thanks",
            "",
        ] {
            assert!(reply(words).is_none(), "{words}");
        }
    }
}
