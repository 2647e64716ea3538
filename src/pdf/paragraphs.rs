//! Arranging lines in blocks: headings by their typesetting, items by their bullets, rows by their cells.

use super::headings::{Headings, LineContext, is_bullet};
use super::lines::TextLine;
use super::overrun;
use super::table::Table;
use super::words::Vocabulary;
use footnote_documents::Block;

/// Minimum ratio of a gap to the usual gap between lines for it to separate paragraphs.
const WIDE: f64 = 1.25;

/// Returns the blocks of each page.
pub(super) fn of_pages(pages: &[Vec<TextLine>]) -> Vec<Vec<Block>> {
    let style = DocumentStyle::of(pages);
    let mut blocks: Vec<_> = pages.iter().map(|page| Blocks::of(page, &style)).collect();
    overrun::finish_sentences(&mut blocks, &style.words);
    blocks
}

/// The typical layout of the document.
struct DocumentStyle {
    headings: Headings,
    /// The usual distance between lines, in font sizes.
    pitch: f64,
    /// Its words.
    words: Vocabulary,
}

impl DocumentStyle {
    fn of(pages: &[Vec<TextLine>]) -> Self {
        Self {
            headings: Headings::of(pages.iter().flatten()),
            pitch: pitch(pages),
            words: Vocabulary::of(pages.iter().flatten().map(TextLine::text)),
        }
    }

    /// Returns the level of a line that is a heading, given the lines before and after it.
    fn level(
        &self,
        line: &TextLine,
        before: Option<&TextLine>,
        after: Option<&TextLine>,
    ) -> Option<u8> {
        let is_near = |one: &TextLine, next: &TextLine| {
            let distance = (next.down - one.down) / one.size.max(next.size);
            distance > 0.0 && distance < self.pitch * WIDE
        };
        let is_apart = before.is_none_or(|before| !is_near(before, line));
        let is_below = after.is_some_and(|after| is_near(line, after));
        let goes_on =
            |after: &TextLine| !after.bold && after.text().starts_with(char::is_lowercase);
        let is_text = |after: &TextLine| {
            alike(line, after)
                && after.cells.len() == 1
                && after.right > line.left + 2.0 * (line.right - line.left)
        };
        self.headings.level(
            line,
            LineContext {
                is_apart,
                is_alone: is_apart && !is_below && after.is_some_and(is_text),
                goes_on: is_below && after.is_some_and(goes_on),
            },
        )
    }
}

/// Returns the median distance between lines of the same size, in font sizes.
fn pitch(pages: &[Vec<TextLine>]) -> f64 {
    let distances = pages.iter().flat_map(|page| page.windows(2)).filter_map(|pair| {
        let [one, next] = pair else { return None };
        let distance = (next.down - one.down) / one.size;
        (alike(one, next) && distance > 0.8 && distance < 2.5).then_some(distance)
    });
    let mut distances: Vec<f64> = distances.collect();
    distances.sort_by(f64::total_cmp);
    distances.get(distances.len() / 2).copied().unwrap_or(1.2)
}

/// Returns true if two lines have the same direction and nearly the same size.
fn alike(one: &TextLine, other: &TextLine) -> bool {
    one.turn == other.turn && (one.size - other.size).abs() < 0.1 * one.size.max(other.size)
}

/// The role of a line.
#[derive(Clone, Copy, PartialEq)]
enum LineRole {
    Heading(u8),
    Item,
    Row,
    Text,
}

/// The blocks of a page, and the current one.
struct Blocks<'a> {
    style: &'a DocumentStyle,
    done: Vec<Block>,
    role: LineRole,
    lines: Vec<&'a TextLine>,
    /// The current table, if the current block is one.
    table: Option<Table<'a>>,
}

impl<'a> Blocks<'a> {
    fn of(page: &'a [TextLine], style: &'a DocumentStyle) -> Vec<Block> {
        let mut blocks =
            Self { style, done: Vec::new(), role: LineRole::Text, lines: Vec::new(), table: None };
        for (at, line) in page.iter().enumerate() {
            let before = at.checked_sub(1).and_then(|at| page.get(at));
            let level = style.level(line, before, page.get(at + 1));
            let role = role(line, level);
            if blocks.is_in_table(role, line, page.get(at + 1)) {
                continue;
            }
            if !blocks.continues(role, line) {
                blocks.flush();
                blocks.role = role;
            }
            blocks.table = (role == LineRole::Row).then(|| Table::of(line));
            blocks.lines.push(line);
        }
        blocks.flush();
        blocks.done
    }

