//! What is said to be polite and asks for nothing.

/// Thanks, in the languages that they are often said in.
const THANKS: &str = "thanks thank thx ty cheers danke dankeschön vielen dank merci gracias grazie obrigado \
    obrigada bedankt dank cool great perfect super ok okay bye goodbye tschüss nice good";
/// Greetings.
const GREETINGS: &str = "hi hello hey hallo moin servus bonjour salut hola ciao olá good morning afternoon \
    evening guten tag morgen abend there";
/// Words that may stand beside either.
const BESIDE: &str = "you very much so a lot for your the help schön sehr beaucoup muchas mille all many \
    everyone again und and";

/// The answer to a question that is none; `None` if it may ask for something.
pub(super) fn reply(question: &str) -> Option<&'static str> {
    let lower = question.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let are = |list: &str| {
        let in_list = |list: &str, word: &str| list.split_whitespace().any(|other| other == word);
        let first = words.first().is_some_and(|word| in_list(list, word));
        first
            && words
                .iter()
                .all(|word| in_list(list, word) || in_list(BESIDE, word))
    };
    if are(GREETINGS) {
        Some("Hello. Ask me something about the documents.")
    } else if are(THANKS) {
        Some("You are welcome. Ask whenever there is something else to find in the documents.")
    } else {
        None
    }
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
