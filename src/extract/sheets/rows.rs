//! Rows of sheets as blocks: the lines above a table, and tables whose first rows name the columns.

use crate::office::drawings::comment;
use footnote_documents::grid::{self, Row};
use footnote_documents::table::records;
use footnote_documents::{Block, split};

/// Number of rows in a block; the rows of a block are split into passages together.
const ROWS_PER_BLOCK: usize = 500;

/// The column name for comments on rows.
const REMARKS: &str = "Comment";

/// A row of a sheet, with the comments on its cells, each with author and text.
#[derive(Debug, Default)]
pub(super) struct SheetRow {
    pub(super) row: Row,
    pub(super) remarks: Vec<(String, String)>,
}

impl SheetRow {
    /// Returns a row with these cells.
    pub(super) fn of(cells: Vec<String>) -> Self {
        Self { row: Row::of(cells), remarks: Vec::new() }
    }

    /// Returns the comments as blocks.
    fn remarked(&self) -> impl Iterator<Item = Block> {
        self.remarks.iter().filter_map(|(author, text)| comment(author, text))
    }
}

/// Turns rows into blocks as they arrive. A blank row ends a table; the next table has a header of its own if it begins
/// with a row of text.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// The column names of the current table, once part of it was returned.
    header: Option<Vec<String>>,
    held: Vec<SheetRow>,
    /// True if the previous row was blank.
    after_blank: bool,
}

impl Rows {
    /// Adds a row; returns the completed blocks.
    pub(super) fn take(&mut self, row: SheetRow) -> Vec<Block> {
        if row.row.own_cells() == 0 {
            self.after_blank |= !row.row.has_words();
            return row.remarked().collect();
        }
        let after_blank = std::mem::take(&mut self.after_blank);
        let is_begun = self.header.is_some() || !self.held.is_empty();
        // A line of its own: a title, a note, or the subject of the rows below.
        if row.row.is_line() && (!is_begun || after_blank) {
            let mut blocks = self.end();
            blocks.push(Block::Paragraph(row.row.own_text()));
            blocks.extend(row.remarked());
            return blocks;
        }
        let begins = after_blank && is_begun && row.row.is_words();
        let mut blocks = if begins { self.end() } else { Vec::new() };
        self.held.push(row);
        if self.held.len() >= ROWS_PER_BLOCK {
            blocks.extend(self.take_blocks());
        }
        blocks
    }

    /// Ends the current table; returns the remaining blocks.
    pub(super) fn end(&mut self) -> Vec<Block> {
        let blocks = if self.held.is_empty() { Vec::new() } else { self.take_blocks() };
        self.header = None;
        blocks
    }

    /// Returns the rows so far as blocks.
    fn take_blocks(&mut self) -> Vec<Block> {
        let mut rows = std::mem::take(&mut self.held);
        let mut given = Vec::new();
        let header = if let Some(header) = &self.header {
            header.clone()
        } else {
            let all: Vec<Row> = rows.iter().map(|row| row.row.clone()).collect();
            // A single row does not name columns.
            let (titles, names) = if all.len() == 1 { (1, 0) } else { grid::head(&all) };
            given.extend(all.iter().take(titles).map(|row| Block::Paragraph(row.own_text())));
            let head = rows.drain(..(titles + names).min(rows.len()));
            given.extend(head.flat_map(|row| row.remarked().collect::<Vec<_>>()));
            grid::joined(all.get(titles..titles + names).unwrap_or_default())
        };
        if !header.is_empty() {
            given.extend(blocks(&header, rows));
        }
        self.header = Some(header);
        given
    }
}

fn blocks(header: &[String], rows: Vec<SheetRow>) -> Vec<Block> {
    let widest = rows.iter().map(|row| row.row.width()).max().unwrap_or_default().max(header.len());
    let mut header = header.to_vec();
    let is_remarked = rows.iter().any(|row| !row.remarks.is_empty());
    if is_remarked {
        header.resize(widest, String::new());
        header.push(REMARKS.to_owned());
    }
    let rows = rows.into_iter().map(|row| {
        let remarks: Vec<String> = row.remarks.iter().map(remark).collect();
        let mut cells = row.row.into_texts();
        if !remarks.is_empty() {
            cells.resize(widest, String::new());
            cells.push(remarks.join("; "));
        }
        cells
    });
    // Column names that are too long to be repeated in each passage are put beside the values instead.
    if split::head(&header, widest + usize::from(is_remarked)).is_some() {
        return vec![Block::Table(std::iter::once(header).chain(rows).collect())];
    }
    rows.map(|row| Block::Record(records::fields(&header, &row))).collect()
}

fn remark((author, text): &(String, String)) -> String {
    if author.is_empty() { text.clone() } else { format!("{author}: {text}") }
}
