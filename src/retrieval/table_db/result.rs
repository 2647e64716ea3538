//! The result of a query.

use std::fmt::Write as _;

use rusqlite::types::ValueRef;

use crate::store::PassagePlace;

/// Maximum number of decimals of a number whose column is not known.
const MAX_DECIMALS: usize = 6;

/// A cell of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// No value.
    Empty,
    /// A number, with a point before its decimals and nothing between its thousands.
    Number(String),
    /// Text, or a date as `2026-12-31`.
    Text(String),
}

/// The decimals that a number is shown with: at least and at most.
pub(super) type Decimals = (usize, usize);

/// The decimals of a number whose column is not known.
pub(super) const ANY_DECIMALS: Decimals = (0, MAX_DECIMALS);

/// The result of a query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QueryResult {
    /// The names of its columns.
    pub columns: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<Cell>>,
    /// True if there are more rows.
    pub is_cut: bool,
    /// The passages that show the rows it rests on, each once, in the order of the rows. None where it cannot be
    /// traced back to rows.
    pub places: Vec<PassagePlace>,
    /// The number of rows that it takes together; 0 where each of its rows is one of a table, or cannot be traced back.
    pub rests_on: usize,
    /// These rows as tables of Markdown; empty if there are more than a few.
    pub behind: String,
    /// The paths of the documents whose tables were read.
    pub documents: Vec<String>,
    /// The notes on missing data, in sentences.
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

    /// The number of bytes that it is shown with.
    pub(super) fn len(&self) -> usize {
        self.text().len()
    }

    /// Its text; empty if it has no value.
    pub fn text(&self) -> &str {
        match self {
            Self::Empty => "",
            Self::Number(text) | Self::Text(text) => text,
        }
    }
}

/// A number with `most` decimals, but for zeros behind the `least`.
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
    /// Its rows as a table of Markdown.
    pub fn markdown(&self) -> String {
        let mut text = line(self.columns.iter().map(String::as_str));
        text.push_str(&line(self.columns.iter().map(|_| "---")));
        for row in &self.rows {
            text.push_str(&line(row.iter().map(Cell::text)));
        }
        text
    }
}

/// A row of a table of Markdown.
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
