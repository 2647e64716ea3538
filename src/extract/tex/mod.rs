//! LaTeX: the headings, texts, lists, tables and code of a source, without its commands.

mod commands;
mod signs;

use icu_normalizer::ComposingNormalizerBorrowed;

use super::chunks::decode;
use super::{ExtractError, ParsedDocument};
use footnote_documents::Block;

/// Maximum nesting of arguments that are read as text of their own.
const MAX_DEPTH: usize = 16;

/// Reads LaTeX.
///
/// # Errors
///
/// Fails if it is not text, or has none.
pub(super) fn read(bytes: &[u8]) -> Result<ParsedDocument<'_>, ExtractError> {
    let text = decode(bytes)?;
    let mut reader = TexReader::new(&text, 0);
    reader.run();
    let title = std::mem::take(&mut reader.title);
    ParsedDocument::of_text(title, reader.blocks.into_iter())
}

/// A source while it is read.
struct TexReader<'a> {
    rest: &'a str,
    /// Nesting of arguments.
    depth: usize,
    blocks: Vec<Block>,
    /// The text of the current block.
    text: String,
    title: String,
    /// The authors and the date.
    makers: Vec<String>,
    /// The next number of each open list; `None` for unnumbered lists.
    lists: Vec<Option<u64>>,
    /// The rows of each open table.
    tables: Vec<Vec<Vec<String>>>,
}

impl<'a> TexReader<'a> {
    fn new(rest: &'a str, depth: usize) -> Self {
        Self {
            rest,
            depth,
            blocks: Vec::new(),
            text: String::new(),
            title: String::new(),
            makers: Vec::new(),
            lists: Vec::new(),
            tables: Vec::new(),
        }
    }

    fn run(&mut self) {
        while let Some(next) = self.rest.chars().next() {
            self.rest = self.rest.get(next.len_utf8()..).unwrap_or_default();
            match next {
                '\\' => self.command(),
                '%' => self.rest = after_line(self.rest),
                '{' | '}' => {}
                '~' => self.text.push(' '),
                '&' if !self.tables.is_empty() => self.end_cell(),
                '$' => self.formula("$"),
                '\n' if self.tables.is_empty() && is_blank(self.rest) => self.flush(),
                _ => self.text.push(next),
            }
        }
        while !self.tables.is_empty() {
            self.end_table();
        }
        self.flush();
    }

    /// Returns the content of the next group in braces, or the next character.
    fn argument(&mut self) -> &'a str {
        self.rest = self.rest.trim_start();
        let inner = self.rest.strip_prefix('{');
        let length = match inner {
            Some(inner) => group_end(inner, ['{', '}']),
            None => self.rest.chars().next().map_or(0, char::len_utf8),
        };
        let (argument, rest) =
            inner.unwrap_or(self.rest).split_at_checked(length).unwrap_or_default();
        self.rest = rest.strip_prefix('}').filter(|_| inner.is_some()).unwrap_or(rest);
        argument
    }

    /// Returns the optional argument in brackets, if it comes next.
    fn option(&mut self) -> Option<&'a str> {
        let inner = self.rest.strip_prefix('[')?;
        let (option, rest) = inner.split_at_checked(group_end(inner, ['[', ']']))?;
        self.rest = rest.strip_prefix(']').unwrap_or(rest);
        Some(option)
    }

    /// Returns the next argument as text.
    fn spoken(&mut self) -> String {
        let argument = self.argument();
        self.text_of(argument)
    }

    fn text_of(&self, source: &str) -> String {
        if self.depth >= MAX_DEPTH {
            return String::new();
        }
        let mut reader = TexReader::new(source, self.depth + 1);
        reader.run();
        footnote_documents::grid::flat(reader.blocks)
    }

    /// Returns everything up to this end, without reading it.
    fn raw(&mut self, end: &str) -> &'a str {
        let (raw, rest) = self.rest.split_once(end).unwrap_or((self.rest, ""));
        self.rest = rest;
        raw
    }

    /// Adds a formula as it is written.
    fn formula(&mut self, end: &str) {
        let is_shown = end == "$" && self.rest.starts_with('$');
        let raw = if is_shown {
            self.rest = self.rest.get(1..).unwrap_or_default();
            self.raw("$$")
        } else {
            self.raw(end)
        };
        self.text.push_str(raw.trim());
    }

    fn end_cell(&mut self) {
        let cell = written(&std::mem::take(&mut self.text));
        if let Some(row) = self.tables.last_mut().and_then(|rows| rows.last_mut()) {
            row.push(cell);
        }
    }

    fn end_row(&mut self) {
        self.end_cell();
        if let Some(rows) = self.tables.last_mut() {
            rows.push(Vec::new());
        }
    }

    /// Ends the current block: an item within a list, and otherwise a paragraph.
    fn flush(&mut self) {
        let text = written(&std::mem::take(&mut self.text));
        if !text.is_empty() {
            let is_item = !self.lists.is_empty();
            self.blocks.push(if is_item { Block::Item(text) } else { Block::Paragraph(text) });
        }
    }
}

