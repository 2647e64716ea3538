//! Figures over rows, and the reasons why there is none.

use super::number::Decimal;
use super::period::Period;

/// The aggregate over the rows that fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aggregate {
    /// Their number, or that of the different values of a column.
    Count,
    /// The sum of a column.
    Sum,
    /// The mean of a column.
    Mean,
    /// The rows with the least value of a column.
    Least,
    /// The rows with the greatest value of a column.
    Greatest,
    /// The share of the rows that fit in those that fit all conditions but the one at this place.
    Share(usize),
    /// The rows themselves.
    List,
}

/// A figure.
#[derive(Clone, Debug, PartialEq)]
pub enum Figure {
    /// A number with its unit; rounded if the last is false.
    Number(Decimal, String, bool),
    /// A date.
    Period(Period),
}

/// The reason why there is no figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CalculationError {
    /// The column has amounts in several units.
    Units(Vec<String>),
    /// Shares cannot be added up.
    Shares,
    /// A date is less precise than the question.
    Imprecise,
    /// A condition is on a column whose empty cells may go on with those above.
    Gaps,
    /// No row that fits has a value, or the sum is too large.
    Nothing,
    /// The time that is asked for lies outside of the table's dates.
    OutOfRange,
    /// Rows of the table are missing.
    Cut,
}
