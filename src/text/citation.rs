//! Citations in an answer: `[source]` markers, found even when the text arrives in pieces.

use std::ops::Range;

use percent_encoding::percent_decode_str;
use pulldown_cmark::{Event, Parser, Tag};

use super::source;

/// A bracket with more names than this is no citation.
const MOST_NAMES: usize = 8;

/// A piece of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Text as it was written.
    Text(String),
    /// A citation of a known source, in the spelling under which it is known.
    Citation(String),
}

/// Cuts an answer into text and citations.
///
/// Only brackets that name a source in `known` are citations; case, percent-encoding and spaces
/// around the name do not matter, `[a; b]` cites both, and a document without its page stands for
/// its only known page. An address in parentheses after a citation belongs to it. Code is left alone.
///
/// While `streaming`, what may still become a citation at the end of the text is held back.
pub fn pieces(text: &str, known: &[String], streaming: bool) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut shown = 0;
    let mut at = 0;
    let code = code(text);
    while let Some(open) = next_bracket(text, at, &code) {
        match bracket(text, open, known, streaming) {
            Bracket::Plain => at = open + 1,
            Bracket::Unfinished => {
                push_text(&mut pieces, text, shown..open);
                return pieces;
            }
            Bracket::Citations(sources, end) => {
                push_text(&mut pieces, text, shown..open);
                pieces.extend(sources.into_iter().map(Piece::Citation));
                (shown, at) = (end, end);
            }
        }
    }
    push_text(&mut pieces, text, shown..text.len());
    pieces
}

/// The sources that an answer cites, each once, in the order of first use.
pub fn cited(text: &str, known: &[String]) -> Vec<String> {
    let mut sources = Vec::new();
    for piece in pieces(text, known, false) {
        match piece {
            Piece::Citation(source) if !sources.contains(&source) => sources.push(source),
            Piece::Citation(_) | Piece::Text(_) => {}
        }
    }
    sources
}

/// What an opening bracket turns out to be.
enum Bracket {
    Plain,
    Unfinished,
    /// The sources, and where the citation ends.
    Citations(Vec<String>, usize),
}

fn push_text(pieces: &mut Vec<Piece>, text: &str, range: Range<usize>) {
    if let Some(text) = text.get(range).filter(|text| !text.is_empty()) {
        pieces.push(Piece::Text(text.to_owned()));
    }
}

/// Where the next bracket opens outside of code.
fn next_bracket(text: &str, from: usize, code: &[Range<usize>]) -> Option<usize> {
    let mut at = from;
    loop {
        let open = at + text.get(at..)?.find('[')?;
        let inside = code.partition_point(|range| range.end <= open);
        match code.get(inside).filter(|range| range.contains(&open)) {
            Some(range) => at = range.end,
            None => return Some(open),
        }
    }
}

/// Where code stands, in order.
fn code(text: &str) -> Vec<Range<usize>> {
    if !text.contains('`') && !text.contains("~~~") && !text.contains("    ") {
        return Vec::new();
    }
    Parser::new(text)
        .into_offset_iter()
        .filter(|(event, _)| matches!(event, Event::Code(_) | Event::Start(Tag::CodeBlock(_))))
        .map(|(_, range)| range)
        .collect()
}

/// Reads the bracket that opens at `open`.
fn bracket(text: &str, open: usize, known: &[String], streaming: bool) -> Bracket {
    let rest = text.get(open + 1..).unwrap_or_default();
    let longest = known.iter().map(String::len).max().unwrap_or(0);
    // Every byte may be percent-encoded, and several names may share a bracket.
    let limit = (longest + 2) * 3 * MOST_NAMES;
    for (close, _) in rest
        .match_indices(']')
        .take_while(|(close, _)| *close <= limit)
    {
        let inside = rest.get(..close).unwrap_or_default();
        if let Some(sources) = resolve(inside, known) {
            let end = open + close + 2;
            return match address(text.get(end..).unwrap_or_default(), streaming) {
                Some(address) => Bracket::Citations(sources, end + address),
                None => Bracket::Unfinished,
            };
        }
    }
    if streaming && rest.len() <= limit && may_become(rest, known) {
        Bracket::Unfinished
    } else {
        Bracket::Plain
    }
}

/// The length of an address in parentheses that follows a citation; `None` if it is not whole yet.
fn address(rest: &str, streaming: bool) -> Option<usize> {
    const LIMIT: usize = 2048;
    let Some(inside) = rest.strip_prefix('(') else {
        return Some(0);
    };
    match inside.find(|c: char| c == ')' || c.is_whitespace()) {
        Some(end) if inside.get(end..).is_some_and(|rest| rest.starts_with(')')) => Some(end + 2),
        None if streaming && inside.len() < LIMIT => None,
        _ => Some(0),
    }
}

/// The known sources that the inside of a bracket names.
fn resolve(inside: &str, known: &[String]) -> Option<Vec<String>> {
    if let Some(source) = one(inside, known) {
        return Some(vec![source]);
    }
    let names: Vec<&str> = inside.split([',', ';']).collect();
    if !(2..=MOST_NAMES).contains(&names.len()) {
        return None;
    }
    names.into_iter().map(|name| one(name, known)).collect()
}

