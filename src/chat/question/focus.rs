//! The focus of a question: the words for what is asked of its subject, as "telephone number" of a firm.

use footnote_retrieval::framing::is_framing;
use footnote_text::analysis::stems;
use footnote_text::languages::Table;
use footnote_text::words::words;

use super::function_words::FunctionWords;

/// The words that are looked at; more are pasted text.
const MOST_WORDS_READ: usize = 60;

/// The part of a question that is asked of its subject.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Focus {
    /// Its words as the question has them.
    pub words: Vec<String>,
    /// True if it is only the last word of a question for an amount, which any number may answer.
    pub is_amount: bool,
    /// True if the question asks for a measure: "how many", "how long".
    pub is_measured: bool,
}

impl Focus {
    /// The focus of a question: the word right behind what asks ("which port", "how many people"); or what stands
    /// between that and the first bound ("what is the telephone number of …"); or the last content word ("when was the
    /// branch built?"). A question that asks for no thing, person, place, time or measure has none.
    pub(super) fn of(question: &str) -> Self {
        let all: Vec<&str> = words(question).take(MOST_WORDS_READ).collect();
        let lower: Vec<String> = all.iter().map(|word| word.to_lowercase()).collect();
        let empty = FunctionWords::of(question);
        let is_distinctive = |at: &usize| {
            let word = lower.get(*at).map(String::as_str).unwrap_or_default();
            let is_figure = word.contains(|c: char| c.is_ascii_digit());
            !is_figure && !empty.has(word) && !is_framing(word) && !stems(word).is_empty()
        };
        let measured = (0..lower.len()).find(|at| is_measure(&lower, *at)).map(|at| at + 2);
        let find = |table: Table| {
            let mut words = lower.iter();
            words.position(|word| table.has(word)).map(|at| at + 1)
        };
        let kind = measured.or_else(|| find(Table::Which));
        // "For how long", and not "how was it found how many".
        let is_measured = measured.is_some_and(|behind| behind <= 3);
        let Some(behind) = kind.or_else(|| find(Table::Who)) else {
            return Self::default();
        };
        let mut places: Vec<usize> = kind.into_iter().filter(is_distinctive).collect();
        if places.is_empty() {
            places = name_part(&lower, behind).filter(is_distinctive).collect();
        }
        let is_amount = places.is_empty() && measured.is_some();
        if places.is_empty() {
            places.extend((behind..all.len()).rev().find(is_distinctive));
        }
        let words = places.into_iter().filter_map(|at| all.get(at)).map(|word| (*word).to_owned());
        Self { words: words.collect(), is_amount, is_measured }
    }
}

/// True if a phrase at this place asks for a measure: "how many".
fn is_measure(lower: &[String], at: usize) -> bool {
    let both = lower.get(at).zip(lower.get(at + 1));
    both.is_some_and(|(first, second)| Table::Measures.has(&format!("{first} {second}")))
}

/// The places between a copula at `at` and the first bound behind it; none without both.
fn name_part(lower: &[String], at: usize) -> std::ops::Range<usize> {
    let is = |at: usize, table: Table| lower.get(at).is_some_and(|word| table.has(word));
    let bound = (at + 1..lower.len()).find(|at| is(*at, Table::Bounds));
    match bound.filter(|_| is(at, Table::Copulas)) {
        Some(bound) => at + 1..bound,
        None => 0..0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn focus(question: &str) -> String {
        Focus::of(question).words.join(" ")
    }

    #[test]
    fn what_is_asked_of_the_subject_is_told_by_its_place() {
        for (question, words) in [
            ("Which uid does www-data have?", "uid"),
            ("How much electricity does Old Mill use in a year?", "electricity"),
            ("What is the telephone number of Upward Lifts?", "telephone number"),
            ("What does the calibration of a tide gauge cost?", "cost"),
            ("When was the Harbour Road branch built?", "built"),
            ("Who leads the sales team in Paris?", "Paris"),
            ("What was the leave of 2019?", "leave"),
            ("Welche Farbe hat der Ausweis?", "Farbe"),
            ("Quelle couleur a la carte ?", "couleur"),
        ] {
            assert_eq!(focus(question), words, "{question}");
        }
        for question in ["Can I pay by card?", "How do I pay?", "Why was it moved?"] {
            assert_eq!(focus(question), "", "{question}");
        }
        assert!(Focus::of("How fast must everybody be out?").is_amount);
        assert_eq!(Focus::of("").words, [""; 0]);
    }

    proptest::proptest! {
        #[test]
        fn any_text_has_a_focus_or_none(question in "\\PC*") {
            Focus::of(&question);
        }
    }
}
