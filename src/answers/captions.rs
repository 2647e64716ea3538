//! Captions: the statements of a passage with most of the question's terms.

use std::collections::BTreeSet;

use footnote_store::search::{Hit, Term};
use footnote_text::analysis::stems;
use footnote_text::table;
use footnote_text::words::{in_one_line, shortened};
use serde_json::{Value, json};

use super::statements::{statements, weight};

/// Maximum length of a statement, in characters. A caption is read at a glance.
const MAX_STATEMENT_LEN: usize = 400;
/// The separator between two statements.
const SEPARATOR: &str = " … ";

/// The statements of a passage with most of a question's terms.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Caption {
    /// The statements, in the order of the passage.
    pub text: String,
    /// The same as HTML, with the question's words in `<em>`.
    pub(super) highlights: String,
}

impl Caption {
    /// Returns the caption in the form that the protocol's clients know.
    pub(super) fn to_json(&self) -> Value {
        json!({
            "additional_properties": {},
            "text": self.text,
            "highlights": self.highlights,
        })
    }
}

/// Returns a caption of each hit for these `terms`: one statement, or two if the second adds to the first. If no
/// statement has any of the terms, it is the beginning of the passage.
pub fn captions(hits: &[Hit], terms: &[Term]) -> Vec<Caption> {
    hits.iter().map(|hit| caption(&hit.passage.text, terms)).collect()
}

fn caption(text: &str, terms: &[Term]) -> Caption {
    let statements = statements(text);
    let mut chosen = BTreeSet::new();
    while let Some(at) = best_statement(&statements, terms, &chosen).filter(|_| chosen.len() < 2) {
        chosen.insert(at);
    }
    if chosen.is_empty() {
        chosen.insert(0);
    }
    let lines = chosen.iter().filter_map(|at| statements.get(*at));
    let lines: Vec<String> = lines.map(|statement| one_line(statement)).collect();
    let text = if lines.is_empty() { one_line(text) } else { lines.join(SEPARATOR) };
    Caption { highlights: highlighted(&text, terms), text }
}

/// Returns the index of the statement with most of the terms that the `chosen` ones lack; the first on ties, `None` if
/// no statement has any.
fn best_statement(statements: &[&str], terms: &[Term], chosen: &BTreeSet<usize>) -> Option<usize> {
    let has = |statement: &str, term: &Term| {
        term.is_among(&stems(statement).into_iter().collect::<BTreeSet<_>>())
    };
    let chosen: Vec<&&str> = chosen.iter().filter_map(|at| statements.get(*at)).collect();
    let is_new = |term: &&Term| !chosen.iter().any(|statement| has(statement, term));
    let new: Vec<Term> = terms.iter().filter(is_new).cloned().collect();
    let gains = statements.iter().map(|statement| weight(statement, &new)).enumerate();
    let gains = gains.filter(|(_, gain)| *gain > 0.0);
    // Reversed, because `max_by` returns the last of equals.
    gains.rev().max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(at, _)| at)
}

/// Returns the text as HTML, with the question's words in `<em>`.
fn highlighted(text: &str, terms: &[Term]) -> String {
    let mark = |piece: &str| {
        let word = piece.trim_end_matches(|c: char| !c.is_alphanumeric());
        let behind = escaped(piece.get(word.len()..).unwrap_or_default());
        let stems: BTreeSet<String> = stems(word).into_iter().collect();
        let is_asked = terms.iter().any(|term| term.is_among(&stems));
        if is_asked { format!("<em>{word}</em>{behind}") } else { format!("{word}{behind}") }
    };
    text.split_inclusive(|c: char| !c.is_alphanumeric()).map(mark).collect()
}

/// Returns a statement on one line, cut if it is long.
fn one_line(statement: &str) -> String {
    shortened(&in_one_line(&table::read(statement)), MAX_STATEMENT_LEN)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::samples::{found, hit};

    fn caption(text: &str, question: &str) -> Caption {
        let found = found(question, vec![hit("a.md", None, text, 1.0)]);
        captions(&found.hits, &found.terms).remove(0)
    }

    #[test]
    fn the_telling_sentences_come_in_their_order_with_the_words_marked() {
        let text = "Overtime is paid. It rains. Leave is thirty days. Lunch is at noon.";
        let caption = caption(text, "Is leave paid as overtime?");
        assert_eq!(caption.text, "Overtime is paid. … Leave is thirty days.");
        assert_eq!(
            caption.highlights,
            "<em>Overtime</em> is <em>paid</em>. … <em>Leave</em> is thirty days."
        );
    }

    #[test]
    fn one_sentence_is_enough_where_no_other_adds_to_it() {
        let caption = caption("It rains. Leave is thirty days. Leave!", "How long is leave?");
        assert_eq!(caption.text, "Leave is thirty days.");
    }

    #[test]
    fn a_passage_that_holds_no_word_is_captioned_by_its_beginning() {
        assert_eq!(caption("It rains. It pours.", "Leave?").text, "It rains.");
        assert_eq!(caption("", "Leave?"), Caption::default());
    }

    #[test]
    fn rows_read_as_lines_and_long_sentences_are_cut() {
        let table = "| Who | Days |\n|---|---|\n| Staff | 30 |";
        assert_eq!(caption(table, "Staff?").text, "Staff · 30");
        let long = "leave ".repeat(200);
        assert_eq!(caption(&long, "Leave?").text.chars().count(), MAX_STATEMENT_LEN + 1);
    }

    proptest! {
        #[test]
        fn highlights_are_the_text_with_marks_and_no_other_html(text in "[a-c <>&.é\n|-]{0,80}") {
            let caption = caption(&text, "a b");
            let plain = caption.highlights.replace("<em>", "").replace("</em>", "");
            prop_assert!(!plain.contains(['<', '>']));
            let plain = plain.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
            prop_assert_eq!(plain, caption.text);
        }
    }
}
