//! A table while it is read, row by row.

use super::visible::texts;
use crate::Block;

/// The longest text in bytes that is repeated where a cell reaches over several rows: a name, not a chapter.
const LONGEST_REPEATED: usize = 200;

/// The most columns of a table.
const MOST_COLUMNS: usize = 1_000;

/// A table while it is read.
#[derive(Debug, Default)]
pub(super) struct Grid {
    rows: Vec<Vec<String>>,
    row: Vec<String>,
}

impl Grid {
    /// Adds a cell that reaches over `columns`.
    pub(super) fn cell(&mut self, text: String, columns: usize) {
        let room = MOST_COLUMNS.saturating_sub(self.row.len());
        let cells = std::iter::once(text).chain(std::iter::repeat_with(String::new));
        self.row.extend(cells.take(columns.max(1)).take(room));
    }

    /// Adds a cell that is one with the cell above, whose text it repeats: a row is read alone.
    pub(super) fn above(&mut self, columns: usize) {
        let above = self.rows.last().and_then(|row| row.get(self.row.len()));
        let above = above.filter(|text| text.len() <= LONGEST_REPEATED);
        self.cell(above.cloned().unwrap_or_default(), columns);
    }

    /// Ends the row; one without a word is none.
    pub(super) fn end_row(&mut self) {
        let mut row = std::mem::take(&mut self.row);
        let last = row.iter().rposition(|cell| !cell.trim().is_empty());
        row.truncate(last.map_or(0, |last| last + 1));
        if !row.is_empty() {
            self.rows.push(row);
        }
    }

    /// The table; none if it has no words.
    pub(super) fn block(mut self) -> Option<Block> {
        self.end_row();
        (!self.rows.is_empty()).then_some(Block::Table(self.rows))
    }
}

/// Blocks as the text of one cell.
pub(super) fn flat(mut blocks: Vec<Block>) -> String {
    let texts = blocks.iter_mut().map(|block| texts(block).map(std::mem::take).collect::<Vec<_>>());
    texts.map(|texts| texts.join(" ")).collect::<Vec<_>>().join("\n")
}
