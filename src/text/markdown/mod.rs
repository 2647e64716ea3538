//! Markdown as a tree of blocks, which the page turns into views. Raw HTML stays text.

mod formulas;
mod highlight;
mod marks;
mod streaming;
mod table;
mod tree;

use std::borrow::Cow;

pub use highlight::{highlight, letters};
use pulldown_cmark::{Options, Parser};

use super::citation::{Piece, pieces};

/// Private-use character before the number of a citation while Markdown is parsed.
const OPEN: char = '\u{e000}';

/// Private-use character after it.
const CLOSE: char = '\u{e001}';

/// A block of Markdown.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Block {
    /// A paragraph.
    Paragraph(Vec<Inline>),
    /// A heading.
    Heading {
        /// 1 to 6.
        level: u8,
        /// Its text.
        content: Vec<Inline>,
    },
    /// A list.
    List {
        /// The first number; `None` if the list is not numbered.
        start: Option<u64>,
        /// Its items.
        items: Vec<Vec<Block>>,
    },
    /// A quotation.
    Quote(Vec<Block>),
    /// Code.
    Code {
        /// The name of its language; empty if none is given.
        language: String,
        /// Its lines.
        content: Vec<Inline>,
    },
    /// A table.
    Table {
        /// The cells of the header row.
        head: Vec<Vec<Inline>>,
        /// The cells of the other rows.
        rows: Vec<Vec<Vec<Inline>>>,
    },
    /// A horizontal rule.
    Rule,
}

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Inline {
    /// Text.
    Text(String),
    /// Emphasised.
    Emphasis(Vec<Inline>),
    /// Strongly emphasised.
    Strong(Vec<Inline>),
    /// Struck through.
    Strike(Vec<Inline>),
    /// Marked as the cited words.
    Marked(Vec<Inline>),
    /// Code.
    Code(String),
    /// A formula.
    Math {
        /// Its text in TeX.
        tex: String,
        /// True if it stands in a line of its own.
        display: bool,
    },
    /// A link to `http`, `https`, `mailto` or a fragment; other links are only their text.
    Link {
        /// Its address.
        address: String,
        /// Its text.
        content: Vec<Inline>,
    },
    /// A line break.
    Break,
    /// A citation of a known source.
    Citation {
        /// The source.
        source: String,
        /// The number of its mark; `None` if a later mark represents it too, or if nothing numbers it.
        number: Option<u32>,
    },
    /// The name of a source that does not exist.
    Invented(String),
}

/// Parses Markdown whose `[source]` brackets cite the sources in `known`.
///
/// While `streaming`, unfinished markup at the end of the text is closed or held back, so that nothing is shown that
/// disappears later.
pub fn parse(markdown: &str, known: &[String], streaming: bool) -> Vec<Block> {
    blocks(markdown, known, streaming, &[], true)
}

/// Parses an answer like [`parse`], but gives the citations these numbers, including those that name no known source.
/// The mark of a table is put in its last cell, and that of a sentence behind its stop. A link becomes its text, followed by its address as code: a model may
/// write into the address what others must not learn.
pub fn parse_numbered(
    markdown: &str,
    known: &[String],
    streaming: bool,
    numbers: &[Option<u32>],
) -> Vec<Block> {
    let mut blocks = blocks(&formulas::in_dollars(markdown), known, streaming, numbers, false);
    marks::behind_stops(&mut blocks);
    blocks
}

fn blocks(
    markdown: &str,
    known: &[String],
    streaming: bool,
    numbers: &[Option<u32>],
    links: bool,
) -> Vec<Block> {
    let mut citations = Vec::new();
    let mut text = String::with_capacity(markdown.len());
    for piece in pieces(&without_placeholders(markdown), known, streaming) {
        match piece {
            Piece::Text(piece) => text.push_str(&piece),
            Piece::Citation(source) => {
                let number = numbers.get(citations.len()).copied().flatten();
                cite(Inline::Citation { source, number }, &mut text, &mut citations);
            }
            Piece::Invented(name) => cite(Inline::Invented(name), &mut text, &mut citations),
        }
    }
    if streaming {
        streaming::finish(&mut text);
    }
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_MATH;
    let events = Parser::new_ext(&text, options).into_offset_iter();
    let mut blocks = tree::build(&text, events, &citations, links);
    table::take_marks(&mut blocks);
    blocks
}

/// Inserts the number of a citation into the text.
fn cite(citation: Inline, text: &mut String, citations: &mut Vec<Inline>) {
    let number = citations.len().to_string();
    text.extend([OPEN.to_string(), number, CLOSE.to_string()]);
    citations.push(citation);
}

/// Returns the text without the characters that represent citations.
fn without_placeholders(text: &str) -> Cow<'_, str> {
    if text.contains([OPEN, CLOSE]) {
        Cow::Owned(text.replace([OPEN, CLOSE], "\u{fffd}"))
    } else {
        Cow::Borrowed(text)
    }
}

impl Block {
    /// Returns the text of the block without markup and citations.
    pub fn plain(&self) -> String {
        match self {
            Self::Paragraph(content)
            | Self::Heading { content, .. }
            | Self::Code { content, .. } => plain(content),
            Self::List { items, .. } => join(items.iter().flatten().map(Self::plain)),
            Self::Quote(blocks) => join(blocks.iter().map(Self::plain)),
            Self::Table { head, rows } => {
                let cells = head.iter().chain(rows.iter().flatten());
                join(cells.map(|cell| plain(cell)))
            }
            Self::Rule => String::new(),
        }
    }
}

fn join(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join("\n")
}

impl Inline {
    /// Returns the text without markup and citations.
    pub fn plain(&self) -> String {
        match self {
            Self::Text(text) | Self::Code(text) | Self::Math { tex: text, .. } => text.clone(),
            Self::Emphasis(content)
            | Self::Strong(content)
            | Self::Strike(content)
            | Self::Marked(content)
            | Self::Link { content, .. } => plain(content),
            Self::Break => "\n".to_owned(),
            Self::Citation { .. } => String::new(),
            Self::Invented(name) => format!("[{name}]"),
        }
    }
}

fn plain(content: &[Inline]) -> String {
    content.iter().map(Inline::plain).collect()
}

#[cfg(test)]
mod tests;
