//! Columns of a table in the database: names, types and values.

use std::collections::BTreeSet;

use footnote_documents::table::number::Number;
use footnote_documents::table::period::Period;
use footnote_documents::table::{Column, ColumnKind, Table, is_blank};
use rusqlite::types::Value;

use super::result::cut;

/// Number of decimal digits that a binary floating-point number represents exactly.
const EXACT_DIGITS: usize = 15;

/// Maximum size of a cell, in bytes; longer ones are cut.
pub(super) const MAX_CELL_BYTES: usize = 2_000;

/// Type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColumnType {
    /// Integers, including years.
    Integer,
    /// Decimal numbers, with the maximum number of decimals.
    Real(usize),
    /// Dates such as `2026-12-31`, months such as `2026-12`, quarters such as `Q4 2026`.
    Date,
    /// Anything else.
    Text,
}

/// A column in the database.
#[derive(Debug)]
pub(super) struct LoadedColumn {
    /// Name in SQL.
    pub(super) name: String,
    /// Name in the document.
    pub(super) original: String,
    /// Its type.
    pub(super) kind: ColumnType,
    /// Unit of all its numbers.
    pub(super) unit: String,
    /// Number of empty cells.
    pub(super) empty: usize,
    /// Number of cells that are not of the column's type; they are null here.
    pub(super) unread: usize,
    /// Number of texts that are cut.
    pub(super) cut: usize,
    /// Values, row by row.
    pub(super) values: Vec<Value>,
}

impl ColumnType {
    /// Name of the type in SQL.
    pub(super) fn sql(self) -> &'static str {
        match self {
            Self::Integer => "INTEGER",
            Self::Real(_) => "REAL",
            Self::Date | Self::Text => "TEXT",
        }
    }

    /// Name of the type in a schema.
    pub(super) fn shown(self) -> &'static str {
        if self == Self::Date { "DATE" } else { self.sql() }
    }

    /// Number of decimals of its numbers; `None` if it has no numbers.
    pub(super) fn decimals(self) -> Option<usize> {
        match self {
            Self::Integer => Some(0),
            Self::Real(decimals) => Some(decimals),
            Self::Date | Self::Text => None,
        }
    }
}

/// Converts the first `rows` cells of a column to database columns. If its numbers have several units, the units become a
/// second column.
pub(super) fn load(table: &Table, at: usize, column: &Column, rows: usize) -> Vec<LoadedColumn> {
    let cells: Vec<&str> = (0..rows).map(|row| table.cell(row, at)).collect();
    let mut loaded = match column.kind {
        ColumnKind::Number => numbers(column, &cells).unwrap_or_else(|| texts(&cells)),
        ColumnKind::Period => vec![periods(column, &cells)],
        ColumnKind::Text => texts(&cells),
    };
    let empty = cells.iter().filter(|cell| is_blank(cell)).count();
    for one in &mut loaded {
        column.shown().clone_into(&mut one.original);
        one.empty = empty;
    }
    loaded
}

fn new(kind: ColumnType, values: Vec<Value>) -> LoadedColumn {
    let (name, original, unit) = <_>::default();
    LoadedColumn { name, original, kind, unit, empty: 0, unread: 0, cut: 0, values }
}

fn texts(cells: &[&str]) -> Vec<LoadedColumn> {
    let mut count = 0;
    let value = |cell: &&str| {
        let mut text = (*cell).to_owned();
        count += usize::from(cut(&mut text, MAX_CELL_BYTES));
        if is_blank(cell) { Value::Null } else { Value::Text(text) }
    };
    let values = cells.iter().map(value).collect();
    vec![LoadedColumn { cut: count, ..new(ColumnType::Text, values) }]
}

/// Converts a column of numbers; `None` if some have too many digits for exact sums.
fn numbers(column: &Column, cells: &[&str]) -> Option<Vec<LoadedColumn>> {
    let numbers: Vec<Option<Number>> = cells.iter().map(|cell| column.number(cell)).collect();
    let all = || numbers.iter().flatten();
    let decimals = all().map(|number| number.value.decimals()).max().unwrap_or(0);
    let is_long = |number: &Number| {
        number.value.plain().bytes().filter(u8::is_ascii_digit).count() > EXACT_DIGITS
    };
    if all().any(is_long) {
        return None;
    }
    let kind = match usize::try_from(decimals) {
        Ok(decimals @ 1..) => ColumnType::Real(decimals),
        _ => ColumnType::Integer,
    };
    let value = |number: &Option<Number>| {
        let plain = number.as_ref().map(|number| number.value.plain());
        let value = plain.and_then(|plain| match kind {
            ColumnType::Integer => plain.parse().ok().map(Value::Integer),
            _ => plain.parse().ok().map(Value::Real),
        });
        value.unwrap_or(Value::Null)
    };
    let mut loaded = new(kind, numbers.iter().map(value).collect());
    let is_unread = |(cell, number): &(&&str, &Option<Number>)| number.is_none() && !is_blank(cell);
    loaded.unread = cells.iter().zip(&numbers).filter(is_unread).count();
    let units: BTreeSet<&str> = all().map(|number| number.unit.as_str()).collect();
    let mut units = units.into_iter();
    match (units.next(), units.next()) {
        (Some(unit), None) => {
            unit.clone_into(&mut loaded.unit);
            Some(vec![loaded])
        }
        (Some(_), Some(_)) => {
            let unit = |number: &Option<Number>| {
                let unit = number.as_ref().map(|number| number.unit.clone());
                unit.filter(|unit| !unit.is_empty()).map_or(Value::Null, Value::Text)
            };
            let units = new(ColumnType::Text, numbers.iter().map(unit).collect());
            Some(vec![loaded, units])
        }
        _ => Some(vec![loaded]),
    }
}

fn periods(column: &Column, cells: &[&str]) -> LoadedColumn {
    let periods: Vec<Option<Period>> = cells.iter().map(|cell| column.period(cell)).collect();
    let are_years = periods.iter().flatten().all(|period| period.is_year());
    let kind = if are_years { ColumnType::Integer } else { ColumnType::Date };
    let value = |period: &Option<Period>| match period {
        Some(period) if are_years => Value::Integer(i64::from(period.from / 10_000)),
        Some(period) => Value::Text(period.to_string()),
        None => Value::Null,
    };
    let mut loaded = new(kind, periods.iter().map(value).collect());
    let is_unread = |(cell, period): &(&&str, &Option<Period>)| period.is_none() && !is_blank(cell);
    loaded.unread = cells.iter().zip(&periods).filter(is_unread).count();
    loaded
}
