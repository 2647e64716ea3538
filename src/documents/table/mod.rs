//! Tables of documents, reassembled from the rows in their passages.

mod cache;
mod column;
pub mod number;
mod order;
pub mod period;
mod read;
pub mod records;
#[cfg(any(test, feature = "testing"))]
pub mod samples;

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use footnote_text::words::words;

pub use cache::{DocumentCache, DocumentKey};
pub use column::{Column, ColumnKind};
pub use read::tables;

/// Maximum number of rows of a table.
pub const MAX_ROWS: usize = 200_000;

/// Maximum number of columns in which values are looked up by their words.
const LOOKED_UP: usize = 64;

/// A table with the positions of its rows: all tables of one document with the same header.
#[derive(Debug, Default)]
pub struct Table {
    /// The path of its document.
    pub path: String,
    /// The title of its document.
    pub title: String,
    /// The headings above it, outermost first; those of its first rows.
    pub headings: Vec<String>,
    /// Its columns. If its rows are under several headings, the last column holds these.
    pub columns: Vec<Column>,
    /// True if it has too many rows, so that the last ones are missing.
    pub is_cut: bool,
    /// The ordinal of its passage for each row that could not be read.
    pub unread: Vec<u32>,
    /// Number of rows with totals, which are left out.
    pub totals: usize,
    /// True if each cell means what its column name says: every column has a unique name that is not a time, and no row
    /// names those below it.
    pub is_plain: bool,
    /// The texts of all cells, joined.
    text: String,
    /// The ends of the cells in that text, row by row.
    ends: Vec<u32>,
    /// For each row, the ordinal of its passage in the document.
    ordinals: Vec<u32>,
    /// The columns that contain a value, as bits, by the hash of its words.
    values: HashMap<u64, u64>,
    /// A hash of its header and its rows.
    content: u64,
}

impl Table {
    /// Returns the number of its rows, without header and totals.
    pub fn len(&self) -> usize {
        self.ordinals.len()
    }

    /// Returns true if it has no rows.
    pub fn is_empty(&self) -> bool {
        self.ordinals.is_empty()
    }

    /// Returns the text of a cell.
    pub fn cell(&self, row: usize, column: usize) -> &str {
        let at = row * self.columns.len() + column;
        let end = |at: usize| self.ends.get(at).map_or(0, |end| usize::try_from(*end).unwrap_or(0));
        let from = at.checked_sub(1).map_or(0, end);
        self.text.get(from..end(at)).unwrap_or_default()
    }

    /// Returns true if rows are missing.
    pub fn has_gaps(&self) -> bool {
        self.is_cut || !self.unread.is_empty()
    }

    /// Returns the ordinal in the document of the passage that shows a row.
    pub fn ordinal(&self, row: usize) -> u32 {
        self.ordinals.get(row).copied().unwrap_or_default()
    }

    /// Returns the columns with a cell that has exactly these words.
    pub fn columns_with(&self, words: &str) -> impl Iterator<Item = usize> {
        let columns = self.values.get(&key(words)).copied().unwrap_or_default();
        (0..LOOKED_UP).filter(move |at| columns >> at & 1 == 1)
    }

    /// Returns true if both have the same header and the same rows.
    pub fn is_copy_of(&self, other: &Self) -> bool {
        self.content == other.content && self.ends == other.ends && self.text == other.text
    }

    /// Its approximate size in bytes.
    pub fn size(&self) -> usize {
        self.text.len() + self.ends.len() * 4 + self.ordinals.len() * 4 + self.values.len() * 24
    }
}

/// Returns a number for the words of a text, regardless of case and punctuation.
pub fn key(text: &str) -> u64 {
    let letters = words(text).flat_map(|word| word.chars().chain([' ']));
    let mut hasher = DefaultHasher::new();
    letters.flat_map(char::to_lowercase).collect::<String>().hash(&mut hasher);
    hasher.finish()
}

/// Returns true if a cell says that there is no value.
pub fn is_blank(cell: &str) -> bool {
    const NOTHING: [&str; 5] = ["n/a", "na", "k. a.", "k.a.", "nan"];
    !cell.contains(char::is_alphanumeric)
        || NOTHING.iter().any(|nothing| cell.eq_ignore_ascii_case(nothing))
}

#[cfg(test)]
mod tests;
