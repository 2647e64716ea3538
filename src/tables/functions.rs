//! Functions in place of `SQLite`'s own: aggregates that add decimals exactly, and functions of text.

use footnote_documents::table::number::{Decimal, DecimalStyle, Number};
use rusqlite::functions::{Aggregate, Context, FunctionFlags, WindowAggregate};
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, Error, Result};

/// Kind of aggregate.
#[derive(Clone, Copy)]
enum Exact {
    /// Sum; null without numbers.
    Sum,
    /// Sum; 0 without numbers.
    Total,
    /// Mean.
    Mean,
}

/// Running sum.
#[derive(Default)]
pub(super) struct Added {
    sum: Decimal,
    count: usize,
    /// True if a number has a fractional type, even if its value is integral.
    has_reals: bool,
}

/// A conversion of case.
type CaseChange = fn(&str) -> String;

/// Replaces functions of a connection.
pub(super) fn register(connection: &Connection) -> Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    for (name, exact) in [("sum", Exact::Sum), ("total", Exact::Total), ("avg", Exact::Mean)] {
        connection.create_window_function(name, 1, flags, exact)?;
    }
    // SQLite's own versions only convert ASCII letters.
    let cases: [(&str, CaseChange); 2] =
        [("lower", str::to_lowercase), ("upper", str::to_uppercase)];
    for (name, change) in cases {
        connection.create_scalar_function(name, 1, flags, move |context| {
            Ok(match context.get(0)? {
                Value::Text(text) => Value::Text(change(&text)),
                other => other,
            })
        })?;
    }
    // SQLite's own versions compare each character of one text with each of the other.
    for name in ["trim", "ltrim", "rtrim"] {
        let refuse =
            move |_: &Context<'_>| Err::<Value, _>(wrong(format!("{name} takes one text")));
        connection.create_scalar_function(name, 2, flags, refuse)?;
    }
    Ok(())
}

fn wrong(what: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
    Error::UserFunctionError(what.into())
}

/// The number passed to an aggregate; `None` for null.
fn number(context: &Context<'_>) -> Result<Option<Decimal>> {
    let text = match context.get_raw(0) {
        ValueRef::Null => return Ok(None),
        ValueRef::Integer(whole) => whole.to_string(),
        ValueRef::Real(real) => real.to_string(),
        ValueRef::Text(_) | ValueRef::Blob(_) => {
            return Err(wrong("sums and means need a column of numbers, and this is text"));
        }
    };
    let number = Number::of(&text, DecimalStyle::Point);
    number
        .map(|number| Some(number.value))
        .ok_or_else(|| wrong(format!("{text} is too long a number")))
}

fn too_large() -> Error {
    wrong("the sum is too large")
}

impl Exact {
    fn of(self, added: Option<&Added>) -> Value {
        let added = added.filter(|added| added.count > 0);
        let Some(Added { sum, count, has_reals }) = added else {
            return if matches!(self, Self::Total) { Value::Real(0.0) } else { Value::Null };
        };
        let sum = sum.plain();
        match (self, sum.parse()) {
            (Self::Sum, Ok(whole)) if !has_reals => Value::Integer(whole),
            (Self::Mean, _) => Value::Real(sum.parse::<f64>().unwrap_or_default() / *count as f64),
            _ => Value::Real(sum.parse().unwrap_or_default()),
        }
    }
}

impl Aggregate<Added, Value> for Exact {
    fn init(&self, _: &mut Context<'_>) -> Result<Added> {
        Ok(Added::default())
    }

    fn step(&self, context: &mut Context<'_>, added: &mut Added) -> Result<()> {
        if let Some(number) = number(context)? {
            added.sum = added.sum.plus(number).ok_or_else(too_large)?;
            added.count += 1;
            added.has_reals |= matches!(context.get_raw(0), ValueRef::Real(_));
        }
        Ok(())
    }

    fn finalize(&self, _: &mut Context<'_>, added: Option<Added>) -> Result<Value> {
        Ok(self.of(added.as_ref()))
    }
}

impl WindowAggregate<Added, Value> for Exact {
    fn value(&self, added: Option<&mut Added>) -> Result<Value> {
        Ok(self.of(added.as_deref()))
    }

    fn inverse(&self, context: &mut Context<'_>, added: &mut Added) -> Result<()> {
        if let Some(number) = number(context)? {
            added.sum = added.sum.minus(number).ok_or_else(too_large)?;
            added.count = added.count.saturating_sub(1);
        }
        Ok(())
    }
}
