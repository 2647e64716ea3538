//! Tables of documents as an `SQLite` database in memory, for read-only SQL within limits. Results can be traced back
//! to the rows behind them.

mod bounds;
#[cfg(test)]
mod bounds_tests;
mod columns;
mod functions;
mod load;
mod result;
mod schema;
mod statement;
#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashMap, HashSet};

use footnote_documents::table::Table;
use footnote_store::PassagePlace;
use footnote_text::words::shortened;
pub use result::{Cell, QueryResult};
use rusqlite::{Connection, ErrorCode, Row};

use self::bounds::Bounds;
use self::load::{LoadedTable, Room};
use self::statement::{Statement, Widened};

/// Maximum number of rows in a result.
pub const MAX_ROWS: usize = 200;

/// Maximum number of tables.
const MAX_TABLES: usize = 40;

/// Maximum size of a result, in bytes.
const MAX_BYTES: usize = 16 * 1024;

/// Maximum number of columns in a result.
const MAX_COLUMNS: usize = 100;

/// Maximum number of characters of a column's name in a result.
const MAX_NAME: usize = 100;

/// Size of a page of `SQLite`'s memory, in bytes.
const PAGE_BYTES: usize = 4_096;

/// Maximum number of rows shown behind a result.
const MAX_BEHIND: usize = 12;

/// Tables in an in-memory database.
#[derive(Debug)]
pub struct TableDb {
    connection: Connection,
    tables: Vec<LoadedTable>,
    /// Number of tables left out.
    left_out: usize,
    /// The decimals of columns with numbers, by name.
    decimals: HashMap<String, usize>,
    size: usize,
    bounds: Bounds,
}

/// Error of SQL without a result, for its author.
#[derive(Debug, thiserror::Error)]
pub enum TableDbError {
    /// It does something other than reading the tables.
    #[error("Only one SELECT over the tables of the documents can be run ({0}).")]
    Refused(String),
    /// It takes too long.
    #[error("The query takes too much time or memory. Ask for less.")]
    TooLong,
    /// A value becomes too large.
    #[error("A value or a sorted row of the query is larger than 4 KB. Ask for less of it.")]
    TooLarge,
    /// `SQLite` rejects it or fails.
    #[error("{0}")]
    Sql(String),
}

impl From<rusqlite::Error> for TableDbError {
    fn from(error: rusqlite::Error) -> Self {
        let message = match &error {
            rusqlite::Error::SqliteFailure(_, Some(message)) => message.clone(),
            rusqlite::Error::SqlInputError { msg, .. } => msg.clone(),
            other => other.to_string(),
        };
        match error.sqlite_error_code() {
            Some(ErrorCode::OperationInterrupted) => Self::TooLong,
            Some(ErrorCode::TooBig) => Self::TooLarge,
            Some(ErrorCode::AuthorizationForStatementDenied) => Self::Refused(message),
            _ => Self::Sql(message),
        }
    }
}

