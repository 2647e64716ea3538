//! Functions in place of `SQLite`'s own: aggregates that add decimals exactly, and functions of text.

use std::collections::HashSet;

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
    // SQLite's own versions compare each character of the text with each of the others.
    for (name, is_begin, is_end) in
        [("trim", true, true), ("ltrim", true, false), ("rtrim", false, true)]
    {
        connection.create_scalar_function(name, 2, flags, move |context| {
            let (text, others) = (context.get(0)?, context.get(1)?);
            Ok(trimmed(text, others, is_begin, is_end))
        })?;
    }
    Ok(())
}

/// Removes characters from the beginning and the end of a value.
fn trimmed(value: Value, characters: Value, is_begin: bool, is_end: bool) -> Value {
    let (Some(text), Some(characters)) = (text(value), text(characters)) else {
        return Value::Null;
    };
    let characters: HashSet<char> = characters.chars().collect();
    let mut trimmed = text.as_str();
    if is_begin {
        trimmed = trimmed.trim_start_matches(|c| characters.contains(&c));
    }
    if is_end {
        trimmed = trimmed.trim_end_matches(|c| characters.contains(&c));
    }
    Value::Text(trimmed.to_owned())
}

/// Returns a value as text; `None` for null.
fn text(value: Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::Integer(whole) => Some(whole.to_string()),
        Value::Real(real) => Some(real.to_string()),
        Value::Text(text) => Some(text),
        Value::Blob(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
    }
}

/// The number passed to an aggregate; `None` for null.
fn number(context: &Context<'_>) -> Result<Option<Decimal>> {
    let wrong = |what: String| Error::UserFunctionError(what.into());
    let text = match context.get_raw(0) {
        ValueRef::Null => return Ok(None),
        ValueRef::Integer(whole) => whole.to_string(),
        ValueRef::Real(real) => real.to_string(),
        ValueRef::Text(_) | ValueRef::Blob(_) => {
            return Err(wrong("sums and means need a column of numbers, and this is text".into()));
        }
    };
    let number = Number::of(&text, DecimalStyle::Point);
    number
        .map(|number| Some(number.value))
        .ok_or_else(|| wrong(format!("{text} is too long a number")))
}

fn too_large() -> Error {
    Error::UserFunctionError("the sum is too large".into())
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
