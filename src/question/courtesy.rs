//! Greetings and thanks around a question, and replies to messages that consist of nothing else.

use footnote_text::languages::Table;
use footnote_text::words::words;

use super::question_words::opens_question;

/// Maximum number of words of a phrase of thanks.
const MAX_THANKS_WORDS: usize = 5;

/// Maximum number of words of a name after a greeting.
const MAX_NAME_WORDS: usize = 3;

/// Maximum length of a polite phrase, in bytes.
const MAX_LEN: usize = 100;

/// The punctuation at which a phrase ends.
const MARKS: [char; 15] =
    [',', '.', '!', '?', ':', ';', '\n', '…', '，', '！', '。', '、', '？', '،', '؟'];

/// Returns the reply to a message that is not a question; `None` if it may ask for something.
pub(super) fn reply(message: &str) -> Option<&'static str> {
    let lower = message.to_lowercase();
    if Table::AboutMe.has(&words(&lower).collect::<Vec<_>>().join(" ")) {
        return Some(
            "I find what your documents say and quote it, each statement with its source. Ask about \
             anything that they may hold.",
        );
    }
    let mut phrases = message.split(MARKS).filter(|phrase| is_substantial(phrase));
    let first = Courtesy::of(phrases.next()?)?;
    if phrases.any(|phrase| Courtesy::of(phrase).is_none()) {
        return None;
    }
    Some(match first {
        Courtesy::Greeting => "Hello. Ask me something about the documents.",
        Courtesy::Thanks => {
            "You are welcome. Ask whenever there is something else to find in the documents."
        }
    })
}

/// Returns the message without the courtesies around its question; all of it if it says nothing else.
pub(super) fn without_courtesies(message: &str) -> &str {
    let mut rest = message.trim();
    while let Some(behind) = behind_courtesy(rest) {
        rest = behind;
    }
    while let Some(before) = before_courtesy(rest) {
        rest = before;
    }
    if is_substantial(rest) { rest } else { message }
}

/// A phrase that is only polite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Courtesy {
    Greeting,
    Thanks,
}

impl Courtesy {
    /// Returns the courtesy that a phrase is, if any.
    fn of(phrase: &str) -> Option<Self> {
        if phrase.len() > MAX_LEN {
            return None;
        }
        let all: Vec<&str> = words(phrase).collect();
        let lower: Vec<String> = all.iter().map(|word| word.to_lowercase()).collect();
        let greets = (1..=all.len()).rev().any(|count| {
            let is_greeting =
                lower.get(..count).is_some_and(|words| Table::Greetings.has(&words.join(" ")));
            let name = all.get(count..).unwrap_or_default();
            is_greeting && name.len() <= MAX_NAME_WORDS && name.iter().all(|word| is_name(word))
        });
        let thanks = lower.first().into_iter().chain(lower.last());
        let thanks = thanks.filter(|word| Table::Thanks.has(word)).count() > 0;
        match (greets, thanks && all.len() <= MAX_THANKS_WORDS) {
            (true, _) => Some(Self::Greeting),
            (false, true) => Some(Self::Thanks),
            (false, false) => None,
        }
    }
}

fn is_name(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
}

fn is_substantial(text: &str) -> bool {
    text.contains(char::is_alphanumeric)
}

/// Returns the text after a courtesy; `None` if it does not begin with one. A greeting needs no punctuation before a
/// question: "hi what is the deductible".
fn behind_courtesy(text: &str) -> Option<&str> {
    let (phrase, rest) = text.split_once(MARKS)?;
    if !is_substantial(phrase) || Courtesy::of(phrase).is_some() {
        return Some(rest.trim_start());
    }
    let (first, rest) = text.split_once(char::is_whitespace)?;
    let next = rest.split_whitespace().next()?.to_lowercase();
    (Courtesy::of(first) == Some(Courtesy::Greeting) && opens_question(&next)).then_some(rest)
}

/// Returns the text before a courtesy at its end; `None` if there is none.
fn before_courtesy(text: &str) -> Option<&str> {
    let bare = text.trim_end_matches(|c: char| !c.is_alphanumeric());
    let at = bare.rfind(MARKS)?;
    let (before, phrase) = bare.split_at(at);
    let mark = phrase.chars().next()?;
    let is_courtesy = Courtesy::of(phrase).is_some();
    // A question keeps its question mark.
    is_courtesy
        .then(|| text.get(..before.len() + mark.len_utf8()).unwrap_or(before).trim_end_matches(','))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ASKED: &str = "How many days of leave do I get?";

    #[test]
    fn courtesies_around_a_question_are_left_out() {
        for message in [
            "Hello, How many days of leave do I get?",
            "hi How many days of leave do I get?",
            "Good morning Anna, How many days of leave do I get? Thank you!",
            "How many days of leave do I get? Thanks in advance",
            "Guten Tag Frau Müller, How many days of leave do I get? Vielen Dank!",
            "Bonjour, How many days of leave do I get? Merci d'avance !",
            "Hola, How many days of leave do I get? Gracias, Ana, muchas gracias",
            "Thanks! How many days of leave do I get?",
            "Здравствуйте! How many days of leave do I get? Спасибо!",
            "你好，How many days of leave do I get?",
        ] {
            assert!(without_courtesies(message).starts_with(ASKED), "{message}");
        }
    }

    #[test]
    fn what_is_asked_for_stays() {
        for message in [
            ASKED,
            "What is the thank-you policy?",
            "Who wrote Good Morning Vietnam?",
            "Hello Kitty policy",
            "Why does it cost 1,000?",
            "",
            "?!",
        ] {
            assert_eq!(without_courtesies(message), message, "{message}");
        }
    }

    #[test]
    fn thanks_greetings_and_the_question_who_answers_are_replied_to() {
        for (words, reply) in [
            ("thanks!", "You are welcome."),
            ("Vielen Dank", "You are welcome."),
            ("hello there", "Hello."),
            ("Bonjour", "Hello."),
            ("Good morning! Thanks in advance.", "Hello."),
            ("Who are you?", "I find"),
        ] {
            assert!(super::reply(words).is_some_and(|said| said.starts_with(reply)), "{words}");
        }
        for words in ["Hello, how long is probation?", "good benefits", ""] {
            assert_eq!(super::reply(words), None, "{words}");
        }
    }

    proptest! {
        #[test]
        fn what_is_left_stands_in_the_message(text in "(\\PC|Hi|Thanks|[,.!?\n ]){0,40}") {
            prop_assert!(text.contains(without_courtesies(&text)));
        }
    }
}
