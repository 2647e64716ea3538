//! Splitting blocks into the smallest pieces that passages are filled with: sentences, items, rows, lines.

use footnote_text::sentence::sentences;

use crate::Block;
use crate::lines::item;
use crate::table::records::{MAX_PIECE as MAX_LEN, RECORD, RECORD_GOES_ON, longest_row};

/// Maximum length in characters of a table header that is worth repeating.
const MAX_HEADER_LEN: usize = 300;

/// A text that is never cut again, and the separator before it unless it is the first.
#[derive(Debug)]
pub(super) struct Piece {
    pub(super) separator: &'static str,
    pub(super) text: String,
    /// True if it has only further rows of a table that an earlier piece begins.
    pub(super) is_more_rows: bool,
}

/// Length in characters.
pub(super) fn length(text: &str) -> usize {
    text.chars().count()
}

/// Returns the pieces of a block, or of a heading. `goes_on` is true if the block continues the table before it.
pub(super) fn of_block(block: &Block, goes_on: bool) -> Vec<Piece> {
    let mut pieces = without_rows(block);
    if matches!(block, Block::Table(_) | Block::Record(_)) {
        for piece in pieces.iter_mut().skip(usize::from(!goes_on)) {
            piece.is_more_rows = true;
        }
    }
    pieces
}

/// Returns the pieces of a block, without telling which are further rows of a table.
fn without_rows(block: &Block) -> Vec<Piece> {
    match block {
        Block::Heading { text, .. } => of_heading(text),
        Block::Paragraph(text) => of_sentences("\n\n", " ", text),
        Block::Lines(text) => of_sentences("\n\n", "\n", text),
        Block::Item(text) => {
            let mut pieces = of_sentences("\n", " ", text);
            if let Some(first) = pieces.first_mut().filter(|first| !is_numbered(&first.text)) {
                first.text.insert_str(0, "- ");
            }
            pieces
        }
        Block::Table(rows) => separated("\n\n", "\n\n", tables(rows)),
        Block::Record(fields) => separated("\n", "\n", record(fields)),
        Block::Code(text) => separated("\n\n", "\n\n", code(text)),
    }
}

/// Returns the sentences of a text, each at most [`MAX_LEN`], with their separators: a `line` break, a blank, or
/// nothing, as in Chinese.
fn of_sentences(first: &'static str, line: &'static str, text: &str) -> Vec<Piece> {
    let mut rest = text;
    let mut pieces: Vec<Piece> = Vec::new();
    for sentence in sentences(text) {
        let from = rest.trim_start();
        let (gap, _) = rest.split_at(rest.len() - from.len());
        rest = from.strip_prefix(sentence).unwrap_or_default();
        // After a Chinese or Japanese sentence, a line break is not a blank either.
        let is_joined = line == " "
            && pieces.last().is_some_and(|last| last.text.ends_with(['。', '！', '？']));
        let separator = match gap {
            gap if gap.contains('\n') => {
                if is_joined {
                    ""
                } else {
                    line
                }
            }
            "" => "",
            _ => " ",
        };
        pieces.extend(separated(separator, " ", cut(sentence)));
    }
    if let Some(piece) = pieces.first_mut() {
        piece.separator = first;
    }
    pieces
}

/// Returns true if a text begins with an item number of Markdown: "1. ".
fn is_numbered(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit()) && item(text).is_some()
}

/// Returns a heading as a line of text.
pub(super) fn of_heading(text: &str) -> Vec<Piece> {
    let mut pieces = separated("\n\n", " ", cut(text.trim()));
    if let Some(first) = pieces.first_mut() {
        first.text = format!("### {}", first.text);
    }
    // A separator keeps the following text from becoming part of the heading.
    pieces
}

fn separated(first: &'static str, others: &'static str, texts: Vec<String>) -> Vec<Piece> {
    let separators = std::iter::once(first).chain(std::iter::repeat(others));
    let texts = texts.into_iter().filter(|text| !text.is_empty());
    let piece = |(separator, text)| Piece { separator, text, is_more_rows: false };
    separators.zip(texts).map(piece).collect()
}

