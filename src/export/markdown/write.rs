//! Writes blocks of text as Markdown.

use footnote_text::markdown::{Block, Inline};

use super::escape::escaped;

/// Heading level of questions; headings in answers are below it.
const QUESTION: u8 = 2;

/// Writes blocks separated by empty lines.
pub(super) fn blocks(blocks: &[Block]) -> String {
    let mut parts = Vec::new();
    let mut lists = 0_usize;
    for block in blocks {
        // Adjacent lists alternate their bullets, otherwise they would be merged.
        lists = if matches!(block, Block::List { .. }) { lists + 1 } else { 0 };
        parts.push(one(block, lists.is_multiple_of(2)));
    }
    parts.join("\n\n")
}

fn one(block: &Block, is_second: bool) -> String {
    match block {
        Block::Paragraph(content) => inlines(content, "\\\n"),
        Block::Heading { level, content } => {
            let level = usize::from(level.saturating_add(QUESTION).min(6));
            format!("{} {}", "#".repeat(level), inlines(content, " "))
        }
        Block::List { start, items } => list(*start, items, is_second),
        Block::Quote(content) => prefixed(&blocks(content), "> ", "> "),
        Block::Code { language, content } => code(language, &plain(content)),
        Block::Table { head, rows } => table(head, rows),
        Block::Rule => "---".to_owned(),
    }
}

fn list(start: Option<u64>, items: &[Vec<Block>], is_second: bool) -> String {
    let is_tight = items
        .iter()
        .all(|item| item.iter().skip(1).all(|block| matches!(block, Block::List { .. })));
    let mut lines = Vec::new();
    for (item, nth) in items.iter().zip(0_u64..) {
        let sign = match (start, is_second) {
            (Some(start), false) => format!("{}. ", start.saturating_add(nth)),
            (Some(start), true) => format!("{}) ", start.saturating_add(nth)),
            (None, false) => "- ".to_owned(),
            (None, true) => "* ".to_owned(),
        };
        let text = if is_tight {
            item.iter().map(|block| one(block, false)).collect::<Vec<_>>().join("\n")
        } else {
            blocks(item)
        };
        lines.push(prefixed(&text, &sign, &" ".repeat(sign.len())));
    }
    lines.join(if is_tight { "\n" } else { "\n\n" })
}

/// Prefixes each line; the first line has a prefix of its own.
fn prefixed(text: &str, first: &str, rest: &str) -> String {
    let mut lines = Vec::new();
    for (at, line) in text.split('\n').enumerate() {
        let sign = if at == 0 { first } else { rest };
        lines.push(format!("{sign}{line}").trim_end().to_owned());
    }
    lines.join("\n")
}

fn code(language: &str, text: &str) -> String {
    let fence = "`".repeat(longest_run(text).max(2) + 1);
    format!("{fence}{language}\n{text}\n{fence}")
}

/// Returns the length of the longest run of backticks.
fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or_default()
}

fn table(head: &[Vec<Inline>], rows: &[Vec<Vec<Inline>>]) -> String {
    let row = |cells: &[Vec<Inline>]| {
        let cells = cells.iter().map(|cell| format!(" {} |", without_strokes(&inlines(cell, " "))));
        format!("|{}", cells.collect::<String>())
    };
    let rule = format!("|{}", " --- |".repeat(head.len()));
    let rows = rows.iter().map(|cells| row(cells));
    [row(head), rule].into_iter().chain(rows).collect::<Vec<_>>().join("\n")
}

/// Escapes vertical bars in a table cell, even within code.
fn without_strokes(cell: &str) -> String {
    cell.replace("\\|", "|").replace('|', "\\|")
}

/// Writes inline content; `end` is used for line breaks by the author.
fn inlines(content: &[Inline], end: &str) -> String {
    content.iter().map(|inline| part(inline, end)).collect()
}

fn part(inline: &Inline, end: &str) -> String {
    match inline {
        Inline::Text(text) => escaped(text),
        // What its source does not say is marked; it may stand within strong text.
        Inline::Emphasis(content) | Inline::Marked(content) => within("*", content, end),
        Inline::Strong(content) => within("**", content, end),
        Inline::Strike(content) => within("~~", content, end),
        Inline::Code(text) => code_span(text),
        Inline::Math { tex, display: false } => format!("${tex}$"),
        Inline::Math { tex, display: true } => format!("$${tex}$$"),
        Inline::Link { content, .. } => inlines(content, end),
        Inline::Break => end.to_owned(),
        Inline::Citation { number: Some(number), .. } => format!("[^{number}]"),
        Inline::Citation { number: None, .. } => String::new(),
        Inline::Invented(name) => escaped(&format!("[{name}]")),
    }
}

/// Encloses inline content in a sign, unless it is empty.
fn within(sign: &str, content: &[Inline], end: &str) -> String {
    match inlines(content, end) {
        text if text.is_empty() => text,
        text => format!("{sign}{text}{sign}"),
    }
}

fn code_span(text: &str) -> String {
    let fence = "`".repeat(longest_run(text) + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

fn plain(content: &[Inline]) -> String {
    content.iter().map(Inline::plain).collect()
}
