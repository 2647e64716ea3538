//! A calculation as SQL, run over its table.

use std::fmt::Write as _;

use footnote_documents::table::{ColumnKind, Table, is_blank};
use footnote_retrieval::table_db::{Cell, TableDb, TableDbError};

use super::MAX_ROWS_SHOWN;
use super::calculation::Calculation;
use super::read::Operation;
use crate::workers::is_cancelled;

/// The result of a calculation.
#[derive(Debug)]
pub(super) struct Computed {
    /// The figure as returned by SQL; for counts and lists, the number of matching rows.
    pub(super) figure: String,
    /// Number of rows that match the conditions.
    pub(super) fitting: usize,
    /// Number of these rows without a value in the column.
    pub(super) empty: usize,
    /// The first rows that it rests on.
    pub(super) rows: Vec<usize>,
}

/// Runs a calculation; `None` if no row matches, or if cells of its columns cannot be interpreted.
///
/// # Errors
///
/// Returns the reason why SQL has no result.
pub(super) fn run(table: &Table, asked: &Calculation) -> Result<Option<Computed>, TableDbError> {
    let used = asked.conditions.iter().map(|one| one.column).chain(asked.column);
    if !used.into_iter().all(|column| is_readable(table, column)) {
        return Ok(None);
    }
    let db = TableDb::load([table], is_cancelled)?;
    if !db.has_all_rows() {
        return Ok(None);
    }
    let name = |column: usize| {
        let column = table.columns.get(column).and_then(|column| db.column(column.shown()));
        column.ok_or_else(|| TableDbError::Sql("a column has no name of its own".to_owned()))
    };
    let mut from = format!("FROM {} WHERE 1", db.table().unwrap_or_default());
    for condition in &asked.conditions {
        // Writing to a string cannot fail.
        let _ = write!(from, " AND {} {}", name(condition.column)?, condition.sql);
    }
    let value = asked.column.map(name).transpose()?.unwrap_or("1");
    let (aggregate, order) = match asked.operation {
        Operation::Count | Operation::List => ("COUNT", None),
        Operation::Sum => ("SUM", None),
        Operation::Average => ("AVG", None),
        Operation::Least => ("MIN", Some(("<=", "ASC"))),
        Operation::Greatest => ("MAX", Some((">=", "DESC"))),
    };
    let figures =
        db.run(&format!("SELECT {aggregate}({value}), COUNT(*), COUNT({value}) {from}"))?;
    let number = |cell: &Cell| cell.text().parse().unwrap_or(0_usize);
    let Some([figure, fitting, filled]) = figures.rows.first().map(Vec::as_slice) else {
        return Ok(None);
    };
    let (fitting, filled) = (number(fitting), number(filled));
    if filled == 0 {
        return Ok(None);
    }
    if let Some((sign, way)) = order {
        // Rows that tie with the last one are included.
        let skipped = asked.limit.min(filled) - 1;
        let all = format!("{from} AND {value} IS NOT NULL ORDER BY {value} {way}");
        let last = format!("SELECT {value} {all} LIMIT 1 OFFSET {skipped}");
        let _ = write!(from, " AND {value} {sign} ({last}) ORDER BY {value} {way}");
    }
    let rows = db.run(&format!("SELECT rowid {from} LIMIT {MAX_ROWS_SHOWN}"))?.rows;
    let rows = rows.iter().flatten().filter_map(|row| number(row).checked_sub(1)).collect();
    let figure = figure.text().to_owned();
    Ok(Some(Computed { figure, fitting, empty: fitting - filled, rows }))
}

/// Returns true if every cell of a column can be read as the column's kind.
fn is_readable(table: &Table, column: usize) -> bool {
    let Some(by) = table.columns.get(column) else {
        return false;
    };
    let mut cells = (0..table.len()).map(|row| table.cell(row, column));
    cells.all(|cell| match by.kind {
        _ if is_blank(cell) => true,
        ColumnKind::Text => true,
        ColumnKind::Period => by.period(cell).is_some(),
        ColumnKind::Number => by.number(cell).is_some(),
    })
}
