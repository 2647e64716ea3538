//! Describes the tables for the author of SQL.

use std::fmt::Write as _;

use super::columns::{ColumnType, LoadedColumn};
use super::load::LoadedTable;
use super::statement::Statement;
use super::{TableDb, TableDbError};

/// Number of sample rows per table.
const SAMPLE_ROWS: usize = 3;

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
            if table.is_cut {
                notes.push(format!("Some rows of {} could not be read.", table.name));
            }
            let named = table.columns.iter().filter(|column| statement.names(&column.name));
            notes.extend(named.filter(|column| column.unread > 0).map(|column| {
                let ColumnNote { what, count } = column.unread_note();
                format!(
                    "Cells of {}.{} that are no {what} count as empty: {count}.",
                    table.name, column.name
                )
            }));
        }
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
        if self.is_cut {
            head.push_str("; some rows could not be read");
        }
        head + "):\n"
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
