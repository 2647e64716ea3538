//! The statements of a Markdown text: its sentences, list items and table rows, word for word.

use std::collections::BTreeSet;

use footnote_store::search::Term;
use footnote_text::analysis::stems;
use footnote_text::sentence::sentences;
use footnote_text::table::{is_row, is_rule};
use footnote_text::words::words;

/// Returns the sentences, list items and table rows of a text in order. Headings and the headers of tables state
/// nothing by themselves.
pub(crate) fn statements(text: &str) -> Vec<&str> {
    let (mut statements, mut paragraph): (Vec<&str>, Option<(usize, usize)>) = (Vec::new(), None);
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let (begin, words) = (at, line.trim());
        at += line.len();
        if !words.is_empty() && !stands_alone(words) {
            paragraph = Some((paragraph.map_or(begin, |(from, _)| from), at));
            continue;
        }
        statements.extend(paragraph.take().into_iter().flat_map(|it| of_paragraph(text, it)));
        match words {
            // The row above a rule was the table's header.
            rule if is_rule(rule) => drop(statements.pop()),
            "" => {}
            heading if heading.starts_with('#') => {}
            line => statements.push(line),
        }
    }
    statements.extend(paragraph.into_iter().flat_map(|it| of_paragraph(text, it)));
    statements
}

/// Returns the sentences of a paragraph at this place.
fn of_paragraph(text: &str, (from, to): (usize, usize)) -> Vec<&str> {
    sentences(text.get(from..to).unwrap_or_default())
}

/// Returns true if a line is no part of a paragraph: a heading, a table row, or a list item.
fn stands_alone(line: &str) -> bool {
    is_row(line) || line.starts_with('#') || is_item(line)
}

/// Returns true if a line begins a list item: "- tea", "3. tea".
pub(crate) fn is_item(line: &str) -> bool {
    let line = line.trim_start();
    let behind = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let marks: &[char] =
        if behind.len() < line.len() { &['.', ')'] } else { &['-', '*', '+', '•'] };
    behind.strip_prefix(marks).is_some_and(|rest| rest.starts_with(' '))
}

/// Returns the statement that has most of the question's terms by weight; the first on ties, empty if none has any.
pub(crate) fn telling(text: &str, terms: &[Term]) -> String {
    let mut best = ("", 0.0);
    for statement in statements(text) {
        let weight = weight(statement, terms);
        if weight > best.1 {
            best = (statement, weight);
        }
    }
    best.0.trim().to_owned()
}

/// Returns the weight of the question's terms that a text has.
pub(crate) fn weight(text: &str, terms: &[Term]) -> f32 {
    let stems: BTreeSet<String> = stems(text).into_iter().collect();
    terms.iter().filter(|term| term.is_among(&stems)).map(|term| term.weight).sum()
}

/// Returns the words of a text that match the question, each once as it is written.
pub(crate) fn matching(text: &str, terms: &[Term]) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let is_match = |word: &&str| seen.insert((*word).to_owned()) && weight(word, terms) > 0.0;
    words(text).filter(is_match).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::samples::found;

    const TEXT: &str = "Leave is paid.\nIt takes\nthirty days. Ask:\n\n### Approval\n\n- your manager\n- the office\n\n\
                        | who | days |\n| --- | --- |\n| staff | 30 |";

    #[test]
    fn sentences_items_and_rows_are_statements() {
        let expected = [
            "Leave is paid.",
            "It takes\nthirty days.",
            "Ask:",
            "- your manager",
            "- the office",
            "| staff | 30 |",
        ];
        let found: Vec<&str> = statements(TEXT).into_iter().map(str::trim).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn the_telling_statement_has_most_of_the_question() {
        let telling = |question: &str| {
            telling(
                TEXT,
                &found(question, vec![crate::samples::hit("a.md", None, TEXT, 1.0)]).terms,
            )
        };
        assert_eq!(telling("How many thirty days take?"), "It takes\nthirty days.");
        assert_eq!(telling("Which manager?"), "- your manager");
        assert_eq!(telling("How many days do staff have?"), "| staff | 30 |");
        assert_eq!(telling("Whales?"), "");
    }

    #[test]
    fn words_that_match_are_told_once_as_written() {
        let text = "Overtime is paid. Paid overtimes. Paid.";
        let terms =
            found("Is overtime paid?", vec![crate::samples::hit("a.md", None, text, 1.0)]).terms;
        assert_eq!(matching(text, &terms), ["Overtime", "paid", "Paid", "overtimes"]);
    }

    proptest! {
        #[test]
        fn statements_are_pieces_of_their_text(text in "[a-c .#|\\-\n1é]{0,80}") {
            for statement in statements(&text) {
                prop_assert!(text.contains(statement));
            }
        }
    }
}
