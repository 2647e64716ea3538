//! The openings of questions, and the words that join them.

use footnote_text::languages::Table;
use footnote_text::words::words;

/// Returns true if this word, in lower case, opens questions.
pub(super) fn opens_question(word: &str) -> bool {
    Table::Asking.has(word)
}

/// Returns a question without its number in a list: "Q2: How long is probation?"
pub(super) fn without_number(question: &str) -> &str {
    /// Maximum number of letters of a label. Longer ones are words.
    const MAX_LEN: usize = 3;
    let Some((first, rest)) = question.split_once(char::is_whitespace) else {
        return question;
    };
    let label = first.trim_matches(|c: char| !c.is_alphanumeric());
    let is_number = label.contains(|c: char| c.is_ascii_digit()) || label.len() == 1;
    if first.ends_with([':', '.', ')']) && label.len() <= MAX_LEN && is_number {
        rest.trim_start()
    } else {
        question
    }
}

/// Returns true if a question asks for a measure: "how many", "for how long".
pub(super) fn asks_for_measure(question: &str) -> bool {
    let first: Vec<String> = words(question).take(3).map(str::to_lowercase).collect();
    first.windows(2).any(|both| Table::Measures.has(&both.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

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
