//! The rows of a table in a document, in the order and choice of a reader.

use serde::{Deserialize, Serialize};

/// The rows of a table to show.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SheetRequest {
    /// Index of a passage of the document with rows of the table.
    pub passage: u32,
    /// The order of the rows, whose column is also summed; `None` for that of the document.
    pub order: Option<SheetOrder>,
    /// Text that a cell of each row must contain; empty for all rows.
    pub filter: String,
    /// Index of the column that must contain it; `None` for any.
    pub within: Option<usize>,
    /// Number of rows to skip.
    pub from: usize,
}

/// An order of rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SheetOrder {
    /// Index of the column.
    pub column: usize,
    /// True if the greatest comes first. Empty cells always come last.
    pub descending: bool,
}

impl SheetOrder {
    /// Returns the order once a reader presses the head of this column: ascending, descending, that of the document.
    pub fn pressed(before: Option<Self>, column: usize) -> Option<Self> {
        match before.filter(|before| before.column == column) {
            None => Some(Self { column, descending: false }),
            Some(Self { descending: false, .. }) => Some(Self { column, descending: true }),
            Some(_) => None,
        }
    }
}

/// Rows of a table, with what is known of all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SheetRows {
    /// The columns.
    pub columns: Vec<SheetColumn>,
    /// Number of rows of the table, without rows of totals.
    pub all: usize,
    /// Number of rows that pass the filter.
    pub matching: usize,
    /// Number of rows before the requested passage.
    pub before: usize,
    /// Number of rows of totals, which are left out.
    pub totals: usize,
    /// True if rows are missing because they could not be read.
    pub is_cut: bool,
    /// Number of matching rows that were skipped.
    pub from: usize,
    /// The rows.
    pub rows: Vec<SheetRow>,
    /// The sums of the chosen column over all matching rows, if it is numeric.
    pub sums: Option<ColumnSums>,
}

/// A column of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SheetColumn {
    /// Its name; empty for the headings above the rows.
    pub name: String,
    /// True if its cells are numbers.
    pub is_number: bool,
}

/// A row of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SheetRow {
    /// Its number in the table, from 1.
    pub number: usize,
    /// Index of its passage in the document.
    pub passage: u32,
    /// Its cells, in Markdown.
    pub cells: Vec<String>,
}

/// The sum and mean of a column, in digits with a decimal point.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnSums {
    /// Number of its numbers.
    pub count: usize,
    /// Their sum; `None` for percentages, which do not add up.
    pub sum: Option<String>,
    /// Their mean.
    pub mean: String,
    /// Their unit; empty if they have none.
    pub unit: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_is_ordered_up_then_down_then_no_more() {
        let first = SheetOrder::pressed(None, 2);
        assert_eq!(first, Some(SheetOrder { column: 2, descending: false }));
        let second = SheetOrder::pressed(first, 2);
        assert_eq!(second, Some(SheetOrder { column: 2, descending: true }));
        assert_eq!(SheetOrder::pressed(second, 2), None);
        let other = SheetOrder::pressed(second, 1);
        assert_eq!(other, Some(SheetOrder { column: 1, descending: false }));
    }
}
