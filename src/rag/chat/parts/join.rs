//! Questions that one sentence joins.

use super::asking::{JOINERS, PLAINLY_ASKING, is_asking};
use super::lean::content;
use crate::rag::chat::query::leans;
use crate::text::languages::{Table, Words, all, opens};

/// Longer sentences (in words) are no questions that anybody joined.
const LONGEST: usize = 80;

/// Words with content that each question must have that is joined to others within a sentence: "how and
/// when" asks about the same.
const LEAST: usize = 2;

/// The beginnings of questions for a measure.
static MEASURES: Words = Words::new(|| all(Table::Measures));

/// The questions of a sentence that joins them: "What is covered, and what do I pay?"
pub(super) fn joined(sentence: &str) -> Vec<String> {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    if words.len() > LONGEST {
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
    if parts.iter().all(|part| stands_alone(part)) {
        parts
    } else {
        vec![sentence.to_owned()]
    }
}

/// Where a question ends behind which another begins at this word, in lower case; `None` if none does.
fn cut(words: &[String], at: usize) -> Option<usize> {
    let asking = words.get(at)?.trim_matches(|c: char| !c.is_alphanumeric());
    let joiner = words.get(at - 1)?;
    if joiner.ends_with(';') {
        return is_asking(asking).then_some(at);
    }
    let before = at.checked_sub(2).and_then(|before| words.get(before));
    let behind_comma = before.is_some_and(|word| word.ends_with([',', ';']));
    let asks = if behind_comma {
        is_asking(asking)
    } else {
        PLAINLY_ASKING.contains(asking)
    };
    // English "was" tells.
    let is_german = asking == "was" && ["und", "oder"].contains(&joiner.as_str());
    let is_joined = JOINERS.contains(&joiner.as_str()) && (is_german || asks);
    is_joined.then_some(at - 1)
}

/// True if a part of a sentence is a question of its own: "how long is probation" asks for the measure of
/// one thing, which needs no second word.
fn stands_alone(part: &str) -> bool {
    let lower = part.to_lowercase();
    let measures = || opens(&lower, &MEASURES) && !leans(part);
    match content(part).count() {
        0 => false,
        1..LEAST => measures(),
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
            [
                "What does a hotel night cost at most",
                "who approves trips abroad?"
            ]
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
}
