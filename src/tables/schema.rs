//! Describes the tables for the author of SQL.

use std::fmt::Write as _;

use super::columns::{ColumnType, LoadedColumn};
use super::load::LoadedTable;
use super::statement::Statement;
use super::{TableDb, TableDbError};

/// Number of sample rows per table.
const SAMPLE_ROWS: usize = 3;

/// Maximum number of notes on missing data.
const MAX_NOTES: usize = 20;

/// Maximum number of passages named whose rows could not be read.
const MAX_PASSAGES: usize = 5;

impl TableDb {
    /// Describes the tables with their columns, types, gaps and first rows.
    ///
    /// # Errors
    ///
    /// Fails if `SQLite` fails.
    pub fn schema(&self) -> Result<String, TableDbError> {
        let mut text = String::new();
        for table in &self.tables {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&table.head());
            for column in &table.columns {
                let _ = writeln!(text, "- {}", column.line());
            }
            text.push_str(&self.sample(table)?);
        }
        if self.left_out > 0 {
            let _ = writeln!(text, "{} further tables are left out.", self.left_out);
        }
        Ok(text)
    }

    /// The tables and their columns in one line.
    pub fn outline(&self) -> String {
        let table = |table: &LoadedTable| {
            let column = |one: &LoadedColumn| format!("{} {}", one.name, one.kind.shown());
            let columns: Vec<String> = table.columns.iter().map(column).collect();
            format!("{}({})", table.name, columns.join(", "))
        };
        self.tables.iter().map(table).collect::<Vec<_>>().join("; ")
    }

    fn sample(&self, table: &LoadedTable) -> Result<String, TableDbError> {
        let sql = format!("SELECT * FROM \"{}\" LIMIT {SAMPLE_ROWS}", table.name);
        Ok(self.run(&sql)?.markdown())
    }

    /// Notes on data missing from the columns that a statement names.
    pub(super) fn notes(&self, statement: &Statement<'_>) -> Vec<String> {
        let mut notes = Vec::new();
        for table in self.tables.iter().filter(|table| statement.names(&table.name)) {
            notes.extend(table.gaps().into_iter().map(|gap| format!("{}: {gap}.", table.name)));
            for column in table.columns.iter().filter(|column| statement.names(&column.name)) {
                let name = || format!("{}.{}", table.name, column.name);
                if column.unread > 0 {
                    let ColumnNote { what, count } = column.unread_note();
                    let name = name();
                    notes.push(format!(
                        "Cells of {name} that are no {what} count as empty: {count}."
                    ));
                }
                if column.cut > 0 {
                    notes.push(format!(
                        "Texts of {} that are cut, as too long: {}.",
                        name(),
                        column.cut
                    ));
                }
            }
        }
        notes.truncate(MAX_NOTES);
        notes
    }
}

struct ColumnNote {
    what: &'static str,
    count: usize,
}

impl LoadedTable {
    /// Name, size and origin of the table.
    fn head(&self) -> String {
        let rows = self.ordinals.len();
        let mut head = format!("Table {} ({rows} rows, {}", self.name, self.path);
        if let Some(heading) = self.headings.last() {
            let _ = write!(head, ", under \"{heading}\"");
        }
        if self.totals > 0 {
            let _ = write!(head, "; {} rows of totals left out", self.totals);
        }
        for gap in self.gaps() {
            let _ = write!(head, "; {gap}");
        }
        head + "):\n"
    }

    /// Says which rows and columns are missing.
    fn gaps(&self) -> Vec<String> {
        let mut gaps = Vec::new();
        if self.is_cut {
            gaps.push(format!("only the first {} rows are here", self.ordinals.len()));
        }
        if !self.unread.is_empty() {
            let mut passages: Vec<String> = self.unread.iter().map(u32::to_string).collect();
            passages.dedup();
            let more = if passages.len() > MAX_PASSAGES { " and others" } else { "" };
            passages.truncate(MAX_PASSAGES);
            let (count, passages) = (self.unread.len(), passages.join(", "));
            gaps.push(format!(
                "rows that could not be read: {count}, see `read` from {passages}{more}"
            ));
        }
        if self.missing_columns > 0 {
            gaps.push(format!("its last {} columns are left out", self.missing_columns));
        }
        gaps
    }
}

impl LoadedColumn {
    fn unread_note(&self) -> ColumnNote {
        let what = if self.kind == ColumnType::Date { "date" } else { "number" };
        ColumnNote { what, count: self.unread }
    }

    /// Name and type of the column, and anything special about it.
    fn line(&self) -> String {
        let mut line = format!("{} {}", self.name, self.kind.shown());
        if self.original.to_lowercase() != self.name {
            let _ = write!(line, " \"{}\"", self.original);
        }
        if !self.unit.is_empty() {
            let _ = write!(line, ", in {}", self.unit);
        }
        if self.empty > 0 {
            let _ = write!(line, ", {} empty", self.empty);
        }
        if self.unread > 0 {
            let ColumnNote { what, count } = self.unread_note();
            let _ = write!(line, ", {count} no {what}");
        }
        line
    }
}