    /// Adds the line to the current table, if it belongs there.
    fn is_in_table(&mut self, role: LineRole, line: &'a TextLine, next: Option<&TextLine>) -> bool {
        let lines = self.style.pitch * WIDE;
        self.table.as_mut().is_some_and(|table| match role {
            LineRole::Row => table.take(line, lines),
            LineRole::Text => table.take_cell(line, next, lines),
            _ => false,
        })
    }

    /// Returns true if the line belongs to the current block.
    fn continues(&self, role: LineRole, line: &TextLine) -> bool {
        let Some(last) = self.lines.last() else {
            return false;
        };
        let distance = (line.down - last.down) / last.size.max(line.size);
        let near = distance > 0.0 && distance < self.style.pitch * WIDE;
        match (self.role, role) {
            (LineRole::Heading(level), LineRole::Heading(next)) => level == next && near,
            (LineRole::Item | LineRole::Text, LineRole::Text) => {
                alike(last, line) && (flows_on(last, line, distance) || near) && !self.ends(line)
            }
            _ => false,
        }
    }

    /// Returns true if the current block ended with its last line although the next line is near: its last line is
    /// short and ends a sentence, or the text of an item is followed by text further left.
    fn ends(&self, line: &TextLine) -> bool {
        let (Some(first), Some(last)) = (self.lines.first(), self.lines.last()) else {
            return false;
        };
        let right = self.lines.iter().map(|line| line.right).fold(line.right, f64::max);
        let short = last.right < last.left + (right - last.left) * 0.75;
        let ended = last.text().ends_with(['.', '!', '?', ':', ';']);
        let outdented = self.role == LineRole::Item && line.left < first.left - 0.3 * line.size;
        (short && ended) || outdented || is_numbered(&line.text())
    }

    fn flush(&mut self) {
        let lines = std::mem::take(&mut self.lines);
        let table = self.table.take().and_then(|table| table.rows(&self.style.words));
        if lines.is_empty() {
            return;
        }
        let block = match self.role {
            LineRole::Row if let Some(rows) = table => {
                self.done.extend(table_or_list(rows, &self.style.words));
                return;
            }
            LineRole::Heading(level) => {
                Block::Heading { level, text: joined(&lines, &self.style.words) }
            }
            LineRole::Item => Block::Item(
                joined(&lines, &self.style.words).trim_start_matches(is_bullet).trim().to_owned(),
            ),
            LineRole::Row | LineRole::Text => Block::Paragraph(joined(&lines, &self.style.words)),
        };
        self.done.push(block);
    }
}

/// Returns the rows as a table, or as paragraphs if they begin with the marks of a list.
fn table_or_list(rows: Vec<Vec<String>>, words: &Vocabulary) -> Vec<Block> {
    let first = |row: &Vec<String>| row.first().cloned().unwrap_or_default();
    let is_marked = |row: &Vec<String>| first(row).is_empty() || is_mark(&first(row));
    let is_list = rows.iter().all(|row| row.len() == 2 && is_marked(row))
        && rows.iter().any(|row| is_mark(&first(row)));
    if !is_list || rows.first().is_none_or(|row| first(row).is_empty()) {
        return vec![Block::Table(rows)];
    }
    let mut texts: Vec<String> = Vec::new();
    for row in rows {
        let text = row.join(" ");
        match texts.last_mut().filter(|_| first(&row).is_empty()) {
            Some(above) => words.append(above, text.trim()),
            None => texts.push(text),
        }
    }
    texts.into_iter().map(Block::Paragraph).collect()
}

