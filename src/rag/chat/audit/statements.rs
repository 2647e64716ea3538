//! The statements of an answer, each with the sources that it cites.

use crate::rag::corpus::index::stems;
use crate::text::citation::{Piece, pieces};
use crate::text::sentence::sentences;

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Statement {
    /// Its words, without citations and marks of Markdown.
    pub(super) text: String,
    /// What it cites; empty if nothing.
    pub(super) sources: Vec<String>,
}

/// With fewer telling words a sentence says nothing that could be checked.
const LEAST_STEMS: usize = 2;

/// The statements of an answer in order.
///
/// A citation belongs to the statement before it, and to those before that in the same paragraph
/// that have none of their own.
pub(super) fn statements(answer: &str, known: &[String]) -> Vec<Statement> {
    let mut found: Vec<Statement> = Vec::new();
    // From here on statements wait for their citation.
    let mut waiting = 0;
    let mut cited = false;
    for piece in pieces(answer, known, false) {
        match piece {
            Piece::Text(text) => {
                for (at, paragraph) in text.split("\n\n").enumerate() {
                    if at > 0 || cited {
                        waiting = found.len();
                    }
                    found.extend(in_paragraph(paragraph));
                    cited = false;
                }
            }
            Piece::Citation(source) => {
                for statement in found.iter_mut().skip(waiting) {
                    statement.sources.push(source.clone());
                }
                cited = true;
            }
        }
    }
    found.retain(says_something);
    found
}

fn in_paragraph(paragraph: &str) -> impl Iterator<Item = Statement> {
    let sentences = sentences(paragraph).into_iter();
    sentences
        .filter(|sentence| !is_frame(sentence))
        .map(|sentence| Statement {
            text: plain(sentence),
            sources: Vec::new(),
        })
}

/// Whether a sentence only holds others together: a heading, a question, a lead-in, a table's head.
fn is_frame(sentence: &str) -> bool {
    let rule = sentence.starts_with('|') && sentence.chars().all(|c| "|-: ".contains(c));
    rule || sentence.starts_with('#') || sentence.ends_with(['?', ':', '？', '：'])
}

/// A sentence without the marks of Markdown; the cells of a row stand side by side.
fn plain(sentence: &str) -> String {
    let sentence =
        sentence.trim_start_matches(|c: char| c.is_whitespace() || ".,;:!?-*•>".contains(c));
    let numbered = sentence
        .split_once(". ")
        .filter(|(number, _)| !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()));
    let sentence = numbered.map_or(sentence, |(_, rest)| rest);
    let sentence = sentence.replace("**", "").replace('`', "");
    if !sentence.starts_with('|') {
        return sentence.trim().to_owned();
    }
    let cells = sentence
        .split('|')
        .map(str::trim)
        .filter(|cell| !cell.is_empty());
    cells.collect::<Vec<_>>().join(" · ")
}

/// Whether a statement can be checked; that the documents lack something cannot.
fn says_something(statement: &Statement) -> bool {
    const ABOUT: [&str; 7] = [
        "document", "sourc", "passag", "context", "inform", "quotat", "answer",
    ];
    let stems = stems(&statement.text);
    let lacks =
        statement.sources.is_empty() && stems.iter().any(|stem| ABOUT.contains(&stem.as_str()));
    stems.len() >= LEAST_STEMS && !lacks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> Vec<String> {
        vec!["a.md".into(), "b.md".into()]
    }

    fn read(answer: &str) -> Vec<(String, Vec<String>)> {
        let all = statements(answer, &known()).into_iter();
        all.map(|statement| (statement.text, statement.sources))
            .collect()
    }

    fn cites(text: &str, sources: &[&str]) -> (String, Vec<String>) {
        (
            text.into(),
            sources.iter().map(|s| (*s).to_owned()).collect(),
        )
    }

    #[test]
    fn a_citation_belongs_to_the_statement_before_it() {
        assert_eq!(
            read("Leave is thirty days. [a.md] Pay comes monthly [b.md]."),
            [
                cites("Leave is thirty days.", &["a.md"]),
                cites("Pay comes monthly", &["b.md"])
            ]
        );
    }

    #[test]
    fn statements_of_a_paragraph_share_the_citation_after_them() {
        assert_eq!(
            read("Leave is thirty days. Pay comes monthly [a.md][b.md].\n\nRain falls often."),
            [
                cites("Leave is thirty days.", &["a.md", "b.md"]),
                cites("Pay comes monthly", &["a.md", "b.md"]),
                cites("Rain falls often.", &[]),
            ]
        );
    }

    #[test]
    fn what_only_holds_statements_together_is_none() {
        assert_eq!(
            read("# Leave policy\n\nHere is what applies:\n\nMore questions now?"),
            []
        );
        assert_eq!(read("The documents do not mention France."), []);
    }

    #[test]
    fn items_and_rows_are_statements() {
        assert_eq!(
            read("- Leave is thirty days [a.md]\n\n| Cook | 20 pounds | [b.md]"),
            [
                cites("Leave is thirty days", &["a.md"]),
                cites("Cook · 20 pounds", &["b.md"])
            ]
        );
    }
}
