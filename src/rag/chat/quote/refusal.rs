//! When the documents do not seem to hold the answer: saying so, and naming what comes nearest.

use std::collections::BTreeSet;

use super::bound::Bounds;
use super::score::{holds, is_stray, own_terms, question_stems, stands_in};
use super::wish;
use super::{function_words, overview};
use crate::rag::corpus::index::{is_stop_word_of, stems};
use crate::rag::retrieval::framing::{self, is_framing};
use crate::rag::retrieval::{Found, Hit, Term};
use crate::text::list::listed;

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
/// How many words are named that the documents do not have.
const MOST_UNKNOWN: usize = 5;
/// How many passages are named.
const NEAREST: usize = 3;

/// How well a passage holds the question, or all of them together: the held share of the question's
/// weight over the least that is asked for, so that below 1 the answer is a refusal.
///
/// The question's own terms must be held, and with them those that were taken from the questions
/// before: else any question would pass for the one before it. What the documents do not know of
/// an earlier question is no longer asked for.
pub fn support(found: &Found, question: &str) -> f32 {
    /// A document that is named answers what it is about.
    const NAMED: f32 = 2.0;
    if overview::of(found, question).is_some() {
        return NAMED;
    }
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
    if wish::is_priced(&term.word, text) {
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

/// The refusal, piece by piece.
pub(super) fn deltas(found: &Found, question: &str) -> Vec<String> {
    let mut deltas = vec!["The documents do not seem to hold the answer.".to_owned()];
    let unknown = unknown(found, question);
    if !unknown.is_empty() {
        deltas.push(format!(
            " Nothing in them mentions {}.",
            listed(&unknown, "or")
        ));
    }
    let nearest = nearest(found);
    if nearest.is_empty() {
        deltas.push(" Try other words, or ask about something else.".to_owned());
    } else {
        deltas.push("\n\nThe passages that come nearest:\n".to_owned());
        deltas.extend(nearest.iter().map(|hit| format!("\n- {}", named(hit))));
    }
    deltas
}

/// The words of this very question that no document has and that tell what it is about, in quotes.
fn unknown(found: &Found, question: &str) -> Vec<String> {
    let words = question_stems(question);
    let terms = found.terms.iter().filter(|term| stands_in(term, &words));
    let unknown = terms.filter(|term| !term.known || is_guess(term));
    let unknown = unknown.map(|term| term.word.as_str());
    let mut seen = BTreeSet::new();
    unknown
        .filter(|word| names_subject(word, question) && seen.insert(word.to_lowercase()))
        .take(MOST_UNKNOWN)
        .map(|word| format!("“{word}”"))
        .collect()
}

/// Whether a word tells what the question is about and stands there as a whole: scripts without
/// blanks are searched by stretches that are no words.
fn names_subject(word: &str, question: &str) -> bool {
    let frames = is_framing(word) || is_stop_word_of(question, word);
    let is_whole = |(at, _): (usize, &str)| {
        let before = question.get(..at).and_then(|text| text.chars().next_back());
        let behind = question.get(at + word.len()..);
        let behind = behind.and_then(|text| text.chars().next());
        [before, behind].into_iter().flatten().all(is_between_words)
    };
    function_words::tells(word) && !frames && question.match_indices(word).any(is_whole)
}

/// Whether words may end beside this sign; vowels that are written above or below a letter are part of
/// one.
fn is_between_words(c: char) -> bool {
    let is_general = !('\u{c0}'..'\u{2000}').contains(&c);
    (is_general && !c.is_alphanumeric()) || c.is_whitespace() || "،؛؟।॥\u{37e}·".contains(c)
}

/// The best passages, one for each source.
fn nearest(found: &Found) -> Vec<&Hit> {
    let mut seen = BTreeSet::new();
    let hits = found.hits.iter();
    hits.filter(|hit| seen.insert(hit.passage.source()))
        .take(NEAREST)
        .collect()
}

/// `Title, Heading [source]`.
fn named(hit: &Hit) -> String {
    let passage = &hit.passage;
    let heading = passage.headings.last().filter(|h| **h != passage.title);
    let parts: Vec<&str> = [Some(&passage.title), heading]
        .into_iter()
        .flatten()
        .map(String::as_str)
        .filter(|part| !part.is_empty())
        .collect();
    let name = if parts.is_empty() {
        passage.path.clone()
    } else {
        parts.join(", ")
    };
    format!("{name} [{}]", passage.source())
}

#[cfg(test)]
mod tests {
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

    async fn is_refused(searched: &str, question: &str) -> bool {
        let keyword = Keyword::new(Arc::new(index_of(&passages())));
        let found = keyword.retrieve(&query(searched)).await.unwrap();
        support(&found, question) < 1.0
    }

    async fn refusal(question: &str) -> String {
        let keyword = Keyword::new(Arc::new(index_of(&passages())));
        let found = keyword.retrieve(&query(question)).await.unwrap();
        deltas(&found, question).concat()
    }

    #[tokio::test]
    async fn words_that_are_unknown_are_named_if_they_tell_something() {
        for (question, named) in [
            ("Who wrote Hamlet?", "mentions “Hamlet”."),
            (
                "Wie viele Ferientage bekomme ich?",
                "mentions “Ferientage”.",
            ),
            (
                "¿Cuántas vacaciones tengo al año?",
                "mentions “vacaciones”.",
            ),
            ("Combien de congés puis-je prendre ?", "mentions “congés”."),
            ("Πόσες ημέρες άδειας έχω;", "mentions “ημέρες” or “άδειας”."),
        ] {
            let refusal = refusal(question).await;
            assert!(refusal.contains(named), "{question}: {refusal}");
        }
    }

    #[tokio::test]
    async fn stretches_of_writing_without_blanks_are_not_named_as_words() {
        for question in ["พนักงานลาพักร้อนได้กี่วัน", "年假有几天"]
        {
            let refusal = refusal(question).await;
            assert!(!refusal.contains("mentions"), "{question}: {refusal}");
        }
    }

    #[tokio::test]
    async fn of_many_unknown_words_the_first_are_named() {
        let refusal = refusal("Giraffe zebra okapi antelope rhinoceros hippopotamus?").await;
        assert!(refusal.contains("“rhinoceros”") && !refusal.contains("“hippopotamus”"));
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
