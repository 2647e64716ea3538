//! Questions for an overview of a document.

use std::collections::BTreeSet;

use super::function_words::FunctionWords;
use crate::text::analysis::stems;
use crate::text::languages::Table;
use crate::text::words::words;

/// The stems that name the document whose overview a question asks for; none if it asks for no overview.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::rag::chat) struct Overview(BTreeSet<String>);

impl Overview {
    pub(super) fn of(question: &str) -> Self {
        if !is_wanted(question) {
            return Self::default();
        }
        let beside: BTreeSet<String> = Table::BesideSummaries.words().flat_map(stems).collect();
        let function_words = FunctionWords::of(question);
        let words = words(question).filter(|word| !function_words.has(word));
        let words = words.flat_map(stems);
        Self(words.filter(|stem| !beside.contains(stem)).collect())
    }

    /// True if no overview is asked for.
    pub(in crate::rag::chat) fn is_none(&self) -> bool {
        self.0.is_empty()
    }

    /// True if an overview is asked for of a document whose path and title have these stems.
    pub(in crate::rag::chat) fn is_of(&self, name: &BTreeSet<String>) -> bool {
        !self.0.is_empty() && self.0.is_subset(name)
    }
}

/// True if the question asks what a document is about.
fn is_wanted(question: &str) -> bool {
    let lower = question.trim().to_lowercase();
    let bare = lower.trim_end_matches(['?', '.', '!', ' ']);
    let is_about =
        bare.ends_with(" about") && (bare.starts_with("what is ") || bare.starts_with("what's "));
    is_about || Table::Summaries.words().any(|words| lower.contains(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_overview_is_asked_for_by_the_name_of_the_document() {
        let name: BTreeSet<String> = stems("people staff handbook").into_iter().collect();
        for question in [
            "summarize the staff handbook",
            "What is “staff handbook” about?",
            "Give me a short summary of the handbook, please",
            "Worum geht es in dem Staff-Handbook?",
        ] {
            assert!(Overview::of(question).is_of(&name), "{question}");
        }
        for question in ["summarize the leave policy", "What does the handbook say?", "summarize"] {
            assert!(!Overview::of(question).is_of(&name), "{question}");
        }
    }
}
