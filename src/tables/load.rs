//! Loads a table into the database, with names that need no quotes in SQL.

use std::collections::HashSet;

use footnote_documents::table::{Column, Table};
use footnote_store::names::file_words;
use rusqlite::{Connection, params_from_iter};

use super::TableDbError;
use super::columns::{self, LoadedColumn, MAX_CELL_BYTES};

/// Maximum number of rows of all tables together.
const MAX_ROWS: usize = 200_000;

/// Maximum size of all rows together, in bytes.
const MAX_BYTES: usize = 64 * 1024 * 1024;

/// Size of a cell besides its text, in bytes.
const CELL_BYTES: usize = 24;

/// Maximum number of columns of a table.
const MAX_COLUMNS: usize = 1_000;

/// Maximum length of a name in SQL, in characters.
const MAX_NAME: usize = 40;

/// Names that `SQLite` reserves for row ids.
const ROW_NAMES: [&str; 3] = ["rowid", "oid", "_rowid_"];

/// Prefix of the names of `SQLite`'s own tables.
const OWN_PREFIX: &str = "sqlite_";

/// The room that is left for rows.
pub(super) struct Room {
    pub(super) rows: usize,
    pub(super) bytes: usize,
}

/// A table in the database.
#[derive(Debug)]
pub(super) struct LoadedTable {
    /// Name in SQL.
    pub(super) name: String,
    /// Path of its document.
    pub(super) path: String,
    /// Headings above it.
    pub(super) headings: Vec<String>,
    /// Its columns, without their values.
    pub(super) columns: Vec<LoadedColumn>,
    /// For each row, the index of the passage that shows it.
    pub(super) ordinals: Vec<u32>,
    /// Number of rows with totals, which are left out.
    pub(super) totals: usize,
    /// True if the last rows are missing, because there are too many.
    pub(super) is_cut: bool,
    /// The ordinal of its passage for each row that could not be read.
    pub(super) unread: Vec<u32>,
    /// Number of its last columns that are left out.
    pub(super) missing_columns: usize,
}

impl Default for Room {
    fn default() -> Self {
        Self { rows: MAX_ROWS, bytes: MAX_BYTES }
    }
}

impl Room {
    /// Takes room for rows of a table, and returns how many of them fit.
    fn take(&mut self, table: &Table) -> usize {
        let width = table.columns.len().min(MAX_COLUMNS);
        for row in 0..table.len() {
            let cells = (0..width).map(|column| table.cell(row, column));
            let bytes: usize = cells.map(|cell| cell.len().min(MAX_CELL_BYTES) + CELL_BYTES).sum();
            if self.rows == 0 || self.bytes < bytes {
                return row;
            }
            self.rows -= 1;
            self.bytes -= bytes;
        }
        table.len()
    }
}

/// A name for a table, derived from its document and different from the names of earlier tables.
pub(super) fn table_name(connection: &Connection, table: &Table, before: &[LoadedTable]) -> String {
    let is_taken = |name: &str| before.iter().any(|other| other.name == name);
    name(connection, file_words(&table.path), "table", is_taken)
}

/// Creates a table in the database, with as many of its rows as there is room for.
///
/// # Errors
///
/// Fails if it is cancelled, or if `SQLite` fails.
pub(super) fn load(
    connection: &mut Connection,
    table: &Table,
    name: String,
    room: &mut Room,
    is_cancelled: fn() -> bool,
) -> Result<LoadedTable, TableDbError> {
    let rows = room.take(table);
    let mut columns = named_columns(connection, table, rows);
    let definitions = columns.iter().map(|one| format!("\"{}\" {}", one.name, one.kind.sql()));
    let definitions = definitions.collect::<Vec<_>>().join(", ");
    let places = vec!["?"; columns.len()].join(", ");
    let transaction = connection.transaction()?;
    transaction.execute_batch(&format!("CREATE TABLE \"{name}\" ({definitions})"))?;
    let mut insert = transaction.prepare(&format!("INSERT INTO \"{name}\" VALUES ({places})"))?;
    for row in 0..rows {
        if is_cancelled() {
            return Err(TableDbError::TooLong);
        }
        insert.execute(params_from_iter(columns.iter().map(|one| one.values.get(row))))?;
    }
    drop(insert);
    transaction.commit()?;
    for column in &mut columns {
        column.values = Vec::new();
    }
    Ok(LoadedTable {
        name,
        path: table.path.clone(),
        headings: table.headings.clone(),
        columns,
        ordinals: (0..rows).map(|row| table.ordinal(row)).collect(),
        totals: table.totals,
        is_cut: table.is_cut || rows < table.len(),
        unread: table.unread.clone(),
        missing_columns: table.columns.len().saturating_sub(MAX_COLUMNS),
    })
}

fn named_columns(connection: &Connection, table: &Table, rows: usize) -> Vec<LoadedColumn> {
    let mut loaded: Vec<LoadedColumn> = Vec::new();
    let mut taken = HashSet::new();
    for (at, column) in table.columns.iter().enumerate().take(MAX_COLUMNS) {
        for (part, mut one) in columns::load(table, at, column, rows).into_iter().enumerate() {
            let fallback = format!("column_{}", at + 1);
            let is_last = at + 1 == table.columns.len();
            let is_taken = |name: &str| taken.contains(name);
            one.name = name(connection, &original(column, part, is_last), &fallback, is_taken);
            taken.insert(one.name.clone());
            loaded.push(one);
        }
    }
    loaded.truncate(MAX_COLUMNS);
    loaded
}

/// The name of a column in the document. The last column may have none, because it holds the headings of rows.
fn original(column: &Column, part: usize, is_last: bool) -> String {
    let name = if is_last { column.shown() } else { &column.name };
    if part == 0 { name.to_owned() } else { format!("{name} unit") }
}

/// An unused name like `original` that needs no quotes in SQL.
fn name(
    connection: &Connection,
    original: &str,
    fallback: &str,
    is_taken: impl Fn(&str) -> bool,
) -> String {
    let mut name = identifier(original);
    if name.is_empty() {
        fallback.clone_into(&mut name);
    }
    if name.starts_with(OWN_PREFIX) {
        name.insert(0, '_');
    }
    let probe = format!("SELECT {name}.{name} FROM (SELECT 1 AS {name}) AS {name}");
    if ROW_NAMES.contains(&name.as_str()) || connection.prepare(&probe).is_err() {
        name.push('_');
    }
    let numbered = (2..).map(|number: u32| format!("{name}_{number}"));
    let mut names = std::iter::once(name.clone()).chain(numbered);
    names.find(|name| !is_taken(name)).unwrap_or(name)
}

/// A name in lower case, with `_` for everything but letters and digits.
fn identifier(name: &str) -> String {
    let mut identifier = String::new();
    for c in name.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            identifier.push(c);
        } else if !identifier.ends_with('_') {
            identifier.push('_');
        }
    }
    let short: String = identifier.trim_matches('_').chars().take(MAX_NAME).collect();
    let short = short.trim_end_matches('_');
    if short.starts_with(char::is_numeric) { format!("_{short}") } else { short.to_owned() }
}
