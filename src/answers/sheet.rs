//! Rows of a table in a document, sorted, filtered and summed for a reader who looks through it.

use std::cmp::Ordering;

use footnote_documents::table::number::Decimal;
use footnote_documents::table::period::Period;
use footnote_documents::table::{Column, ColumnKind, Table, is_blank};
use footnote_library::open::{self, Located};
use footnote_protocol::{
    ColumnSums, ProtocolError, SheetColumn, SheetOrder, SheetRequest, SheetRow, SheetRows,
};

use super::Rag;
use super::tools::tables_of;

/// Maximum number of rows returned at once.
const MAX_ROWS: usize = 100;

/// The message for a document or table that does not exist any more.
const GONE: &str = "This table is gone: its document was moved, changed or removed since.";

/// The unit of percentages, which do not add up.
const PERCENT: &str = "%";

impl Rag {
    /// Returns rows of a table of the document at `path`.
    ///
    /// # Errors
    ///
    /// Fails if this reader has no such document, table or column, while too many others wait, or if the index cannot
    /// be read.
    pub async fn sheet(
        &self,
        path: String,
        request: SheetRequest,
    ) -> Result<SheetRows, ProtocolError> {
        self.workers.admit()?;
        let rag = self.clone();
        self.workers.run(async move { rag.rows_of(&path, &request).await }).await?
    }

    async fn rows_of(
        &self,
        path: &str,
        request: &SheetRequest,
    ) -> Result<SheetRows, ProtocolError> {
        let gone = || ProtocolError::refused(GONE);
        let record = self.library.file(path).await?.ok_or_else(gone)?;
        if matches!(open::locate(&self.library, path).await?, Located::Missing) {
            return Err(gone());
        }
        let tables = tables_of(self, &record).await?;
        let has_rows = |table: &&Table| (0..table.len()).any(|row| is_in(table, row, request));
        let table = tables.iter().find(has_rows).ok_or_else(gone)?;
        let columns = [request.order.map(|order| order.column), request.within];
        if columns.into_iter().flatten().any(|column| column >= table.columns.len()) {
            return Err(ProtocolError::refused("The table has no such column."));
        }
        let _turn = self.workers.turn().await;
        Ok(rows(table, request))
    }
}

/// Returns true if a row stands in the requested passage.
fn is_in(table: &Table, row: usize, request: &SheetRequest) -> bool {
    table.ordinal(row) == request.passage
}

fn rows(table: &Table, request: &SheetRequest) -> SheetRows {
    let mut chosen = matching(table, request);
    let sums = request.order.and_then(|order| sums(table, order.column, &chosen));
    if let Some(order) = request.order {
        sort(table, order, &mut chosen);
    }
    let from = request.from.min(chosen.len().saturating_sub(1));
    let shown = chosen.iter().skip(from).take(MAX_ROWS);
    let is_number = |column: &Column| column.kind == ColumnKind::Number;
    let columns = table.columns.iter();
    let columns = columns
        .map(|column| SheetColumn { name: column.name.clone(), is_number: is_number(column) });
    SheetRows {
        columns: columns.collect(),
        all: table.len(),
        matching: chosen.len(),
        before: (0..table.len()).position(|row| is_in(table, row, request)).unwrap_or_default(),
        totals: table.totals,
        is_cut: table.has_gaps(),
        from,
        rows: shown.map(|row| sheet_row(table, *row)).collect(),
        sums,
    }
}

fn sheet_row(table: &Table, row: usize) -> SheetRow {
    let cells = (0..table.columns.len()).map(|column| table.cell(row, column).to_owned());
    SheetRow { number: row + 1, passage: table.ordinal(row), cells: cells.collect() }
}

/// Returns the rows that pass the filter, in the order of the document.
fn matching(table: &Table, request: &SheetRequest) -> Vec<usize> {
    let wanted = request.filter.trim().to_lowercase();
    let all = 0..table.len();
    if wanted.is_empty() {
        return all.collect();
    }
    let columns = request.within.map_or(0..table.columns.len(), |column| column..column + 1);
    let holds = |row, column| table.cell(row, column).to_lowercase().contains(&wanted);
    all.filter(|row| columns.clone().any(|column| holds(*row, column))).collect()
}

/// A cell as rows are sorted by it: numbers before periods, and these before other text.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum SortKey {
    /// A number below its unit: those of different units cannot be compared.
    Number(String, Decimal),
    Period(Period),
    Text(String),
}

impl SortKey {
    /// Returns the key of a cell; `None` if it is empty.
    fn of(column: &Column, cell: &str) -> Option<Self> {
        if is_blank(cell) {
            return None;
        }
        let number = || column.number(cell).map(|number| Self::Number(number.unit, number.value));
        let period = || column.period(cell).map(Self::Period);
        let known = match column.kind {
            ColumnKind::Number => number(),
            ColumnKind::Period => period(),
            ColumnKind::Text => None,
        };
        Some(known.unwrap_or_else(|| Self::Text(cell.to_lowercase())))
    }
}

