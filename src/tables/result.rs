//! Result of a query.

use std::fmt::Write as _;

use footnote_store::PassagePlace;
use rusqlite::types::ValueRef;

/// Maximum number of decimals of a number whose column is unknown.
const MAX_DECIMALS: usize = 6;

/// Maximum size of a cell of a result, in bytes.
const MAX_CELL_BYTES: usize = 2 * 1024;

/// A cell of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// No value.
    Empty,
    /// A number, with a decimal point and without thousands separators.
    Number(String),
    /// Text, or a date such as `2026-12-31`.
    Text(String),
}

/// Minimum and maximum number of decimals shown.
pub(super) type Decimals = (usize, usize);

/// Decimals of a number whose column is unknown.
pub(super) const ANY_DECIMALS: Decimals = (0, MAX_DECIMALS);

/// Result of a query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QueryResult {
    /// Names of its columns.
    pub columns: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<Cell>>,
    /// True if there are more rows.
    pub is_cut: bool,
    /// Distinct passages that show the rows behind the result, in the order of the rows. Empty if it cannot be traced
    /// back to rows.
    pub places: Vec<PassagePlace>,
    /// Number of rows that were aggregated; 0 if each row of the result is a table row, or if it cannot be traced back.
    pub rests_on: usize,
    /// These rows as Markdown tables; empty if there are more than a few.
    pub behind: String,
    /// Paths of the documents whose tables were read.
    pub documents: Vec<String>,
    /// Notes on missing data, as sentences.
    pub notes: Vec<String>,
}

impl Cell {
    pub(super) fn of(value: ValueRef<'_>, (least, most): Decimals) -> Self {
        match value {
            ValueRef::Null => Self::Empty,
            ValueRef::Integer(whole) => Self::Number(whole.to_string()),
            ValueRef::Real(real) => Self::Number(shown(real, least, most)),
            ValueRef::Text(text) => Self::Text(String::from_utf8_lossy(text).into_owned()),
            ValueRef::Blob(bytes) => Self::Text(format!("{} bytes", bytes.len())),
        }
    }

    /// Cuts a text that is longer than a cell may be, or than `room` bytes. Returns true if it did.
    pub(super) fn cut(&mut self, room: usize) -> bool {
        match self {
            Self::Text(text) => cut(text, room.min(MAX_CELL_BYTES)),
            Self::Empty | Self::Number(_) => false,
        }
    }

    /// Text of the cell; empty if it has no value.
    pub fn text(&self) -> &str {
        match self {
            Self::Empty => "",
            Self::Number(text) | Self::Text(text) => text,
        }
    }
}

/// Cuts a text after `most` bytes and marks that it did. Returns true if it was longer.
pub(super) fn cut(text: &mut String, most: usize) -> bool {
    let is_longer = text.len() > most;
    if is_longer {
        text.truncate(text.floor_char_boundary(most));
        text.push('…');
    }
    is_longer
}

/// Formats a number with at most `most` decimals, without trailing zeros after the first `least`.
fn shown(real: f64, least: usize, most: usize) -> String {
    let mut text = format!("{real:.most$}");
    let point = text.find('.');
    while point.is_some_and(|point| text.len() > point + 1 + least) && text.ends_with('0') {
        text.pop();
    }
    if text.ends_with('.') {
        text.pop();
    }
    text
}

impl QueryResult {
    /// The rows as a Markdown table.
    pub fn markdown(&self) -> String {
        let mut text = line(self.columns.iter().map(String::as_str));
        text.push_str(&line(self.columns.iter().map(|_| "---")));
        for row in &self.rows {
            text.push_str(&line(row.iter().map(Cell::text)));
        }
        text
    }
}

/// A row of a Markdown table.
pub(super) fn line<'c>(cells: impl Iterator<Item = &'c str>) -> String {
    let mut line = String::from("|");
    for cell in cells {
        let cell = cell.replace('\n', " ").replace('|', "\\|");
        // Writing to a string does not fail.
        let _ = write!(line, " {cell} |");
    }
    line.push('\n');
    line
}