/// `text` in parts of at most [`MAX_LEN`] characters, cut after a space if there is one.
fn cut(text: &str) -> Vec<String> {
    cut_to(text, MAX_LEN)
}

/// `text` in parts of at most `longest` characters, cut after a space if there is one.
pub(super) fn cut_to(text: &str, longest: usize) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((hard, _)) = rest.char_indices().nth(longest) {
        let window = rest.get(..hard).unwrap_or_default();
        let at = window.rfind(char::is_whitespace).filter(|at| *at > hard / 2);
        let (part, tail) = rest.split_at(at.unwrap_or(hard));
        parts.push(part.trim().to_owned());
        rest = tail.trim_start();
    }
    parts.push(rest.to_owned());
    parts
}

/// Returns the table as Markdown tables of at most [`MAX_LEN`] characters, each with the header.
fn tables(rows: &[Vec<String>]) -> Vec<String> {
    let Some((header, body)) = rows.split_first() else {
        return Vec::new();
    };
    let width = rows.iter().map(Vec::len).max().unwrap_or_default();
    let Some(head) = head(header, width) else {
        let rows = rows.iter();
        return rows.flat_map(|cells| cut(&row(cells, width))).collect();
    };
    let mut tables = Vec::new();
    let mut table = head.clone();
    let mut filled = body.is_empty();
    for cells in body {
        for line in cut_row(cells, width, longest_row(length(&head))) {
            if filled && length(&table) + length(&line) + 1 > MAX_LEN {
                tables.push(std::mem::replace(&mut table, head.clone()));
            }
            table.push('\n');
            table.push_str(&line);
            filled = true;
        }
    }
    tables.push(table);
    tables
}

/// Returns the header of a table with this many columns, which each of its passages repeats; `None` if it is too long
/// for that.
pub fn head(names: &[String], width: usize) -> Option<String> {
    let rule = format!("|{}", " --- |".repeat(width));
    let head = format!("{}\n{rule}", row(names, width));
    (length(&head) <= MAX_HEADER_LEN).then_some(head)
}

/// One row as a line, padded to `width` cells.
fn row(cells: &[String], width: usize) -> String {
    let cell = |at: usize| {
        let text = cells.get(at).map_or("", String::as_str);
        let words: Vec<&str> = text.split_whitespace().collect();
        format!(" {} |", words.join(" ").replace('|', "\\|"))
    };
    let cells: String = (0..width).map(cell).collect();
    format!("|{cells}")
}

/// Returns a row as one line, or as several if it is longer than `longest` characters.
fn cut_row(cells: &[String], width: usize, longest: usize) -> Vec<String> {
    let line = row(cells, width);
    if length(&line) <= longest {
        return vec![line];
    }
    // Too long for any table: cells may break here, but words do not, because a broken word could not be found.
    cut_to(&line, longest)
}

/// Returns a row as a line of its fields; if it is longer than [`MAX_LEN`], it continues in lines of its own, cut
/// between fields.
fn record(fields: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::from(RECORD);
    let room = MAX_LEN - length(RECORD_GOES_ON);
    for (at, field) in fields.iter().enumerate() {
        let end = if at + 1 < fields.len() { "; " } else { "" };
        for (part, text) in cut_to(&format!("{field}{end}"), room).iter().enumerate() {
            let is_full = at > 0 && length(&line) + length(text) > MAX_LEN;
            if part > 0 || is_full {
                lines.push(std::mem::replace(&mut line, RECORD_GOES_ON.to_owned()));
            }
            line.push_str(text);
        }
    }
    lines.push(line);
    lines.into_iter().map(|line| line.trim_end().to_owned()).collect()
}

/// Preformatted text as fenced blocks, cut between lines.
fn code(text: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut block = String::new();
    for line in text.trim_matches('\n').lines().flat_map(cut) {
        if !block.is_empty() && length(&block) + length(&line) + 10 > MAX_LEN {
            blocks.push(fenced(&std::mem::take(&mut block)));
        }
        block.push_str(&line);
        block.push('\n');
    }
    if !block.trim().is_empty() {
        blocks.push(fenced(&block));
    }
    blocks
}

fn fenced(code: &str) -> String {
    format!("```\n{code}```")
}
