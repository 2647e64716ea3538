//! The values of a column in some rows, and what is made of them.

use std::collections::BTreeSet;

use super::figure::{Aggregate, CalculationError, Figure};
use super::number::Decimal;
use super::period::Period;
use super::{ColumnKind, Table, is_blank};

/// A value of a cell.
#[derive(Clone, Debug, PartialEq)]
enum CellValue {
    Number(Decimal, String),
    Period(Period),
}

/// The cells of a column that were read, each with its row.
pub(super) struct ColumnValues {
    values: Vec<(usize, CellValue)>,
    /// Cells without a value.
    pub(super) empty: usize,
    /// Cells that are no number or no date.
    pub(super) unreadable: usize,
}

impl ColumnValues {
    pub(super) fn of(table: &Table, column: usize, rows: &[usize]) -> Self {
        let mut read = Self { values: Vec::new(), empty: 0, unreadable: 0 };
        let Some(by) = table.columns.get(column) else {
            return read;
        };
        for row in rows {
            let cell = table.cell(*row, column);
            let value = match by.kind {
                ColumnKind::Period => by.period(cell).map(CellValue::Period),
                _ => by.number(cell).map(|one| CellValue::Number(one.value, one.unit)),
            };
            match value {
                Some(value) => read.values.push((*row, value)),
                None if is_blank(cell) => read.empty += 1,
                None => read.unreadable += 1,
            }
        }
        read
    }

    /// The figure, with the rows that it is taken from.
    pub(super) fn figure(
        &self,
        aggregate: Aggregate,
        limit: Option<usize>,
        rows: Vec<usize>,
    ) -> Result<(Figure, Vec<usize>), CalculationError> {
        let unit = self.unit()?;
        match aggregate {
            Aggregate::Least | Aggregate::Greatest => self.first(aggregate, limit, &unit),
            _ if unit == "%" && aggregate == Aggregate::Sum => Err(CalculationError::Shares),
            _ => Ok((self.added(aggregate, unit)?, rows)),
        }
    }

    /// The one unit of all numbers. Numbers without one beside others with one may be anything.
    fn unit(&self) -> Result<String, CalculationError> {
        let mut units: BTreeSet<&str> = BTreeSet::new();
        for (_, value) in &self.values {
            if let CellValue::Number(_, unit) = value {
                units.insert(unit);
            }
        }
        match units.len() {
            0 | 1 => Ok(units.first().map(|unit| (*unit).to_owned()).unwrap_or_default()),
            _ => Err(CalculationError::Units(units.into_iter().map(str::to_owned).collect())),
        }
    }

    fn added(&self, aggregate: Aggregate, unit: String) -> Result<Figure, CalculationError> {
        let mut sum = Decimal::default();
        for (_, value) in &self.values {
            let CellValue::Number(number, _) = value else {
                return Err(CalculationError::Nothing);
            };
            sum = sum.plus(*number).ok_or(CalculationError::Nothing)?;
        }
        if self.values.is_empty() {
            return Err(CalculationError::Nothing);
        }
        if aggregate == Aggregate::Sum {
            return Ok(Figure::Number(sum, unit, true));
        }
        let (mean, is_exact) = sum.divided(self.values.len()).ok_or(CalculationError::Nothing)?;
        let mean = mean.with_decimals(sum.decimals());
        Ok(Figure::Number(mean, unit, is_exact))
    }

    /// The first rows in the order of their values; all with the first value where no number is asked for.
    fn first(
        &self,
        aggregate: Aggregate,
        limit: Option<usize>,
        unit: &str,
    ) -> Result<(Figure, Vec<usize>), CalculationError> {
        let mut ordered: Vec<&(usize, CellValue)> = self.values.iter().collect();
        ordered.sort_by(|(_, one), (_, two)| match aggregate {
            Aggregate::Least => one.order().cmp(&two.order()),
            _ => two.order().cmp(&one.order()),
        });
        let (_, first) = ordered.first().ok_or(CalculationError::Nothing)?;
        let figure = match first {
            CellValue::Number(value, _) => Figure::Number(*value, unit.to_owned(), true),
            CellValue::Period(period) => Figure::Period(*period),
        };
        let is_first = |value: &CellValue| value.order() == first.order();
        // Rows that are level with the last of so many come with it.
        let last = limit.and_then(|limit| ordered.get(limit.max(1) - 1).or(ordered.last()));
        let is_level =
            |value: &CellValue| last.is_some_and(|(_, last)| value.order() == last.order());
        let fits = |at: usize, value: &CellValue| match limit {
            Some(limit) => at < limit || is_level(value),
            None => is_first(value),
        };
        let rows = ordered.iter().enumerate().filter(|(at, (_, value))| fits(*at, value));
        Ok((figure, rows.map(|(_, (row, _))| *row).collect()))
    }
}

impl CellValue {
    fn order(&self) -> (Option<Decimal>, Option<Period>) {
        match self {
            Self::Number(value, _) => (Some(*value), None),
            Self::Period(period) => (None, Some(*period)),
        }
    }
}
