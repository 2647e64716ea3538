//! Conditions on a row, and their evaluation.

use footnote_text::words::words;

use super::figure::CalculationError;
use super::number::{Decimal, Number};
use super::period::Period;
use super::{Table, is_blank, key};

/// A test of a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Test {
    /// It has the same words as one of these texts.
    OneOf(Vec<String>),
    /// It has this word among others.
    Has(String),
    /// Its number is greater.
    Above(Decimal),
    /// Its number is as great or greater.
    From(Decimal),
    /// Its number is less.
    Below(Decimal),
    /// Its number is as great or less.
    UpTo(Decimal),
    /// Its number lies between both, or is one of them.
    Between(Decimal, Decimal),
    /// Its number is greater than that of another column.
    AboveOf(usize),
    /// Its number is less than that of another column.
    BelowOf(usize),
    /// Its date lies within one of these periods.
    Within(Vec<Period>),
    /// Its date lies behind the period.
    After(Period),
    /// Its date lies before the period.
    Before(Period),
}

impl Test {
    /// The other column whose cell is compared.
    pub fn other(&self) -> Option<usize> {
        match self {
            Self::AboveOf(column) | Self::BelowOf(column) => Some(*column),
            _ => None,
        }
    }
}

/// A condition on a column of a row.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    /// The column.
    pub column: usize,
    /// The test of its cell.
    pub test: Test,
    /// True if the test must fail.
    pub is_negated: bool,
}

/// A condition with what its texts are compared by.
pub(super) struct KeyedCondition<'a> {
    condition: &'a Condition,
    keys: Vec<u64>,
}

impl<'a> KeyedCondition<'a> {
    pub(super) fn new(condition: &'a Condition) -> Self {
        let texts = match &condition.test {
            Test::OneOf(texts) => texts.as_slice(),
            _ => &[],
        };
        Self { keys: texts.iter().map(|text| key(text)).collect(), condition }
    }

    /// True if it holds in a row; `None` if its cell has no value, or none that can be compared.
    pub(super) fn holds(
        &self,
        table: &Table,
        row: usize,
    ) -> Result<Option<bool>, CalculationError> {
        let Condition { column, test, is_negated } = self.condition;
        let cell = table.cell(row, *column);
        let Some(by) = table.columns.get(*column).filter(|_| !is_blank(cell)) else {
            return Ok(None);
        };
        let number = || by.number(cell).map(|number| number.value);
        let compared = |holds: &dyn Fn(Decimal) -> bool| number().map(holds);
        let dated = |of: &dyn Fn(Period) -> Result<bool, CalculationError>| {
            by.period(cell).map(of).transpose()
        };
        let beside = |other: usize, holds: &dyn Fn(Decimal, Decimal) -> bool| {
            let (one, two) = by.number(cell).zip(number_of(table, row, other))?;
            (one.unit == two.unit).then(|| holds(one.value, two.value))
        };
        let held = match test {
            Test::OneOf(_) => Some(self.keys.contains(&key(cell))),
            Test::Has(word) => Some(words(cell).any(|own| own.to_lowercase() == *word)),
            Test::Above(least) => compared(&|number| number > *least),
            Test::From(least) => compared(&|number| number >= *least),
            Test::Below(most) => compared(&|number| number < *most),
            Test::UpTo(most) => compared(&|number| number <= *most),
            Test::Between(least, most) => compared(&|number| (*least..=*most).contains(&number)),
            Test::AboveOf(other) => beside(*other, &|one, two| one > two),
            Test::BelowOf(other) => beside(*other, &|one, two| one < two),
            Test::Within(periods) => dated(&|date| within(date, periods))?,
            Test::After(period) => {
                dated(&|date| beyond(date.from > period.to, date.to <= period.to))?
            }
            Test::Before(period) => {
                dated(&|date| beyond(date.to < period.from, date.from >= period.from))?
            }
        };
        Ok(held.map(|held| held != *is_negated))
    }
}

/// The number in a cell.
fn number_of(table: &Table, row: usize, column: usize) -> Option<Number> {
    table.columns.get(column)?.number(table.cell(row, column))
}

/// True if a date lies within one of the periods.
fn within(date: Period, periods: &[Period]) -> Result<bool, CalculationError> {
    let mut is_certain = true;
    for period in periods {
        match date.within(*period) {
            Some(true) => return Ok(true),
            Some(false) => {}
            None => is_certain = false,
        }
    }
    if is_certain { Ok(false) } else { Err(CalculationError::Imprecise) }
}

fn beyond(is_beyond: bool, is_not: bool) -> Result<bool, CalculationError> {
    if is_beyond || is_not { Ok(is_beyond) } else { Err(CalculationError::Imprecise) }
}
