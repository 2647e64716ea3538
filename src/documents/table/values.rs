//! The values of a column in some rows, and what is made of them.

use std::collections::BTreeSet;

use super::figure::{Aggregate, Fault, Figure};
use super::number::Decimal;
use super::period::Period;
use super::{Kind, Table, is_blank};

/// A value of a cell.
#[derive(Clone, Debug, PartialEq)]
enum Value {
    Number(Decimal, String),
    Period(Period),
}

/// The cells of a column that were read, each with its row.
pub(super) struct Read {
    values: Vec<(usize, Value)>,
    /// Cells without a value.
    pub(super) empty: usize,
    /// Cells that are no number or no date.
    pub(super) unreadable: usize,
}

impl Read {
    pub(super) fn of(table: &Table, column: usize, rows: &[usize]) -> Self {
        let mut read = Self { values: Vec::new(), empty: 0, unreadable: 0 };
        let Some(by) = table.columns.get(column) else {
            return read;
        };
        for row in rows {
            let cell = table.cell(*row, column);
            let value = match by.kind {
                Kind::Period => by.period(cell).map(Value::Period),
                _ => by.number(cell).map(|one| Value::Number(one.value, one.unit)),
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
    ) -> Result<(Figure, Vec<usize>), Fault> {
        let unit = self.unit()?;
        match aggregate {
            Aggregate::Least | Aggregate::Greatest => self.first(aggregate, limit, &unit),
            _ if unit == "%" && aggregate == Aggregate::Sum => Err(Fault::Shares),
            _ => Ok((self.added(aggregate, unit)?, rows)),
        }
    }

    /// The one unit of all numbers. Numbers without one beside others with one may be anything.
    fn unit(&self) -> Result<String, Fault> {
        let mut units: BTreeSet<&str> = BTreeSet::new();
        for (_, value) in &self.values {
            if let Value::Number(_, unit) = value {
                units.insert(unit);
            }
        }
        match units.len() {
            0 | 1 => Ok(units.first().map(|unit| (*unit).to_owned()).unwrap_or_default()),
            _ => Err(Fault::Units(units.into_iter().map(str::to_owned).collect())),
        }
    }

    fn added(&self, aggregate: Aggregate, unit: String) -> Result<Figure, Fault> {
        let mut sum = Decimal::default();
        for (_, value) in &self.values {
            let Value::Number(number, _) = value else {
                return Err(Fault::Nothing);
            };
            sum = sum.plus(*number).ok_or(Fault::Nothing)?;
        }
        if self.values.is_empty() {
            return Err(Fault::Nothing);
        }
        if aggregate == Aggregate::Sum {
            return Ok(Figure::Number(sum, unit, true));
        }
        let (mean, is_exact) = sum.divided(self.values.len()).ok_or(Fault::Nothing)?;
        let mean = mean.with_decimals(sum.decimals());
        Ok(Figure::Number(mean, unit, is_exact))
    }

    /// The first rows in the order of their values; all with the first value where no number is asked for.
    fn first(
        &self,
        aggregate: Aggregate,
        limit: Option<usize>,
        unit: &str,
    ) -> Result<(Figure, Vec<usize>), Fault> {
        let mut ordered: Vec<&(usize, Value)> = self.values.iter().collect();
        ordered.sort_by(|(_, one), (_, two)| match aggregate {
            Aggregate::Least => one.order().cmp(&two.order()),
            _ => two.order().cmp(&one.order()),
        });
        let (_, first) = ordered.first().ok_or(Fault::Nothing)?;
        let figure = match first {
            Value::Number(value, _) => Figure::Number(*value, unit.to_owned(), true),
            Value::Period(period) => Figure::Period(*period),
        };
        let is_first = |value: &Value| value.order() == first.order();
        // Rows that are level with the last of so many come with it.
        let last = limit.and_then(|limit| ordered.get(limit.max(1) - 1).or(ordered.last()));
        let is_level = |value: &Value| last.is_some_and(|(_, last)| value.order() == last.order());
        let fits = |at: usize, value: &Value| match limit {
            Some(limit) => at < limit || is_level(value),
            None => is_first(value),
        };
        let rows = ordered.iter().enumerate().filter(|(at, (_, value))| fits(*at, value));
        Ok((figure, rows.map(|(_, (row, _))| *row).collect()))
    }
}

impl Value {
    fn order(&self) -> (Option<Decimal>, Option<Period>) {
        match self {
            Self::Number(value, _) => (Some(*value), None),
            Self::Period(period) => (None, Some(*period)),
        }
    }
}