/// Returns true if a cell is the mark of a list item: "3.", "2.10", "(a)", "iv)".
fn is_mark(cell: &str) -> bool {
    let inner = cell.trim_matches(|sign: char| "().".contains(sign));
    let is_number = |part: &str| part.len() <= 2 && part.bytes().all(|sign| sign.is_ascii_digit());
    let is_letter = inner.chars().count() == 1 && inner.chars().all(char::is_alphabetic);
    let is_roman = inner.chars().all(|sign| "ivxIVX".contains(sign));
    let is_marked = inner.len() < cell.len() || inner.contains('.');
    !inner.is_empty() && is_marked && (is_letter || is_roman || inner.split('.').all(is_number))
}

/// Returns true if the line continues at the top of the next column in the middle of a sentence.
fn flows_on(last: &TextLine, line: &TextLine, distance: f64) -> bool {
    distance < 0.0
        && line.left > last.left
        && !last.text().ends_with(['.', '!', '?', ':'])
        && line.text().starts_with(char::is_lowercase)
}

fn role(line: &TextLine, level: Option<u8>) -> LineRole {
    let first = line.cells.first().map_or("", String::as_str);
    let mark = first.trim_start_matches(is_bullet);
    let label = mark.is_empty() || (is_numbered(first) && first.len() <= 4);
    if let Some(level) = level {
        LineRole::Heading(level)
    } else if mark.len() < first.len() && (mark.is_empty() || mark.starts_with(' ')) {
        LineRole::Item
    } else if line.cells.len() > 1 && !label {
        LineRole::Row
    } else {
        LineRole::Text
    }
}

/// Returns true if a line begins a numbered item: "1. ", "12) ".
fn is_numbered(text: &str) -> bool {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let count = text.len() - digits.len();
    let rest = digits.strip_prefix(['.', ')']);
    (1..=2).contains(&count) && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// Returns the lines joined to one text.
fn joined(lines: &[&TextLine], words: &Vocabulary) -> String {
    let mut text = String::new();
    for line in lines {
        words.append(&mut text, &line.text());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Block, TextLine, of_pages};

    fn line(text: &str, down: f64, size: f64) -> TextLine {
        TextLine {
            cells: text.split('|').map(str::to_owned).collect(),
            pieces: Vec::new(),
            left: 0.0,
            right: 100.0,
            down,
            size,
            turn: 0,
            bold: false,
        }
    }

    fn paragraph(text: &str) -> Block {
        Block::Paragraph(text.into())
    }

    #[test]
    fn hyphenated_words_are_joined_and_wide_gaps_separate() {
        let page = vec![
            line("A hyphen-", 0.0, 10.0),
            line("ated word and Baden-", 12.0, 10.0),
            line("Baden.", 24.0, 10.0),
            line("Another.", 50.0, 10.0),
        ];
        let expected = [paragraph("A hyphenated word and Baden-Baden."), paragraph("Another.")];
        assert_eq!(of_pages(&[page]), [expected]);
    }

    #[test]
    fn marks_of_a_list_make_no_table() {
        let page = vec![
            line("(a)|It is paid.", 0.0, 10.0),
            line("(b)|It is sent.", 12.0, 10.0),
            line("2.10|It is kept.", 24.0, 10.0),
        ];
        let expected = ["(a) It is paid.", "(b) It is sent.", "2.10 It is kept."].map(paragraph);
        assert_eq!(of_pages(&[page]), [expected]);
        let rows = vec![line("7|Boats", 0.0, 10.0), line("9|Sails", 12.0, 10.0)];
        assert!(matches!(of_pages(&[rows])[0][..], [Block::Table(_)]));
    }

    #[test]
    fn size_makes_headings_bullets_items_and_cells_rows() {
        let page = vec![
            line("Title", 0.0, 20.0),
            line("Text that is the body of all this.", 30.0, 10.0),
            line("• one", 42.0, 10.0),
            line("goes on", 54.0, 10.0),
            line("• two", 66.0, 10.0),
            line("Plan|Price", 100.0, 10.0),
            line("Basic|5", 112.0, 10.0),
        ];
        let row = |a: &str, b: &str| vec![a.to_owned(), b.to_owned()];
        let expected = [
            Block::Heading { level: 1, text: "Title".into() },
            paragraph("Text that is the body of all this."),
            Block::Item("one goes on".into()),
            Block::Item("two".into()),
            Block::Table(vec![row("Plan", "Price"), row("Basic", "5")]),
        ];
        assert_eq!(of_pages(&[page]), [expected]);
    }
}