/// Sorts rows; those with equal cells stay in the order of the document.
fn sort(table: &Table, order: SheetOrder, rows: &mut Vec<usize>) {
    let Some(column) = table.columns.get(order.column) else {
        return;
    };
    let key = |row| (SortKey::of(column, table.cell(row, order.column)), row);
    let mut keyed: Vec<_> = rows.drain(..).map(key).collect();
    keyed.sort_by(|(one, _), (other, _)| match (one, other) {
        (Some(one), Some(other)) if order.descending => other.cmp(one),
        (Some(one), Some(other)) => one.cmp(other),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => Ordering::Equal,
    });
    rows.extend(keyed.into_iter().map(|(_, row)| row));
}

/// Returns the sums of a column over these rows. `None` if it is not numeric, only numbers the rows, or has numbers of
/// several units.
fn sums(table: &Table, column: usize, rows: &[usize]) -> Option<ColumnSums> {
    let by = table.columns.get(column)?;
    if by.kind != ColumnKind::Number || by.is_key {
        return None;
    }
    let mut numbers = rows.iter().filter_map(|row| by.number(table.cell(*row, column)));
    let first = numbers.next()?;
    let (mut sum, mut count) = (first.value, 1);
    for number in numbers {
        if number.unit != first.unit {
            return None;
        }
        sum = sum.plus(number.value)?;
        count += 1;
    }
    let mean = sum.divided(count)?.in_digits();
    let sum = (first.unit != PERCENT).then(|| sum.plain());
    Some(ColumnSums { count, sum, mean, unit: first.unit })
}

#[cfg(test)]
mod tests {
    use footnote_documents::table::{samples, tables};

    use super::*;

    const ORDERS: [&str; 8] = [
        "Order | Region | Paid | Amount | Share",
        "1 | North | 2026-03-01 | € 10.50 | 10 %",
        "2 | South | 2026-01-15 | € 9.25 | 20 %",
        "3 | north-east | | | 30 %",
        "4 | South | 2026-02-01 | € 100.00 | 40 %",
        "5 | North | 2026-02-02 | open | 40 %",
        "6 | West | 2026-04-01 | € 0.30 | 40 %",
        "Total | | | € 120.05 | ",
    ];

    fn orders() -> Table {
        tables(&samples::passages("orders.csv", &[("", &ORDERS)])).remove(0)
    }

    fn ordered(column: usize, descending: bool, filter: &str) -> SheetRows {
        let order = Some(SheetOrder { column, descending });
        rows(&orders(), &SheetRequest { order, filter: filter.into(), ..SheetRequest::default() })
    }

    fn numbers(rows: &SheetRows) -> Vec<usize> {
        rows.rows.iter().map(|row| row.number).collect()
    }

    #[test]
    fn rows_are_sorted_by_what_their_cells_mean_with_empty_cells_last() {
        assert_eq!(numbers(&ordered(3, false, "")), [6, 2, 1, 4, 5, 3]);
        assert_eq!(numbers(&ordered(3, true, "")), [5, 4, 1, 2, 6, 3]);
        assert_eq!(numbers(&ordered(2, false, "")), [2, 4, 5, 1, 6, 3]);
        assert_eq!(numbers(&ordered(1, false, "")), [1, 5, 3, 2, 4, 6]);
    }

    #[test]
    fn sums_are_over_the_rows_that_pass_the_filter_and_leave_totals_out() {
        let all = ordered(3, false, "");
        assert_eq!((all.all, all.totals), (6, 1));
        let sums = all.sums.unwrap();
        assert_eq!((sums.count, sums.sum.as_deref()), (4, Some("120.05")));
        assert_eq!((sums.mean.as_str(), sums.unit.as_str()), ("30.0125", "eur"));
        let south = ordered(3, false, " SOUTH ");
        assert_eq!((south.matching, south.sums.unwrap().sum.as_deref()), (2, Some("109.25")));
    }

    #[test]
    fn names_numbers_of_rows_and_dates_are_not_summed_and_percentages_only_averaged() {
        for column in [0, 1, 2] {
            assert_eq!(ordered(column, false, "").sums, None, "{column}");
        }
        let share = ordered(4, false, "").sums.unwrap();
        assert_eq!((share.sum, share.mean.as_str()), (None, "30"));
    }

    #[test]
    fn a_filter_looks_into_one_column_or_all_and_rows_are_returned_from_any_of_them() {
        let request = SheetRequest { filter: "1".into(), ..SheetRequest::default() };
        assert_eq!(numbers(&rows(&orders(), &request)), [1, 2, 4, 6]);
        let request = SheetRequest { within: Some(0), ..request };
        assert_eq!(numbers(&rows(&orders(), &request)), [1]);
        let request = SheetRequest { from: 3, ..SheetRequest::default() };
        assert_eq!(numbers(&rows(&orders(), &request)), [4, 5, 6]);
        let request = SheetRequest { from: 99, ..SheetRequest::default() };
        assert_eq!(numbers(&rows(&orders(), &request)), [6]);
    }
}
