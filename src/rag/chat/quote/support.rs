//! Whether the documents seem to hold an answer at all: how much of the question stands in what was found.

use std::collections::BTreeSet;

use super::bound::Bounds;
use super::measure;
use super::score::{MEANT, holds, is_stray, own_terms};
use super::{function_words, overview};
use crate::rag::corpus::index::stems;
use crate::rag::retrieval::framing::{self, is_framing};
use crate::rag::retrieval::{Found, Hit, Term};

/// The best passage must hold more than this share of the question's weight: a question of two
/// words, of which the documents know but one, is about something else.
const COVERAGE: f32 = 0.5;
/// The share where the question has more than [`FEW`] terms: long ones ask for much at once.
const COVERAGE_OF_MANY: f32 = 0.34;
/// With up to so many telling terms, each of them matters.
const FEW: usize = 4;
/// What counts of that which only several passages together hold: the answer to a long
/// question may be spread.
const TOGETHER: f32 = 0.75;
/// What counts of a term that was guessed: enough for a typing error in a question's only word.
const GUESSED: f32 = 0.7;
/// What counts of a short word that was guessed: "food" is one letter from "flood".
const GUESSED_SHORT: f32 = 0.3;
/// Words of fewer letters have too many neighbours to trust a guess.
const LONG_ENOUGH: usize = 6;
/// Beside what a model tells of the meaning, words alone prove no more than this.
const MOST_BY_WORDS: f32 = 2.0;
/// What it counts that a sentence means what is asked, beside what its words prove.
const MEANING: f32 = 3.0;
/// What both must come to. About as many questions are answered that can be as by words alone, and fewer
/// of those that cannot.
const ENOUGH: f32 = 2.3;

/// How well a passage holds the question, or all of them together: the held share of the question's
/// weight over the least that is asked for, so that below 1 the answer is a refusal.
///
/// The question's own terms must be held, and with them those that were taken from the questions
/// before: else any question would pass for the one before it. What the documents do not know of
/// an earlier question is no longer asked for. Where a model compared what can be quoted with the
/// question, that counts as well.
pub(super) fn support(found: &Found, question: &str) -> f32 {
    /// A document that is named answers what it is about.
    const NAMED: f32 = 2.0;
    if overview::of(found, question).is_some() {
        return NAMED;
    }
    let by_words = by_words(found, question);
    let Some(likeness) = found.likeness.best() else {
        return by_words;
    };
    let support = (by_words.min(MOST_BY_WORDS) + MEANING * likeness) / ENOUGH;
    if by_words < 1.0 && likeness < MEANT {
        // Half the words and something of the meaning: most things about the same subject have that.
        return support.min(1.0_f32.next_down());
    }
    support
}

/// The same by words alone.
pub(super) fn by_words(found: &Found, question: &str) -> f32 {
    let bounds = Bounds::of(question);
    let asks = |term: &&Term| {
        // What only holds a sentence together, in a language that the documents do not use.
        let is_foreign = !term.known && function_words::is_function_word(&term.word);
        !is_foreign && !is_stray(term) && !bounds.says_little(&term.word)
    };
    let terms: Vec<Term> = found.terms.iter().filter(asks).cloned().collect();
    let own = own_terms(&terms, question);
    let all: Vec<Term> = terms
        .into_iter()
        .filter(|term| term.known || own.contains(term))
        .collect();
    let each: Vec<Held> = found.hits.iter().map(words_of).collect();
    let by_own = held_of(found, &each, &own);
    if all.len() == own.len() {
        return by_own;
    }
    by_own.min(held_of(found, &each, &all))
}

/// A passage's stems with those of its headings, and its text.
type Held = (BTreeSet<String>, String);

/// How much of the terms the passages hold, over what they must.
fn held_of(found: &Found, each: &[Held], terms: &[Term]) -> f32 {
    let weights = weights(terms);
    let total: f32 = weights.iter().sum();
    if total <= 0.0 {
        return 1.0;
    }
    let held = |(stems, text): &Held| -> f32 {
        let shares = terms.iter().map(|term| held(found, term, stems, text));
        shares
            .zip(&weights)
            .map(|(share, weight)| share * weight)
            .sum()
    };
    let best = each.iter().map(held).fold(0.0, f32::max);
    let telling = terms.iter().filter(|term| !is_framing(&term.word)).count();
    let (held, least) = if telling > FEW {
        let stems = each.iter().flat_map(|(stems, _)| stems).cloned().collect();
        let together = held(&(stems, String::new()));
        (best.max(TOGETHER * together), COVERAGE_OF_MANY * total)
    } else {
        (best, COVERAGE * total)
    };
    // Exactly half is not enough.
    (held / least).next_down()
}

/// How much of a term stands among the stems or in the name of a hit's file, 0 to 1.
fn held(found: &Found, term: &Term, stems: &BTreeSet<String>, text: &str) -> f32 {
    let named = || found.hits.iter().any(|hit| names(hit, term));
    if measure::is_given(&term.word, text) {
        return 1.0;
    }
    match holds(stems, term) || named() {
        true if is_guess(term) && term.word.chars().count() < LONG_ENOUGH => GUESSED_SHORT,
        true if is_guess(term) => GUESSED,
        true => 1.0,
        false => 0.0,
    }
}

