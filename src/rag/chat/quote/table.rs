//! Tables in quotations: whole if small, otherwise the header and the matching rows.

use std::collections::BTreeSet;

use crate::rag::chat::weigh::{alike, forms};
use crate::rag::corpus::index::stems;
use crate::rag::retrieval::Term;

/// The most rows of a table that are quoted.
const ROWS: usize = 8;

/// The header of a table and its rows that hold a term, or the whole of a small table.
pub(super) fn matching_rows(table: &str, terms: &[Term]) -> String {
    let lines: Vec<&str> = table.lines().collect();
    let header = usize::from(lines.get(1).is_some_and(|line| is_rule(line))) * 2;
    if lines.len() <= header + ROWS {
        return table.to_owned();
    }
    let (head, rows) = lines.split_at(header.min(lines.len()));
    let told = |row: &&&str| {
        let stems: BTreeSet<String> = stems(row).into_iter().collect();
        terms.iter().any(|term| holds(&stems, term))
    };
    let mut kept: Vec<&str> = rows.iter().filter(told).copied().collect();
    if kept.is_empty() {
        kept = rows.to_vec();
    }
    kept.truncate(ROWS);
    [head, &kept].concat().join("\n")
}

/// True if the stems hold a term in any form of its word; one that no passage has may be misspelt.
fn holds(stems: &BTreeSet<String>, term: &Term) -> bool {
    let mut forms = forms(&term.stem).iter();
    term.is_among(stems)
        || forms.any(|form| stems.contains(*form))
        || (!term.known && stems.iter().any(|stem| alike(stem, &term.stem)))
}

/// The labels of a table's rows, or of a line of values: their first fields.
pub(super) fn labels(text: &str) -> Vec<&str> {
    let rows = text.lines().filter(|line| !is_rule(line));
    let fields = rows.filter_map(|row| {
        let row = row.trim_start_matches(['|', ' ']);
        row.split_once(['|', ';', '\t'])
    });
    fields.map(|(first, _)| first.trim()).collect()
}

fn is_rule(line: &str) -> bool {
    line.contains('-') && line.chars().all(|c| " |-:".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_named_by_their_first_fields() {
        let table = "| Item | Adults |\n| --- | --- |\n| Books | 20 |";
        assert_eq!(labels(table), ["Item", "Books"]);
        assert_eq!(labels("Smith, Joe;IT;377"), ["Smith, Joe"]);
        assert!(labels("Leave takes thirty days.").is_empty());
    }

    #[test]
    fn a_long_table_keeps_its_header_and_the_rows_that_tell() {
        let rows = (0..20).fold(String::new(), |rows, n| format!("{rows}| row | {n} |\n"));
        let table = format!("| a | b |\n| --- | --- |\n{rows}");
        let term = Term {
            stem: "7".to_owned(),
            known: true,
            ..Term::default()
        };
        assert_eq!(
            matching_rows(table.trim(), &[term]),
            "| a | b |\n| --- | --- |\n| row | 7 |"
        );
    }
}