impl TableDb {
    /// Creates a database of these tables. Loading and queries end when `is_cancelled` says so.
    ///
    /// # Errors
    ///
    /// Fails if it is cancelled, or if `SQLite` fails.
    pub fn load<'t>(
        tables: impl IntoIterator<Item = &'t Table>,
        is_cancelled: fn() -> bool,
    ) -> Result<Self, TableDbError> {
        let mut connection = Connection::open_in_memory()?;
        let mut loaded: Vec<LoadedTable> = Vec::new();
        let (mut room, mut left_out) = (Room::default(), 0);
        for table in tables {
            if loaded.len() == MAX_TABLES {
                left_out += 1;
                continue;
            }
            let name = load::table_name(&connection, table, &loaded);
            loaded.push(load::load(&mut connection, table, name, &mut room, is_cancelled)?);
        }
        let pages: u32 = connection.pragma_query_value(None, "page_count", |row| row.get(0))?;
        let size = usize::try_from(pages).unwrap_or_default() * PAGE_BYTES;
        let mut decimals: HashMap<String, usize> = HashMap::new();
        for column in loaded.iter().flat_map(|table| &table.columns) {
            if let Some(own) = column.kind.decimals() {
                let known = decimals.entry(column.name.clone()).or_default();
                *known = own.max(*known);
            }
        }
        let names = loaded.iter().map(|table| table.name.clone()).collect();
        let bounds = Bounds::set(&mut connection, names, is_cancelled)?;
        Ok(Self { connection, tables: loaded, left_out, decimals, size, bounds })
    }

    /// True if it has no tables.
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// Its approximate size in memory, in bytes.
    pub fn size(&self) -> usize {
        self.size
    }

    /// True if no row of its tables is missing.
    pub fn has_all_rows(&self) -> bool {
        self.tables.iter().all(|table| !table.is_cut && table.unread.is_empty())
    }

    /// The SQL name of its first table.
    pub fn table(&self) -> Option<&str> {
        self.tables.first().map(|table| table.name.as_str())
    }

    /// The SQL name of the only column in its first table with this name in the document.
    pub fn column(&self, original: &str) -> Option<&str> {
        let columns = self.tables.first().map_or(&[][..], |table| table.columns.as_slice());
        let mut named = columns.iter().filter(|column| column.original == original);
        named.next().filter(|_| named.next().is_none()).map(|column| column.name.as_str())
    }

    /// Runs one SELECT; blocks the thread.
    ///
    /// # Errors
    ///
    /// Returns why there is no result.
    pub fn run(&self, sql: &str) -> Result<QueryResult, TableDbError> {
        let statement = Statement::read(sql).map_err(TableDbError::Refused)?;
        self.bounds.begin(statement.named_subqueries());
        let widened = statement.widened(&self.tables);
        if let Some(Widened { sql, sources }) = &widened.rows
            && let Ok((mut result, places)) = self.rows(sql, sources, &statement)
        {
            let takes_together = statement.takes_together();
            self.trace(&mut result, places, takes_together)?;
            return Ok(result);
        }
        let (mut result, _) = self.rows(statement.sql(), &[], &statement)?;
        if let Some(Widened { sql, sources }) = &widened.fitting {
            // A result that cannot be traced to rows still rests on its documents.
            let places = self.places(sql, sources).unwrap_or_default();
            self.trace(&mut result, places, true)?;
        }
        Ok(result)
    }

    /// Traces a result back to the rows behind it.
    fn trace(
        &self,
        result: &mut QueryResult,
        places: Places,
        takes_together: bool,
    ) -> Result<(), TableDbError> {
        result.places = places.in_order;
        if !takes_together {
            return Ok(());
        }
        result.rests_on = places.rows.len();
        if result.rests_on > MAX_BEHIND {
            return Ok(());
        }
        for (at, table) in self.tables.iter().enumerate() {
            let of_table = places.rows.iter().filter(|(source, _)| *source == at);
            let rows: Vec<String> = of_table.map(|(_, row)| (row + 1).to_string()).collect();
            if !rows.is_empty() {
                let rows = rows.join(", ");
                let sql = format!("SELECT * FROM \"{}\" WHERE rowid IN ({rows})", table.name);
                let statement = Statement::read(&sql).map_err(TableDbError::Refused)?;
                result.behind.push_str(&self.rows(&sql, &[], &statement)?.0.markdown());
            }
        }
        if result.behind.len() > MAX_BYTES {
            result.behind.clear();
        }
        Ok(())
    }

    /// The rows of a statement; its last columns are row ids of `sources`.
    fn rows(
        &self,
        sql: &str,
        sources: &[usize],
        statement: &Statement<'_>,
    ) -> Result<(QueryResult, Places), TableDbError> {
        let mut prepared = self.connection.prepare(sql)?;
        if !prepared.readonly() {
            return Err(TableDbError::Refused("it writes".to_owned()));
        }
        let width = prepared.column_count() - sources.len();
        let names = prepared.column_names().take(width);
        let mut result = QueryResult {
            columns: names.map(|name| shortened(name, MAX_NAME)).collect(),
            documents: self.documents(statement),
            notes: self.notes(statement),
            ..QueryResult::default()
        };
        let mut decimals = statement.decimals(&result.columns, &self.decimals);
        decimals.truncate(MAX_COLUMNS);
        result.columns.truncate(MAX_COLUMNS);
        let mut places = Places::default();
        let (mut room, mut has_cut_cells) = (MAX_BYTES, false);
        let mut rows = prepared.query([])?;
        while let Some(row) = rows.next()? {
            if result.rows.len() == MAX_ROWS || room == 0 {
                result.is_cut = true;
                break;
            }
            let mut cells = Vec::new();
            for (at, decimals) in decimals.iter().enumerate() {
                let mut cell = Cell::of(row.get_ref(at)?, *decimals);
                has_cut_cells |= cell.cut(room);
                room = room.saturating_sub(cell.text().len());
                cells.push(cell);
            }
            result.rows.push(cells);
            self.note_places(row, width, sources, &mut places)?;
        }
        if width > MAX_COLUMNS {
            let note = format!("Only the first {MAX_COLUMNS} of {width} columns are shown.");
            result.notes.push(note);
        }
        if has_cut_cells {
            result.notes.push("Long values are cut, which … shows.".to_owned());
        }
        Ok((result, places))
    }

    /// The positions of all rows that a statement finds.
    fn places(&self, sql: &str, sources: &[usize]) -> Result<Places, TableDbError> {
        let mut prepared = self.connection.prepare(sql)?;
        let mut places = Places::default();
        let mut rows = prepared.query([])?;
        while let Some(row) = rows.next()? {
            self.note_places(row, 0, sources, &mut places)?;
        }
        Ok(places)
    }

    fn note_places(
        &self,
        row: &Row<'_>,
        from: usize,
        sources: &[usize],
        places: &mut Places,
    ) -> Result<(), TableDbError> {
        for (at, source) in sources.iter().enumerate() {
            // Null if an outer join found no row.
            let row: Option<i64> = row.get(from + at)?;
            let row = row.and_then(|row| usize::try_from(row - 1).ok());
            let Some((row, table)) = row.zip(self.tables.get(*source)) else {
                continue;
            };
            places.rows.insert((*source, row));
            let ordinal = table.ordinals.get(row).copied().unwrap_or_default();
            if places.seen.insert((*source, ordinal)) {
                places.in_order.push((table.path.clone(), ordinal));
            }
        }
        Ok(())
    }

    /// Paths of the documents whose tables a statement names.
    fn documents(&self, statement: &Statement<'_>) -> Vec<String> {
        let named = self.tables.iter().filter(|table| statement.names(&table.name));
        let paths: BTreeSet<&String> = named.map(|table| &table.path).collect();
        paths.into_iter().cloned().collect()
    }
}

/// Distinct positions of passages, and of their rows.
#[derive(Default)]
struct Places {
    seen: HashSet<(usize, u32)>,
    in_order: Vec<PassagePlace>,
    /// The rows, each as table index and row index.
    rows: BTreeSet<(usize, usize)>,
}