/// What each term weighs: none more than twice the average, as one rare word that the documents
/// use elsewhere must not outweigh all others; and one that no passage has as much as the weightiest.
fn weights(terms: &[Term]) -> Vec<f32> {
    let frame = |term: &Term| {
        if is_framing(&term.word) {
            framing::WEIGHT
        } else {
            1.0
        }
    };
    let known = || terms.iter().filter(|term| term.known);
    let (sum, count) = known().fold((0.0, 0.0), |(sum, count), term| {
        (sum + term.weight, count + 1.0)
    });
    let most = if count > 0.0 { 2.0 * sum / count } else { 1.0 };
    let weightiest = known()
        .map(|term| term.weight.min(most) / frame(term))
        .fold(0.0, f32::max);
    let unknown = if weightiest > 0.0 { weightiest } else { 1.0 };
    let weight = |term: &Term| {
        if term.known {
            term.weight.min(most)
        } else {
            unknown * frame(term)
        }
    };
    terms.iter().map(weight).collect()
}

/// Whether the term is part of the name of the hit's file.
fn names(hit: &Hit, term: &Term) -> bool {
    let (path, word) = (hit.passage.path.to_lowercase(), term.word.to_lowercase());
    word.chars().count() > 3 && path.contains(&word)
}

/// Whether the term is another word than the question has, taken for a typing error.
fn is_guess(term: &Term) -> bool {
    term.known && !stems(&term.word).contains(&term.stem)
}

fn words_of(hit: &Hit) -> Held {
    let passage = &hit.passage;
    let texts = passage
        .headings
        .iter()
        .chain([&passage.title, &passage.text]);
    let stems = texts.flat_map(|text| stems(text)).collect();
    (stems, passage.text.clone())
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::rag::corpus::Passage;
    use crate::rag::retrieval::Retriever;
    use crate::rag::retrieval::contract::{index_of, query};
    use crate::rag::retrieval::keyword::Keyword;

    /// The documents of a small firm.
    fn passages() -> Vec<Passage> {
        [
            "The Vice President of Sales leads the sales team and writes the yearly report.",
            "Bring your insurance card to every appointment. Appeals are decided within 30 days.",
            "Employees get 25 days of annual leave. Leave that is left over is paid out.",
            "The plan covers hearing aids and hearing tests. The deductible is 500 dollars.",
            "A night in a hotel in the capital is paid up to 155 pounds. Breakfast is included.",
            "Analysts capitalize on trends. Managers get many days for many people.",
        ]
        .into_iter()
        .zip(0..)
        .map(|(text, ordinal)| Passage {
            id: format!("firm.md#{ordinal}"),
            path: "firm.md".to_owned(),
            ordinal,
            text: text.to_owned(),
            ..Passage::default()
        })
        .collect()
    }

    /// What retrieval finds in them.
    pub(in crate::rag::chat::quote) async fn searched(text: &str) -> Found {
        let keyword = Keyword::new(Arc::new(index_of(&passages())));
        keyword.retrieve(&query(text)).await.unwrap()
    }

    async fn is_refused(text: &str, question: &str) -> bool {
        support(&searched(text).await, question) < 1.0
    }

    #[tokio::test]
    async fn meaning_answers_for_words_and_words_without_meaning_for_little() {
        let support_with = async |question: &str, likeness: f32| {
            let mut found = searched(question).await;
            let text = "Employees get 25 days of annual leave.".to_owned();
            found.likeness = [(text, likeness)].into_iter().collect();
            support(&found, question)
        };
        let other_words = "How long may staff be on vacation?";
        assert!(is_refused(other_words, other_words).await);
        assert!(support_with(other_words, 0.8).await >= 1.0);
        assert!(support_with(other_words, 0.2).await < 1.0);
        let half_the_words = "Who is the president of France?";
        assert!(support_with(half_the_words, 0.5).await < 1.0);
        let same_words = "Who gets many days?";
        assert!(!is_refused(same_words, same_words).await);
        assert!(support_with(same_words, 0.05).await < 1.0);
    }

    #[tokio::test]
    async fn what_only_shares_common_words_with_the_documents_is_refused() {
        for question in [
            "Who is the president of France?",
            "How many days of vacation do I get?",
            "Can I bring my dog?",
            "who wrote hamlet",
            "what is the capital of mongolia",
            "Can I lease a plane?",
            "Who reports on hotel trends?",
        ] {
            assert!(is_refused(question, question).await, "{question}");
        }
    }

    #[tokio::test]
    async fn what_the_documents_hold_is_not_refused() {
        for question in [
            "Who is the vice president of sales?",
            "How many days of annual leave do I get?",
            "What should I bring to an appointment?",
            "Who writes the report?",
            "What does a hotel in the capital cost?",
            "What is the dedutible?",
            "hearing aids",
            "Who gets many days?",
        ] {
            assert!(!is_refused(question, question).await, "{question}");
        }
    }

    #[tokio::test]
    async fn borrowed_words_do_not_carry_a_question_of_its_own() {
        let borrowed = "hearing tests insurance plan covers";
        for (question, refused) in [
            ("Does it cover my dog?", true),
            ("Does it include hearing aids?", false),
            ("How long does it take?", false),
        ] {
            let searched = format!("{question} {borrowed}");
            assert_eq!(is_refused(&searched, question).await, refused, "{question}");
        }
    }
}
