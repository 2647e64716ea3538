//! Tells self-contained questions from follow-ups to the previous one.

use footnote_retrieval::framing::is_framing;
use footnote_text::analysis::stems;
use footnote_text::languages::{Table, opens};

use super::context_terms::{depends_on_previous, points_back};
use super::function_words::FunctionWords;
use super::question_words::opens_question;

/// Number of content words with which a question is self-contained, even if something in it points back.
const SELF_CONTAINED_WORDS: usize = 2;

/// Number of words at the beginning of a question that are searched for a pointer, as in "Is it paid?"
const OPENING_WORDS: usize = 2;

/// Maximum number of words of a question that are examined.
const MAX_WORDS_READ: usize = 100;

/// Returns true if the question has no content of its own, or can hardly be understood without the previous one:
/// "Why?", "And for part-timers?"
pub(super) fn is_follow_up(question: &str) -> bool {
    let count = content_word_count(question);
    let opening: Vec<&str> = question.split_whitespace().take(OPENING_WORDS).collect();
    count == 0
        || is_fragment(question)
        || points_back(&opening.join(" ").to_lowercase())
        || (count < SELF_CONTAINED_WORDS && depends_on_previous(question))
}

/// Returns the number of content words.
pub(super) fn content_word_count(question: &str) -> usize {
    let function_words = FunctionWords::of(question);
    content_words(question).filter(|word| !function_words.has(word)).count()
}

/// Returns the words that carry content. Only English function words are removed: small verbs and articles of other
/// languages stay, and show that a question is a complete sentence.
pub(super) fn content_words(question: &str) -> impl Iterator<Item = &str> {
    let words = question.split(|c: char| !c.is_alphanumeric());
    words.take(MAX_WORDS_READ).filter(|word| {
        let lower = word.to_lowercase();
        let asks = is_framing(&lower) || opens_question(&lower);
        !asks && !stems(word).is_empty()
    })
}

/// Returns true if it only completes the previous question.
fn is_fragment(question: &str) -> bool {
    let lower = question.to_lowercase();
    let mut words =
        lower.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    let first = words.next().unwrap_or_default();
    if !Table::Joiners.has(first) && first != "but" {
        return opens(&lower, Table::Leaning);
    }
    let rest: Vec<&str> = words.collect();
    let asks = rest.first().is_some_and(|word| opens_question(word));
    let rest = rest.join(" ");
    !asks || opens(&rest, Table::Leaning)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tells_nothing_alone_goes_on() {
        for question in [
            "Why?",
            "And when?",
            "And for part-timers?",
            "What about dental care?",
            "And is it paid?",
            "Is it paid from the first day of illness?",
            "Und für Praktikanten?",
            "Et pour les stagiaires ?",
            "¿Y para los becarios?",
            "Gilt das auch für Praktikanten?",
        ] {
            assert!(is_follow_up(question), "{question}");
        }
    }

    #[test]
    fn what_names_its_own_subject_stands_for_itself() {
        for question in [
            "How long is probation?",
            "And how long is maternity leave?",
            "Gibt es einen Parkplatz?",
            "Who is told when a laptop is lost, and where is it sent?",
        ] {
            assert!(!is_follow_up(question), "{question}");
        }
    }

    #[test]
    fn words_that_hold_sentences_together_tell_nothing() {
        assert_eq!(content_word_count("Was ist mit der Probezeit?"), 1);
        assert_eq!(content_word_count("How many days of leave do I get?"), 1);
    }
}
