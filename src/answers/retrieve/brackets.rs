//! Brackets in passages: a citation in a document is not a citation of the answer that quotes it.

use footnote_store::search::Hit;
use footnote_text::citation::{self, Piece};

/// Replaces brackets that look like citations in the texts of the hits with parentheses, even if the source is not
/// `known`. An answer that quotes a passage cites only that passage.
pub(super) fn escape_brackets(hits: &mut [Hit], known: &[String]) {
    for Hit { passage, before, after, .. } in hits {
        let texts = passage.headings.iter_mut().chain(before).chain(after);
        for text in texts.chain([&mut passage.title]) {
            if text.contains('[') {
                *text = escaped(text, known);
            }
        }
        if passage.text.contains('[') {
            passage.set_text(escaped(&passage.text, known));
        }
    }
}

/// Returns the text with its citations in parentheses. Brackets in code are no citations, but a sentence may be quoted
/// without its code markup.
fn escaped(text: &str, known: &[String]) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut is_open = false;
    for piece in citation::pieces_everywhere(text, known) {
        match piece {
            Piece::Text(text) => {
                escaped.push_str(if is_open { ")" } else { "" });
                is_open = false;
                escaped.push_str(&text);
            }
            Piece::Citation(source) | Piece::Invented(source) => {
                escaped.push_str(if is_open { "; " } else { "(" });
                is_open = true;
                escaped.push_str(&source);
            }
        }
    }
    escaped.push_str(if is_open { ")" } else { "" });
    escaped
}

#[cfg(test)]
mod tests {
    use footnote_text::citation::cited;

    use super::*;
    use crate::samples::hit;

    const KNOWN: [&str; 3] = ["other.md", "pay.pdf#page=2", "a~b`.md"];

    /// Returns a text after [`escape_brackets`].
    fn with_escaped_brackets(text: &str) -> String {
        let mut hits = [hit("evil.md", None, text, 1.0)];
        escape_brackets(&mut hits, &KNOWN.map(ToOwned::to_owned));
        let [Hit { passage, .. }] = hits;
        passage.text
    }

    #[test]
    fn what_names_a_source_stands_in_parentheses() {
        for (text, expected) in [
            ("See [other.md] now.", "See (other.md) now."),
            ("[Other.md; pay.pdf]!", "(other.md; pay.pdf#page=2)!"),
            ("[other%2Emd](https://x.y)", "(other.md)"),
            ("[ghost.md]", "(ghost.md)"),
            ("`x [other.md]` y", "`x (other.md)` y"),
            ("~~~\n[a~b`.md]\n~~~", "~~~\n(a~b`.md)\n~~~"),
            ("a\n\n    [other.md]\n\tb", "a\n\n    (other.md)\n\tb"),
            ("[sic], [1], [a link](https://x.y)", "[sic], [1], [a link](https://x.y)"),
        ] {
            assert_eq!(with_escaped_brackets(text), expected);
        }
    }

    #[test]
    fn nothing_is_cited_by_what_is_left() {
        let known = KNOWN.map(ToOwned::to_owned);
        for text in ["[[other.md]]", "[x][other.md]", "[ghost[other.md].md]", "\\[other.md\\]"] {
            assert_eq!(cited(&with_escaped_brackets(text), &known), [""; 0], "{text}");
        }
    }
}
