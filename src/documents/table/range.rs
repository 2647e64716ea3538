//! The range of a column, and the times of conditions that lie outside of it.

use super::condition::{Condition, Test};
use super::number::Decimal;
use super::period::Period;
use super::{ColumnKind, Table, is_blank};

/// Times that are asked for although a table has none of them.
#[derive(Clone, Debug, PartialEq)]
pub struct OutOfRange {
    /// The column with dates.
    pub column: usize,
    /// The time from its first date to its last.
    pub covered: Period,
    /// The test that is asked for, with only those times that lie outside.
    pub asked: Test,
}

/// The first condition that asks for a time before the first date of its column or behind its last.
pub fn outside(table: &Table, conditions: &[Condition]) -> Option<OutOfRange> {
    conditions.iter().filter(|one| !one.is_negated).find_map(
        |Condition { column, test, .. }| {
            let covered = covered(table, *column)?;
            let is_outside = |time: &Period| time.within(covered) == Some(false);
            let asked = match test {
                Test::Within(times) => {
                    let times: Vec<Period> = times.iter().copied().filter(is_outside).collect();
                    Some(Test::Within(times.clone())).filter(|_| !times.is_empty())
                }
                Test::After(time) => (time.to >= covered.to).then(|| test.clone()),
                Test::Before(time) => (time.from <= covered.from).then(|| test.clone()),
                _ => None,
            };
            asked.map(|asked| OutOfRange { column: *column, covered, asked })
        },
    )
}

/// The time from the first date of a column to its last; `None` if not all of its cells can be read.
fn covered(table: &Table, column: usize) -> Option<Period> {
    let by = table.columns.get(column).filter(|one| one.kind == ColumnKind::Period)?;
    let cells = (0..table.len()).map(|row| table.cell(row, column)).filter(|cell| !is_blank(cell));
    let dates: Option<Vec<Period>> = cells.map(|cell| by.period(cell)).collect();
    let dates = dates?;
    let (from, to) =
        (dates.iter().map(|one| one.from).min()?, dates.iter().map(|one| one.to).max()?);
    Some(Period { from, to })
}

/// The least and the greatest number of a column.
pub fn ends(table: &Table, column: usize) -> Option<(Decimal, Decimal)> {
    let by = table.columns.get(column).filter(|one| one.kind == ColumnKind::Number)?;
    let cells = (0..table.len()).map(|row| table.cell(row, column));
    let numbers: Vec<Decimal> = cells.filter_map(|cell| Some(by.number(cell)?.value)).collect();
    Some((numbers.iter().copied().min()?, numbers.iter().copied().max()?))
}
