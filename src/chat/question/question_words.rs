//! The openings of questions, and the words that join them.

use footnote_text::languages::Table;
use footnote_text::sentence::is_question;
use footnote_text::words::words;

/// True if this word, in lower case, opens questions.
pub(super) fn opens_question(word: &str) -> bool {
    Table::Asking.has(word) || Table::AskingBehindComma.has(word)
}

/// True if a sentence asks, by its mark or as a wish to know.
pub(super) fn asks(sentence: &str) -> bool {
    is_question(sentence) || is_wish_to_know(sentence)
}

fn is_wish_to_know(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    let names_wish = |wish: &str| {
        let (_, behind) = lower.split_once(wish)?;
        let next = words(behind).next()?;
        Some(opens_question(next) || Table::Wished.has(next))
    };
    Table::Wishes.words().filter_map(names_wish).any(|is_wish| is_wish)
}

/// A question without the number that it has in a list: "Q2: How long is probation?"
pub(super) fn without_number(question: &str) -> &str {
    /// The most letters of a label; more are a word.
    const LONGEST: usize = 3;
    let Some((first, rest)) = question.split_once(char::is_whitespace) else {
        return question;
    };
    let label = first.trim_matches(|c: char| !c.is_alphanumeric());
    let is_number = label.contains(|c: char| c.is_ascii_digit()) || label.len() == 1;
    if first.ends_with([':', '.', ')']) && label.len() <= LONGEST && is_number {
        rest.trim_start()
    } else {
        question
    }
}

/// True if a question asks for a measure: "how many", "for how long".
pub(super) fn asks_for_measure(question: &str) -> bool {
    let first: Vec<String> = words(question).take(3).map(str::to_lowercase).collect();
    first.windows(2).any(|both| Table::Measures.has(&both.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_to_know_something_ask_without_a_mark() {
        for sentence in [
            "I would like to know how many days I get.",
            "Please tell me about parental leave.",
            "I also need to know the late fee for films.",
            "Ich möchte wissen, wie lange die Probezeit dauert.",
            "How long?",
        ] {
            assert!(asks(sentence), "{sentence}");
        }
        for sentence in [
            "Let me know if you need anything.",
            "I would like to get to know the team.",
            "I got to know her.",
            "He told me so.",
        ] {
            assert!(!asks(sentence), "{sentence}");
        }
    }

    #[test]
    fn numbers_of_a_list_are_no_part_of_a_question() {
        for question in ["1. Why?", "Q2: Why?", "(b) Why?", "Why?"] {
            assert_eq!(without_number(question), "Why?");
        }
        for question in ["401k plans?", "30 days?", "I ask: why?", "Why: so?"] {
            assert_eq!(without_number(question), question);
        }
    }
}
