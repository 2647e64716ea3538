//! Several questions joined in one sentence.

use footnote_text::languages::{Table, opens};

use super::context_terms::depends_on_previous;
use super::dependence::content_words;
use super::question_words::opens_question;

/// Maximum number of words of a sentence that is split into questions.
const MAX_WORDS: usize = 80;

/// Minimum number of content words of each joined question: "how and when" asks about the same thing.
const MIN_CONTENT_WORDS: usize = 2;

/// Returns the questions of a sentence that joins them: "What is covered, and what do I pay?"
pub(super) fn joined(sentence: &str) -> Vec<String> {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    if words.len() > MAX_WORDS {
        return vec![sentence.to_owned()];
    }
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let mut start = 0;
    let mut parts: Vec<String> = Vec::new();
    let mut push = |from: usize, to: usize| {
        let words = words.get(from..to).unwrap_or_default().join(" ");
        parts.push(words.trim_end_matches([',', ';']).to_owned());
    };
    for at in 1..lower.len() {
        if let Some(end) = cut(&lower, at).filter(|end| *end > start) {
            push(start, end);
            start = at;
        }
    }
    push(start, words.len());
    // "How and when do I apply?" is one question.
    let is_one = |part: &String| stands_alone(part) || refers_back(part);
    let first = parts.first().is_some_and(|part| stands_alone(part));
    if first && parts.iter().all(is_one) { parts } else { vec![sentence.to_owned()] }
}

/// Returns the end of the question before the word at `at` if another question begins there. The words are in lower
/// case.
fn cut(words: &[String], at: usize) -> Option<usize> {
    let asking = words.get(at)?.trim_matches(|c: char| !c.is_alphanumeric());
    let joiner = words.get(at - 1)?;
    if joiner.ends_with(';') {
        return opens_question(asking).then_some(at);
    }
    let asks = opens_question(asking);
    // English "was" is a verb, not a question word.
    let is_german = asking == "was" && ["und", "oder"].contains(&joiner.as_str());
    let is_joined = Table::Joiners.has(joiner) && (is_german || asks);
    is_joined.then_some(at - 1)
}

/// Returns true if a part of a sentence asks about something named in an earlier part: "who drives it".
pub(super) fn refers_back(part: &str) -> bool {
    !stands_alone(part) && depends_on_previous(part) && content_words(part).next().is_some()
}

/// Returns true if a part of a sentence is a question of its own. A question for a measure, such as "how long is
/// probation", needs only one content word.
fn stands_alone(part: &str) -> bool {
    let lower = part.to_lowercase();
    let measures = || opens(&lower, Table::Measures) && !depends_on_previous(part);
    match content_words(part).count() {
        0 => false,
        1..MIN_CONTENT_WORDS => measures(),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_questions_are_told_apart() {
        assert_eq!(
            joined("What does a hotel night cost at most, and who approves trips abroad?"),
            ["What does a hotel night cost at most", "who approves trips abroad?"]
        );
        assert_eq!(
            joined("Wie viele Urlaubstage gibt es und wann müssen Anträge eingereicht werden?")
                .len(),
            2
        );
    }

    #[test]
    fn the_measure_of_one_thing_is_a_question_of_its_own() {
        for message in [
            "how long is probation, and who approves claims above 150 pounds?",
            "What does a hotel night cost, and how much is breakfast?",
            "How long is probation; what does a hotel night cost?",
            "How long is probation / how many study days?",
        ] {
            assert_eq!(joined(message).len(), 2, "{message}");
        }
        for message in [
            "How much is covered, and how long does it take?",
            "What is covered, and what do I pay?",
        ] {
            assert_eq!(joined(message), [message]);
        }
    }

    #[test]
    fn what_asks_more_of_the_same_thing_is_a_question_that_goes_back_to_it() {
        let message = "How many villages does the bus visit, and who drives it?";
        let parts = joined(message);
        assert_eq!(parts[1..], ["who drives it?"]);
        assert!(refers_back(&parts[1]) && !refers_back(&parts[0]));
    }
}
