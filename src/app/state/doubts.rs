//! Statements of an answer that its sources do not support.

use std::collections::HashSet;

use footnote_protocol::Answer;
use footnote_protocol::audit::Checked;

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

/// Returns the id of the note with a number.
pub fn note_id(turn: u32, number: u32) -> String {
    format!("note-{turn}-{number}")
}

/// Returns the id of the note on the doubted statement with this index.
pub fn doubt_id(turn: u32, at: usize) -> String {
    format!("doubt-{turn}-{at}")
}
