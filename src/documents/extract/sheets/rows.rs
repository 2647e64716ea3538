//! Rows of sheets into blocks: the lines above a table, and tables whose first row names the columns.

use crate::table::records;
use crate::{Block, split};

/// Rows of one block, which are cut into passages at once.
const ROWS_PER_BLOCK: usize = 500;

/// Rows into blocks, as they come. A blank row ends a table; the one below it has a head of its own if it
/// begins with a row of text.
#[derive(Debug, Default)]
pub(super) struct Rows {
    header: Vec<String>,
    below: Vec<Vec<String>>,
    /// True if the row before was blank.
    after_blank: bool,
}

impl Rows {
    /// Takes a row; gives the blocks that are whole.
    pub(super) fn take(&mut self, row: Vec<String>) -> Vec<Block> {
        let filled = row.iter().filter(|cell| !cell.trim().is_empty()).count();
        let after_blank = std::mem::replace(&mut self.after_blank, filled == 0);
        match filled {
            0 => Vec::new(),
            // A line of its own: a title, a note, the subject of the rows below.
            1 if self.header.is_empty() || after_blank => {
                let mut blocks = self.end();
                let text = row.into_iter().find(|cell| !cell.trim().is_empty());
                blocks.extend(text.map(Block::Paragraph));
                blocks
            }
            _ if self.header.is_empty() => {
                self.header = row;
                Vec::new()
            }
            _ if after_blank && names_columns(&row) => {
                let blocks = self.end();
                self.header = row;
                blocks
            }
            _ => self.add(row),
        }
    }

    fn add(&mut self, row: Vec<String>) -> Vec<Block> {
        self.below.push(row);
        if self.below.len() < ROWS_PER_BLOCK {
            return Vec::new();
        }
        let rows = std::mem::take(&mut self.below);
        blocks(&self.header, rows)
    }

    /// Ends the table under way; returns the remaining blocks.
    pub(super) fn end(&mut self) -> Vec<Block> {
        let header = std::mem::take(&mut self.header);
        let rows = std::mem::take(&mut self.below);
        if rows.is_empty() && header.is_empty() {
            return Vec::new();
        }
        blocks(&header, rows)
    }
}

/// True if a row can name the columns below it: its cells are text, and more than one.
fn names_columns(row: &[String]) -> bool {
    let mut cells = row.iter().filter(|cell| !cell.trim().is_empty());
    cells.all(|cell| cell.chars().any(char::is_alphabetic))
}

fn blocks(header: &[String], rows: Vec<Vec<String>>) -> Vec<Block> {
    let widest = rows.iter().map(Vec::len).max().unwrap_or_default();
    // Names that no passage repeats stand in each row, beside their values.
    if split::head(header, widest.max(header.len())).is_some() {
        let mut table = vec![header.to_vec()];
        table.extend(rows);
        return vec![Block::Table(table)];
    }
    rows.iter().map(|row| Block::Record(records::fields(header, row))).collect()
}
