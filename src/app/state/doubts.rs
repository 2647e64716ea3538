//! Statements of an answer that its sources do not support.

use std::collections::HashSet;

use footnote_protocol::Answer;
use footnote_protocol::audit::{Checked, Verdict};
use footnote_text::table;

use crate::words;

/// Maximum number of marked statements; the check never covers more.
const MAX: usize = 200;

/// Returns the doubted statements of an answer, each once, in the order of the text.
pub fn doubts(answer: &Answer) -> Vec<Checked> {
    let audit = answer.context.audit.iter();
    let statements = audit.flat_map(|audit| &audit.statements);
    let mut seen = HashSet::new();
    let doubted =
        statements.filter(|checked| checked.is_doubted() && seen.insert(checked.text.as_str()));
    doubted.take(MAX).cloned().collect()
}

/// Returns the verdict on a doubted statement, in words.
pub fn verdict_in_words(checked: &Checked) -> &'static str {
    match checked.verdict {
        Verdict::Contradicted => words::contradicted(),
        _ if checked.sources.is_empty() => words::no_source(),
        _ => words::not_found_in_source(),
    }
}

/// Returns a doubted statement with its verdict, and the words that contradict it.
pub fn doubt_in_words(checked: &Checked) -> String {
    let against = checked.span.as_ref().filter(|_| checked.verdict == Verdict::Contradicted);
    let in_quotes = |text: &str| words::in_quotes(&table::read(text));
    let parts = [in_quotes(&checked.text), verdict_in_words(checked).to_owned()];
    let against = against.map(|span| in_quotes(&span.text));
    parts.into_iter().chain(against).collect::<Vec<_>>().join(" · ")
}

/// Returns the id of the note with a number.
pub fn note_id(turn: u32, number: u32) -> String {
    format!("note-{turn}-{number}")
}

/// Returns the id of the note on the doubted statement with this index.
pub fn doubt_id(turn: u32, at: usize) -> String {
    format!("doubt-{turn}-{at}")
}