/// The known source that a name means.
fn one(name: &str, known: &[String]) -> Option<String> {
    let name = name.trim();
    if name.is_empty() {
        return None;
    }
    if let Some(source) = known.iter().find(|source| *source == name) {
        return Some(source.clone());
    }
    let name = normal(name);
    if let Some(source) = known.iter().find(|source| normal(source) == name) {
        return Some(source.clone());
    }
    let mut pages = known
        .iter()
        .filter(|source| normal(source::split(source).0) == name);
    match (pages.next(), pages.next()) {
        (Some(source), None) => Some(source.clone()),
        _ => None,
    }
}

/// A name without what does not matter: case and percent-encoding.
fn normal(name: &str) -> String {
    percent_decode_str(name).decode_utf8_lossy().to_lowercase()
}

/// Whether more text can make `inside` name known sources.
fn may_become(inside: &str, known: &[String]) -> bool {
    let begins = |name: &str| {
        let name = normal(without_half_escape(name.trim_start()));
        known.iter().any(|source| normal(source).starts_with(&name))
            || known.iter().any(|source| name.trim_end() == normal(source))
    };
    if begins(inside) {
        return true;
    }
    match inside.rsplit_once([',', ';']) {
        Some((before, last)) => {
            before
                .split([',', ';'])
                .all(|name| one(name, known).is_some())
                && begins(last)
        }
        None => false,
    }
}

/// The name without a percent-encoding that is cut in two at its end.
fn without_half_escape(name: &str) -> &str {
    let half = name.len() - name.len().min(2);
    let tail = (half..name.len()).find(|at| name.get(*at..).is_some_and(|t| t.starts_with('%')));
    tail.and_then(|at| name.get(..at)).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn known() -> Vec<String> {
        [
            "b.pdf#page=4",
            "a b.md",
            "c[1].txt",
            "d.pdf#page=1",
            "d.pdf#page=2",
        ]
        .map(String::from)
        .to_vec()
    }

    fn found(text: &str) -> Vec<String> {
        cited(text, &known())
    }

    #[test]
    fn a_known_source_in_brackets_is_a_citation() {
        let pieces = pieces("So it is [b.pdf#page=4].", &known(), false);
        assert_eq!(
            pieces,
            [
                Piece::Text("So it is ".into()),
                Piece::Citation("b.pdf#page=4".into()),
                Piece::Text(".".into())
            ]
        );
    }

    #[test]
    fn brackets_that_name_nothing_known_stay_text() {
        assert!(found("see [1], [x.pdf] and []").is_empty());
        let pieces = pieces("see [x.pdf]", &known(), false);
        assert_eq!(pieces, [Piece::Text("see [x.pdf]".into())]);
    }

    #[test]
    fn small_differences_of_spelling_do_not_matter() {
        assert_eq!(found("[ B.PDF#page=4 ]"), ["b.pdf#page=4"]);
        assert_eq!(found("[a%20b.md]"), ["a b.md"]);
        assert_eq!(found("[c[1].txt]"), ["c[1].txt"]);
    }

    #[test]
    fn several_sources_share_a_bracket() {
        assert_eq!(found("[a b.md, b.pdf#page=4]"), ["a b.md", "b.pdf#page=4"]);
        assert_eq!(found("[a b.md; nothing]"), Vec::<String>::new());
        assert_eq!(found("[a b.md][b.pdf#page=4]"), ["a b.md", "b.pdf#page=4"]);
    }

    #[test]
    fn a_document_stands_for_its_only_known_page() {
        assert_eq!(found("[b.pdf]"), ["b.pdf#page=4"]);
        assert!(found("[d.pdf]").is_empty());
    }

    #[test]
    fn an_address_after_a_citation_belongs_to_it() {
        let pieces = pieces("x [a b.md](/content/a%20b.md) y", &known(), false);
        assert_eq!(
            pieces,
            [
                Piece::Text("x ".into()),
                Piece::Citation("a b.md".into()),
                Piece::Text(" y".into())
            ]
        );
    }

    #[test]
    fn code_is_left_alone() {
        assert!(found("`[a b.md]`").is_empty());
        assert!(found("```\n[a b.md]\n```").is_empty());
    }

    #[test]
    fn each_source_is_counted_once() {
        assert_eq!(
            found("[b.pdf#page=4] [a b.md] [b.pdf#page=4]"),
            ["b.pdf#page=4", "a b.md"]
        );
    }

    proptest! {
        #[test]
        fn a_citation_never_shows_half(at in 0_usize..40) {
            let text = "Yes [a b.md, b.pdf#page=4](x) and [c[1].txt]";
            if let Some(part) = text.get(..at) {
                for piece in pieces(part, &known(), true) {
                    if let Piece::Text(text) = piece {
                        prop_assert!(!text.contains('['), "{text}");
                    }
                }
            }
        }

        #[test]
        fn no_text_is_lost(text in "[a-c \\[\\]`(),.#=%é]{0,60}") {
            let all: String = pieces(&text, &[], false)
                .into_iter()
                .map(|piece| match piece {
                    Piece::Text(text) | Piece::Citation(text) => text,
                })
                .collect();
            prop_assert_eq!(all, text);
        }

        #[test]
        fn any_text_can_be_cut(text in "\\PC{0,80}", streaming: bool) {
            let _ = pieces(&text, &known(), streaming);
        }
    }
}
