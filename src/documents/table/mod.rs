//! Tables of documents, put together again from the rows of their passages.

mod cache;
mod column;
pub mod number;
pub mod period;
mod read;
pub(crate) mod records;
#[cfg(any(test, feature = "testing"))]
pub mod samples;

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

pub use cache::TableCache;
pub use column::{Column, ColumnKind};
pub use read::tables;

/// The most rows of one table.
pub const MOST_ROWS: usize = 200_000;

/// The columns in which values are looked up by their words.
const LOOKED_UP: usize = 64;

/// A table with the places of its rows: all tables of one document that have the same head.
#[derive(Debug, Default)]
pub struct Table {
    /// The path of its document.
    pub path: String,
    /// The title of its document.
    pub title: String,
    /// The headings that it stands under, outermost first; those of its first rows.
    pub headings: Vec<String>,
    /// Its columns. Where its rows stand under several headings, those are the last one.
    pub columns: Vec<Column>,
    /// True if rows of it are missing here: there are too many, or some could not be read whole.
    pub is_cut: bool,
    /// The number of rows of totals, which are left out.
    pub totals: usize,
    /// True if each cell means what the name of its column says: every column has a name of its own that is no time,
    /// and no row names those below it.
    pub is_plain: bool,
    /// The texts of all cells, one after another.
    text: String,
    /// The ends of the cells in that text, row by row.
    ends: Vec<u32>,
    /// For each row the place of its passage in the document.
    ordinals: Vec<u32>,
    /// The columns that hold a value, as bits, by the hash of its words.
    values: HashMap<u64, u64>,
    /// A hash of its head and its rows.
    content: u64,
}

impl Table {
    /// The number of its rows, without head and totals.
    pub fn len(&self) -> usize {
        self.ordinals.len()
    }

    /// True if it has no rows.
    pub fn is_empty(&self) -> bool {
        self.ordinals.is_empty()
    }

    /// The text of a cell.
    pub fn cell(&self, row: usize, column: usize) -> &str {
        let at = row * self.columns.len() + column;
        let end = |at: usize| self.ends.get(at).map_or(0, |end| usize::try_from(*end).unwrap_or(0));
        let from = at.checked_sub(1).map_or(0, end);
        self.text.get(from..end(at)).unwrap_or_default()
    }

    /// The place in the document of the passage that shows a row.
    pub fn ordinal(&self, row: usize) -> u32 {
        self.ordinals.get(row).copied().unwrap_or_default()
    }

    /// The columns with a cell of these words, and no others beside them.
    pub fn columns_with(&self, words: &str) -> impl Iterator<Item = usize> {
        let columns = self.values.get(&key(words)).copied().unwrap_or_default();
        (0..LOOKED_UP).filter(move |at| columns >> at & 1 == 1)
    }

    /// True if both have the same head and the same rows.
    pub fn is_copy_of(&self, other: &Self) -> bool {
        self.content == other.content && self.ends == other.ends && self.text == other.text
    }

    /// The bytes that it takes, about.
    fn size(&self) -> usize {
        self.text.len() + self.ends.len() * 4 + self.ordinals.len() * 4 + self.values.len() * 24
    }
}

/// A number for the words of a text, whatever their case and the signs between them.
pub fn key(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    let mut is_within = false;
    for c in text.chars() {
        if c.is_alphanumeric() {
            is_within = true;
            c.to_lowercase().for_each(|c| c.hash(&mut hasher));
        } else if is_within {
            is_within = false;
            ' '.hash(&mut hasher);
        }
    }
    if is_within {
        ' '.hash(&mut hasher);
    }
    hasher.finish()
}

/// True if a cell says that there is nothing.
pub fn is_blank(cell: &str) -> bool {
    const NOTHING: [&str; 5] = ["n/a", "na", "k. a.", "k.a.", "nan"];
    !cell.contains(char::is_alphanumeric)
        || NOTHING.iter().any(|nothing| cell.eq_ignore_ascii_case(nothing))
}

#[cfg(test)]
mod tests;
