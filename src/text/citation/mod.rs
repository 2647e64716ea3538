//! Citations in an answer: `[source]` markers, found even when the text arrives in pieces.

mod names;

use std::ops::Range;

use pulldown_cmark::{Event, Parser, Tag};

use self::names::Names;

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
    let names = Names::new(known);
    while let Some(open) = next_bracket(text, at, &code) {
        match bracket(text, open, &names, streaming) {
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

/// Where a whole answer cites which source: the bytes of the bracket, with the address after it.
/// A bracket that names several sources stands once for each of them.
pub fn places(text: &str, known: &[String]) -> Vec<(Range<usize>, String)> {
    let code = code(text);
    let names = Names::new(known);
    let mut places = Vec::new();
    let mut at = 0;
    while let Some(open) = next_bracket(text, at, &code) {
        at = open + 1;
        if let Bracket::Citations(sources, end) = bracket(text, open, &names, false) {
            places.extend(sources.into_iter().map(|source| (open..end, source)));
            at = end;
        }
    }
    places
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
fn bracket(text: &str, open: usize, names: &Names<'_>, streaming: bool) -> Bracket {
    let rest = text.get(open + 1..).unwrap_or_default();
    for (close, _) in rest
        .match_indices(']')
        .take(names.closes)
        .take_while(|(close, _)| *close <= names.limit)
    {
        let inside = rest.get(..close).unwrap_or_default();
        if let Some(sources) = names.resolve(inside) {
            let end = open + close + 2;
            return match address(text.get(end..).unwrap_or_default(), streaming) {
                Some(address) => Bracket::Citations(sources, end + address),
                None => Bracket::Unfinished,
            };
        }
    }
    if streaming && rest.len() <= names.limit && names.may_become(rest) {
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
    let mut depth = 1_usize;
    for (at, c) in inside.char_indices().take_while(|(at, _)| *at < LIMIT) {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            c if c.is_whitespace() => return Some(0),
            _ => {}
        }
        if depth == 0 {
            return Some(at + 2);
        }
    }
    (!streaming || inside.len() >= LIMIT).then_some(0)
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
    fn a_place_is_the_bracket_with_its_address() {
        let text = "Ü [b.pdf; a b.md](x) [no] [A%20B.md]";
        let places = places(text, &known());
        let shown: Vec<_> = places
            .iter()
            .map(|(range, source)| (&text[range.clone()], source.as_str()))
            .collect();
        assert_eq!(
            shown,
            [
                ("[b.pdf; a b.md](x)", "b.pdf#page=4"),
                ("[b.pdf; a b.md](x)", "a b.md"),
                ("[A%20B.md]", "a b.md"),
            ]
        );
    }

    #[test]
    fn an_address_may_hold_parentheses() {
        let known = ["a (1).md".to_owned()];
        let pieces = pieces("[a (1).md](/content/a%20(1).md) y", &known, false);
        assert_eq!(
            pieces,
            [Piece::Citation("a (1).md".into()), Piece::Text(" y".into())]
        );
    }

    #[test]
    fn a_name_in_any_spelling_is_held_back_wherever_it_is_cut() {
        let known = ["Büro.pdf#page=4".to_owned(), "a b.md".to_owned()];
        for text in [
            "[ b%C3%BCro.PDF ]",
            "[BÜRO.pdf#page=4  ]",
            "[A%20B.md , büro.pdf  ; a b.md ]",
        ] {
            assert!(!cited(text, &known).is_empty(), "{text}");
            for (at, _) in text.char_indices() {
                assert_eq!(pieces(&text[..at], &known, true), [], "{}", &text[..at]);
            }
        }
    }

    #[test]
    fn a_row_of_brackets_tries_few_names() {
        assert_eq!(Names::new(&["a.md".to_owned()]).closes, 1);
        let text = format!("{}{}[a b.md]", "[".repeat(20_000), "]".repeat(20_000));
        assert_eq!(found(&text), ["a b.md"]);
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
        fn places_are_the_citations_in_order(text in "[a-c \\[\\]`(),.;md#é]{0,60}") {
            let found: Vec<String> = places(&text, &known()).into_iter().map(|(_, source)| source).collect();
            let cited: Vec<String> = pieces(&text, &known(), false)
                .into_iter()
                .filter_map(|piece| match piece {
                    Piece::Citation(source) => Some(source),
                    Piece::Text(_) => None,
                })
                .collect();
            prop_assert_eq!(found, cited);
        }

        #[test]
        fn any_text_can_be_cut(text in "\\PC{0,80}", streaming: bool) {
            let _ = pieces(&text, &known(), streaming);
        }
    }
}
