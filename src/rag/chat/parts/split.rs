//! The questions of a message that asks several.

use crate::rag::corpus::index::stems;
use crate::rag::retrieval::framing::is_framing;
use crate::text::sentence::sentences;

/// More questions than this are an exam, which is searched for as a whole.
const MOST: usize = 3;

/// Longer messages (in words) are pasted text.
const LONGEST: usize = 80;

/// The same in bytes, for languages that write no blanks.
const MOST_BYTES: usize = 4_000;

/// Telling words that each part must have: "how and when" asks about the same.
const LEAST: usize = 2;

/// Words that a further question begins with, behind a comma and one of [`JOINERS`].
const ASKING: &[&str] = &[
    "what", "which", "who", "whose", "how", "when", "where", "why", "can", "could", "do", "does",
    "is", "are", "will", "should", "was", "wie", "wann", "wo", "wer", "welche", "welcher",
    "welches", "warum", "was", "kann", "darf", "comment", "quand", "où", "pourquoi", "quel",
    "quelle", "quels", "quelles", "combien", "cómo", "cuándo", "dónde", "qué", "quién", "cuánto",
    "cuál",
];

/// Those of them that begin one without a comma too.
const PLAINLY_ASKING: &[&str] = &[
    "what", "which", "who", "how", "when", "where", "why", "wie", "wann", "wo", "wer", "warum",
    "comment", "quand", "pourquoi", "combien", "cómo", "cuándo", "dónde", "cuánto",
];

/// Words that join questions.
const JOINERS: &[&str] = &["and", "or", "und", "oder", "et", "ou", "y", "o"];

/// The questions that a message asks, each as the message has it; none unless there are several that
/// stand for themselves.
pub(super) fn split(message: &str) -> Vec<String> {
    if message.len() > MOST_BYTES || message.split_whitespace().count() > LONGEST {
        return Vec::new();
    }
    let parts: Vec<String> = asked(message)
        .iter()
        .flat_map(|sentence| joined(sentence))
        .collect();
    let all_tell = parts.iter().all(|part| telling(part) >= LEAST);
    if all_tell && (2..=MOST).contains(&parts.len()) {
        parts
    } else {
        Vec::new()
    }
}

/// The sentences that ask, each with the statements before it: "I broke an arm. What now?"
fn asked(message: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut told = String::new();
    for sentence in sentences(message) {
        let gap = if told.is_empty() { "" } else { " " };
        told.push_str(gap);
        told.push_str(sentence);
        if sentence.ends_with(['?', '？']) {
            found.push(std::mem::take(&mut told));
        }
    }
    if !told.is_empty() {
        match found.last_mut() {
            // What is said behind a question belongs to it.
            Some(last) => *last = format!("{last} {told}"),
            None => found.push(told),
        }
    }
    found
}

/// The questions of a sentence that joins them: "What is covered, and what do I pay?"
fn joined(sentence: &str) -> Vec<String> {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let mut starts = vec![0];
    for (at, pair) in lower.windows(2).enumerate() {
        let [joiner, asking] = pair else { continue };
        let behind_comma = at > 0 && lower.get(at - 1).is_some_and(|word| word.ends_with(','));
        let asking = asking.trim_end_matches(|c: char| !c.is_alphanumeric());
        let asks = if behind_comma { ASKING } else { PLAINLY_ASKING };
        if JOINERS.contains(&joiner.as_str()) && asks.contains(&asking) {
            starts.push(at + 1);
        }
    }
    let ends = starts.iter().skip(1).map(|start| start - 1);
    let ends: Vec<usize> = ends.chain([words.len()]).collect();
    let parts: Vec<String> = starts
        .iter()
        .zip(ends)
        .filter_map(|(start, end)| words.get(*start..end))
        .map(|words| words.join(" ").trim_end_matches(',').to_owned())
        .collect();
    // "How and when do I apply?" is one question.
    if parts.iter().all(|part| telling(part) >= LEAST) {
        parts
    } else {
        vec![sentence.to_owned()]
    }
}

/// How many words tell what a question is about.
fn telling(question: &str) -> usize {
    let words = question.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !is_framing(word) && !ASKING.contains(word));
    words.filter(|word| !stems(word).is_empty()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_behind_one_another_are_told_apart() {
        assert_eq!(
            split("What is the annual deductible? How do I file a claim for glasses?"),
            [
                "What is the annual deductible?",
                "How do I file a claim for glasses?"
            ]
        );
    }

    #[test]
    fn joined_questions_are_told_apart() {
        assert_eq!(
            split("What does a hotel night cost at most, and who approves trips abroad?"),
            [
                "What does a hotel night cost at most",
                "who approves trips abroad?"
            ]
        );
        assert_eq!(
            split("Wie viele Urlaubstage gibt es und wann müssen Anträge eingereicht werden?")
                .len(),
            2
        );
    }

    #[test]
    fn one_question_stays_one() {
        for question in [
            "How and when do I apply for parental leave?",
            "What is covered?",
            "I broke my arm at work yesterday. How many sick days do I get?",
            "Which plans cover hearing aids and dental care?",
            "How do the plans Plus and Standard differ, and why?",
            "What is the role of the vice president of sales and marketing?",
            "",
        ] {
            assert!(
                split(question).is_empty(),
                "{question}: {:?}",
                split(question)
            );
        }
    }

    #[test]
    fn what_is_told_first_belongs_to_the_question_behind_it() {
        assert_eq!(
            split("I am pregnant. How long is maternity leave? Who covers hospital costs?"),
            [
                "I am pregnant. How long is maternity leave?",
                "Who covers hospital costs?"
            ]
        );
    }

    proptest::proptest! {
        #[test]
        fn any_text_can_be_split(text in "\\PC*") {
            proptest::prop_assert!(split(&text).len() != 1);
        }
    }
}