/// Returns the length of a group up to its closing sign.
fn group_end(inner: &str, [open, close]: [char; 2]) -> usize {
    let (mut depth, mut is_escaped) = (0_usize, false);
    let mut ends = inner.char_indices().filter(|(_, sign)| {
        let was_escaped = is_escaped;
        is_escaped = *sign == '\\' && !was_escaped;
        if was_escaped {
            return false;
        }
        let ends = *sign == close && depth == 0;
        depth = (depth + usize::from(*sign == open)).saturating_sub(usize::from(*sign == close));
        ends
    });
    ends.next().map_or(inner.len(), |(at, _)| at)
}

/// Returns the text after the current line and the blanks of the next one; an empty line after it still ends a
/// paragraph.
fn after_line(text: &str) -> &str {
    let (_, rest) = text.split_once('\n').unwrap_or_default();
    rest.trim_start_matches([' ', '\t'])
}

/// Returns true if a line is empty.
fn is_blank(text: &str) -> bool {
    text.lines().next().is_some_and(|line| line.trim().is_empty())
}

/// Returns a text as it is printed: with its quotation marks, dashes and accents, in one line.
fn written(text: &str) -> String {
    let mut text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (typed, printed) in [("``", "“"), ("''", "”"), ("---", "—"), ("--", "–")] {
        text = text.replace(typed, printed);
    }
    ComposingNormalizerBorrowed::new_nfc().normalize(&text).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(text: &str) -> Vec<Block> {
        read(text.as_bytes()).unwrap().whole().pages.remove(0).blocks
    }

    fn paragraph(text: &str) -> Block {
        Block::Paragraph(text.to_owned())
    }

    #[test]
    fn a_source_is_read_as_it_is_printed() {
        let text = "\\documentclass{article}\n\\usepackage[utf8]{inputenc}\n\\title{The \\'Etude}\n\\author{Liv N\\'emeth \\~n}\n\
            \\begin{document}\n\\maketitle\n\\section*{Wheels \\& oars}\\label{sec:a}\n% twelve in the draft\n\
            It has \\textbf{sixteen} paddles---of elm~wood\\footnote{From H\\\"oll.}; it turns in \\SI{8}{\\second}.\n\n\
            See \\href{https://a.test}{the ``map''}, 5\\,\\% of $x^2$.\n\
            \\begin{enumerate}\n\\item One\n\\item Two\n\\end{enumerate}\n\
            \\begin{tabular}{l|r}\nPart & Weight \\\\ \\hline\nAxle & 310 kg \\\\\n\\end{tabular}\n\
            \\begin{verbatim}\n  a % b\n\\end{verbatim}\n\\end{document}\nafterwards";
        let row = |a: &str, b: &str| vec![a.to_owned(), b.to_owned()];
        let expected = [
            Block::heading(1, "The Étude"),
            Block::Lines("Liv Németh ñ".to_owned()),
            Block::heading(2, "Wheels & oars"),
            paragraph("It has sixteen paddles—of elm wood (From Höll.); it turns in 8 second."),
            paragraph("See the “map”, 5 % of x^2."),
            Block::Item("1. One".to_owned()),
            Block::Item("2. Two".to_owned()),
            Block::Table(vec![row("Part", "Weight"), row("Axle", "310 kg")]),
            Block::Code("  a % b".to_owned()),
        ];
        assert_eq!(blocks(text), expected);
        assert_eq!(read(text.as_bytes()).unwrap().title, "The Étude");
    }

    #[test]
    fn what_is_never_closed_or_nested_without_end_is_read_as_far_as_it_goes() {
        assert_eq!(blocks("Tea {at \\emph{four"), [paragraph("Tea at four")]);
        let table = Block::Table(vec![vec!["Axle".to_owned(), "310 kg".to_owned()]]);
        assert_eq!(blocks("\\begin{tabular}{lr}Axle & 310 kg"), [table]);
        assert_eq!(blocks("\\begin{figure}[h]{The wheel.}"), [paragraph("The wheel.")]);
        let deep = format!("Tea.{}", "\\footnote{a".repeat(20_000));
        assert!(
            matches!(&blocks(&deep)[..], [Block::Paragraph(text)] if text.starts_with("Tea. (a (a"))
        );
        assert_eq!(read(b"\\begin{document}\\end{document}").err(), Some(ExtractError::Empty));
    }
}
