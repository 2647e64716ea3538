//! Citations in an answer: `[source]` markers, found even if the text arrives in pieces.

mod filter;
mod names;

use std::ops::Range;

use pulldown_cmark::{Event, Parser, Tag};

pub use self::filter::CitationFilter;
use self::names::KnownSources;

/// Maximum length in bytes of a source name that is looked for if no source is known.
const MAX_NAME_LEN: usize = 1024;

/// A piece of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Text as written.
    Text(String),
    /// A citation of a known source, in its known spelling.
    Citation(String),
    /// A name in brackets that looks like a source but is not a known one.
    Invented(String),
}

/// Splits an answer into text and citations.
///
/// Only brackets that name a source in `known` are citations. Case, percent-encoding and spaces around the name are
/// ignored, `[a; b]` cites both, and a document without a page stands for its only known page. An address in
/// parentheses after a citation belongs to it. Other brackets that name a file or a page are invented, except images,
/// links to other sites, and all brackets if no source is known. Code is ignored.
///
/// While `streaming`, an end of the text that may still become a citation is held back.
pub fn pieces(text: &str, known: &[String], streaming: bool) -> Vec<Piece> {
    without_places(placed(text, known, streaming))
}

/// Returns the same with byte positions. The position of a citation is its bracket with the address after it. A bracket
/// with several sources is returned once for each.
pub fn placed(text: &str, known: &[String], streaming: bool) -> Vec<(Range<usize>, Piece)> {
    pieces_from(text, 0, &code(text), known, streaming)
}

fn without_places(placed: Vec<(Range<usize>, Piece)>) -> Vec<Piece> {
    placed.into_iter().map(|(_, piece)| piece).collect()
}

/// Returns the pieces of a text in which code may contain citations too.
pub fn pieces_everywhere(text: &str, known: &[String]) -> Vec<Piece> {
    without_places(pieces_from(text, 0, &[], known, false))
}

/// Splits `text[from..]` at citations, skipping the code spans `code` of the whole text.
fn pieces_from(
    text: &str,
    from: usize,
    code: &[Range<usize>],
    known: &[String],
    streaming: bool,
) -> Vec<(Range<usize>, Piece)> {
    let mut pieces = Vec::new();
    let mut shown = from;
    let mut at = from;
    let names = KnownSources::new(known);
    while let Some(open) = next_bracket(text, at, code) {
        match bracket(text, open, &names, streaming) {
            Bracket::Plain => at = open + 1,
            Bracket::Unfinished => {
                push_text(&mut pieces, text, shown..open);
                return pieces;
            }
            Bracket::Citations(cited, end) => {
                push_text(&mut pieces, text, shown..open);
                pieces.extend(cited.into_iter().map(|piece| (open..end, piece)));
                (shown, at) = (end, end);
            }
        }
    }
    push_text(&mut pieces, text, shown..text.len());
    pieces
}

/// Returns the sources that an answer cites, each once, in order of first use.
pub fn cited(text: &str, known: &[String]) -> Vec<String> {
    let mut sources = Vec::new();
    for (_, source) in places(text, known) {
        if !sources.contains(&source) {
            sources.push(source);
        }
    }
    sources
}

/// Returns the text of a complete answer without its citations and the blanks before them.
pub fn without(text: &str, known: &[String]) -> String {
    pieces(text, known, false).into_iter().fold(String::new(), |mut text, piece| {
        match piece {
            Piece::Text(piece) => text.push_str(&piece),
            Piece::Citation(_) | Piece::Invented(_) => text.truncate(text.trim_end().len()),
        }
        text
    })
}

/// Returns the sources that a text seems to cite, for texts whose sources are no longer known.
pub fn named(text: &str) -> Vec<String> {
    // If no source is known, no bracket is examined, and none that is much longer than all known sources.
    let unlikely = ["\0".repeat(MAX_NAME_LEN)];
    let pieces = pieces(text, &unlikely, false).into_iter();
    let named = pieces.filter_map(|piece| match piece {
        Piece::Invented(name) => Some(name),
        Piece::Citation(_) | Piece::Text(_) => None,
    });
    named.collect()
}

/// Returns the citations of a complete answer with their positions.
pub fn places(text: &str, known: &[String]) -> Vec<(Range<usize>, String)> {
    let placed = placed(text, known, false).into_iter();
    let citations = placed.filter_map(|(range, piece)| match piece {
        Piece::Citation(source) => Some((range, source)),
        Piece::Invented(_) | Piece::Text(_) => None,
    });
    citations.collect()
}

/// The meaning of an opening bracket.
enum Bracket {
    Plain,
    Unfinished,
    /// The name inside, known or invented, and the end of the citation.
    Citations(Vec<Piece>, usize),
}

fn push_text(pieces: &mut Vec<(Range<usize>, Piece)>, text: &str, range: Range<usize>) {
    if let Some(text) = text.get(range.clone()).filter(|text| !text.is_empty()) {
        pieces.push((range, Piece::Text(text.to_owned())));
    }
}

/// Returns the position of the next bracket that opens outside code.
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

/// Returns the positions of code, in order.
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
fn bracket(text: &str, open: usize, names: &KnownSources<'_>, streaming: bool) -> Bracket {
    if names.is_exhausted() {
        return Bracket::Plain;
    }
    let rest = text.get(open + 1..).unwrap_or_default();
    let before = text.get(..open).unwrap_or_default();
    let within = rest.floor_char_boundary(names.limit + 1);
    for (close, _) in rest
        .get(..within)
        .unwrap_or_default()
        .match_indices(']')
        .take(names.closes)
        .take_while(|(close, _)| *close <= names.limit && !names.is_exhausted())
    {
        let inside = rest.get(..close).unwrap_or_default();
        if let Some(cited) = names.resolve(inside) {
            let end = open + close + 2;
            let after = text.get(end..).unwrap_or_default();
            let is_made_up = cited.iter().any(|piece| matches!(piece, Piece::Invented(_)));
            return match address(after, streaming) {
                Some(length) if is_made_up && is_link(before, after, length) => Bracket::Plain,
                Some(length) => Bracket::Citations(cited, end + length),
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

/// Returns the length of an address in parentheses after a citation; `None` if it is incomplete.
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

/// Returns true if a bracket describes an image, or is followed by an address of another site of this length.
fn is_link(before: &str, after: &str, length: usize) -> bool {
    let address = after.get(..length).unwrap_or_default();
    before.ends_with('!') || address.contains("://") || address.contains("mailto:")
}

#[cfg(test)]
mod tests;
