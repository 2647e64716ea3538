//! Questions for an overview of a document: a summary, or a list of its parts.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use footnote_text::analysis::stems;
use footnote_text::languages::{Pairs, Table, pairs};
use footnote_text::words::words;

use super::function_words::FunctionWords;

static NUMBERS: Pairs = LazyLock::new(|| pairs(Table::Numbers));

/// Maximum number of sentences or points of an overview that can be asked for.
const MAX_POINTS: usize = 20;

/// The overview of a document that a question asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overview {
    /// The stems that name the document; empty for "this document".
    pub name: BTreeSet<String>,
    /// True if it asks for a list of its parts rather than a summary.
    pub contents: bool,
    /// Number of sentences or points that it asks for.
    pub most: Option<usize>,
}

impl Overview {
    /// Reads the overview that a question asks for, if any.
    pub(super) fn of(question: &str) -> Option<Self> {
        let lower = question.trim().to_lowercase();
        let contents = Table::Outlines.words().any(|words| lower.contains(words));
        if !contents && !is_summary(&lower) {
            return None;
        }
        let beside: BTreeSet<String> = Table::BesideSummaries.words().flat_map(stems).collect();
        let function_words = FunctionWords::of(question);
        let most = words(&lower).find_map(number).filter(|most| (1..=MAX_POINTS).contains(most));
        let name_part = words(question).filter(|word| !function_words.has(word));
        let name_part =
            name_part.filter(|word| most.is_none() || number(&word.to_lowercase()) != most);
        let name = name_part.flat_map(stems).filter(|stem| !beside.contains(stem)).collect();
        Some(Self { name, contents, most })
    }

    /// Returns true if a document whose path and title have these stems is meant.
    pub fn is_of(&self, name: &BTreeSet<String>) -> bool {
        !self.name.is_empty() && self.name.is_subset(name)
    }
}

/// Returns the number that a word states, in digits or as a word.
fn number(word: &str) -> Option<usize> {
    NUMBERS.get(word).copied().unwrap_or(word).parse().ok()
}

/// Returns true if the question asks what a document is about.
fn is_summary(lower: &str) -> bool {
    let without_courtesies = lower.trim_end_matches(['?', '.', '!', ' ']);
    let is_about = without_courtesies.ends_with(" about")
        && (without_courtesies.starts_with("what is ")
            || without_courtesies.starts_with("what's "));
    is_about || Table::Summaries.words().any(|words| lower.contains(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_of_handbook(question: &str) -> bool {
        let name: BTreeSet<String> = stems("people staff handbook").into_iter().collect();
        Overview::of(question).is_some_and(|overview| overview.is_of(&name))
    }

    #[test]
    fn an_overview_is_asked_for_by_the_name_of_the_document() {
        for question in [
            "summarize the staff handbook",
            "What is “staff handbook” about?",
            "Give me a short summary of the handbook, please",
            "Summarise the staff handbook in three sentences.",
            "What are the 5 key points of the handbook?",
            "What topics does the staff handbook cover?",
            "Worum geht es in dem Staff-Handbook?",
        ] {
            assert!(is_of_handbook(question), "{question}");
        }
        for question in ["summarize the leave policy", "What does the handbook say?", "summarize"] {
            assert!(!is_of_handbook(question), "{question}");
        }
    }

    #[test]
    fn an_overview_is_as_long_as_was_asked_for() {
        let read = |question: &str| Overview::of(question).unwrap();
        assert_eq!(read("Summarise the handbook in three sentences").most, Some(3));
        assert_eq!(read("The 5 key points of the handbook?").most, Some(5));
        assert_eq!(read("Summarise the handbook of 2026").most, None);
        assert!(read("Summarise the handbook of 2026").name.contains("2026"));
        assert!(read("Table of contents of the handbook").contents);
        assert!(read("Summarise this document").name.is_empty());
    }
}
