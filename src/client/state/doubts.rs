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

/// Returns true if the sources that a statement cites lack one of its facts; false if it is doubted because it cites
/// none that exists.
pub fn is_not_in_source(checked: &Checked) -> bool {
    checked.verdict == Verdict::NotFound && !checked.sources.is_empty()
}

/// Returns the reason why a statement is doubted: what its source lacks, and the sources that do not exist.
pub fn doubt_reason(checked: &Checked) -> String {
    let mut seen = HashSet::new();
    let missing = checked.missing.iter().filter(|fact| seen.insert(*fact)).cloned();
    let missing = words::listed(&missing.collect::<Vec<_>>());
    let missing = (!missing.is_empty()).then(|| {
        if is_not_in_source(checked) {
            words::not_found_in_source(&missing)
        } else {
            words::found_in_no_source(&missing)
        }
    });
    let invented = (!checked.no_such_source.is_empty())
        .then(|| words::no_such_source_as(&words::listed(&checked.no_such_source)));
    let reasons: Vec<String> = [missing, invented].into_iter().flatten().collect();
    match reasons.join(" · ") {
        // Of a conversation kept by an earlier version.
        reason if reason.is_empty() => words::no_source().to_owned(),
        reason => reason,
    }
}

/// Returns a doubted statement with the reason.
pub fn doubt_in_words(checked: &Checked) -> String {
    format!("{} · {}", words::in_quotes(&table::read(&checked.text)), doubt_reason(checked))
}

/// Returns the id of the note with a number.
pub fn note_id(turn: u32, number: u32) -> String {
    format!("note-{turn}-{number}")
}

/// Returns the id of the note on the doubted statement with this index.
pub fn doubt_id(turn: u32, at: usize) -> String {
    format!("doubt-{turn}-{at}")
}
