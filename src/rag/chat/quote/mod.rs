//! Answers without a model: the best sentences of the best passages, each with its citation.

mod choose;
mod followups;
mod function_words;
mod label;
mod layout;
mod records;
mod refusal;
mod score;
mod table;
mod units;
mod wish;

use crate::rag::retrieval::Found;
pub use refusal::support;

/// An answer made of quotations.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Quote {
    /// What is quoted, in reading order; grouped by source.
    pub sentences: Vec<Quoted>,
    /// Questions to ask next; empty where none are wanted.
    pub followups: Vec<String>,
    /// Whether the documents do not seem to hold the answer.
    pub refused: bool,
    /// How well the passages hold the question; below 1 the answer is a refusal.
    pub support: f32,
    deltas: Vec<String>,
}

/// One quotation.
#[derive(Clone, Debug, PartialEq)]
pub struct Quoted {
    /// The sentence, list item or table, word for word.
    pub text: String,
    /// The source that holds it.
    pub source: String,
    /// How well it answers; comparable within one answer only.
    pub score: f32,
}

impl Quote {
    /// The answer's Markdown, one piece for each quotation.
    pub fn deltas(&self) -> Vec<String> {
        self.deltas.clone()
    }
}

/// Answers from what was found.
///
/// `asked` holds the reader's questions so far, the one to answer last; follow-ups repeat none of them.
/// The same input always gives the same answer.
pub fn quote(found: &Found, asked: &[&str], followups: bool) -> Quote {
    let followups = if followups {
        followups::propose(&found.hits, asked)
    } else {
        Vec::new()
    };
    let question = asked.last().copied().unwrap_or_default();
    let units = units::of_hits(&found.hits, |rows| table::matching_rows(rows, &found.terms));
    let scored = score::score(&units, found, question);
    let chosen = choose::choose(&units, &scored);
    let support = refusal::support(found, question);
    if chosen.is_empty() || support < 1.0 {
        return Quote {
            followups,
            refused: true,
            support,
            deltas: refusal::deltas(found, question),
            sentences: Vec::new(),
        };
    }
    let (sentences, deltas) = layout::lay_out(&units, &chosen);
    Quote {
        sentences,
        followups,
        refused: false,
        support,
        deltas,
    }
}

#[cfg(test)]
mod tests;
