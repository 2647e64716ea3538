//! Questions that set two things side by side: their difference, or what has changed from one to the other.

use std::collections::BTreeSet;

use footnote_retrieval::framing::is_framing;
use footnote_text::analysis::stems;
use footnote_text::languages::{Pairs, Table, pairs};
use footnote_text::words::words;

use super::function_words::FunctionWords;

static NUMBERS: Pairs = Pairs::new(|| pairs(Table::Numbers));

/// The words that are looked at; more are pasted text.
const MOST_WORDS_READ: usize = 60;

/// A comparison that a question asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Comparison {
    /// The stems of the words that name the things, or the point on which they are compared.
    pub(crate) words: BTreeSet<String>,
    /// The years that it names.
    pub(crate) years: BTreeSet<u32>,
    /// True if it speaks of two things: "the two plans".
    pub(crate) of_two: bool,
}

impl Comparison {
    /// The comparison that a question asks for, if it does.
    pub(super) fn of(question: &str) -> Option<Self> {
        let all: Vec<&str> = words(question).take(MOST_WORDS_READ).collect();
        let lower = all.join(" ").to_lowercase();
        let padded = format!(" {lower} ");
        let asks = |phrase: &str| padded.contains(&format!(" {phrase} "));
        if !Table::Contrasts.words().any(asks) {
            return None;
        }
        let function_words = FunctionWords::of(question);
        let contrasts: BTreeSet<&str> =
            Table::Contrasts.words().flat_map(str::split_whitespace).collect();
        let is_distinctive = |word: &&str| {
            let lower = word.to_lowercase();
            !function_words.has(word) && !is_framing(&lower) && !contrasts.contains(lower.as_str())
        };
        let year = |word: &str| word.parse().ok().filter(|year| (1900..2100).contains(year));
        let years = all.iter().filter_map(|word| year(word)).collect();
        let number = |word: &str| NUMBERS.get(word.to_lowercase().as_str()).copied();
        let two = all.iter().position(|word| number(word) == Some("2"));
        // In "the two plans", the word behind the number says what they are.
        let is_kind = |at: usize| two.is_some_and(|two| at == two + 1);
        let named = all.iter().enumerate().filter(|(at, word)| {
            is_distinctive(word) && year(word).is_none() && number(word).is_none() && !is_kind(*at)
        });
        let words = named.flat_map(|(_, word)| stems(word)).collect();
        Some(Self { words, years, of_two: two.is_some() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comparison_is_told_by_its_words() {
        for (question, words) in [
            ("What is the difference between Care Basic and Care Plus?", "basic care plus"),
            ("How do Basic and Plus differ on dental care?", "basic care dental plus"),
            ("Compare the two plans", ""),
            ("How do the two plans differ on dental care?", "care dental"),
            ("Was ist der Unterschied zwischen Gold und Plus?", "gold plus"),
        ] {
            let read = Comparison::of(question).map(|one| one.words).unwrap_or_default();
            let read: Vec<&str> = read.iter().map(String::as_str).collect();
            assert_eq!(read.join(" "), words, "{question}");
        }
        let changed = Comparison::of("What has changed since 2023?").unwrap();
        assert_eq!((changed.words.len(), changed.years), (0, [2023].into()));
        for question in ["What does Care Plus cost?", "Which changes must be reported?", ""] {
            assert_eq!(Comparison::of(question), None, "{question}");
        }
    }
}
