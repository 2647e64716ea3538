//! The arguments of a tool.

use footnote_protocol::Scope;
use footnote_protocol::dialect::scope_of;
use serde_json::Value;

/// The most passages that can be asked for at once.
pub(super) const MOST_PASSAGES: u64 = 50;

/// The text that an argument holds.
///
/// # Errors
///
/// A sentence about the missing argument.
pub(super) fn text<'a>(arguments: &'a Value, name: &str) -> Result<&'a str, String> {
    let text = arguments.get(name).and_then(Value::as_str);
    text.filter(|text| !text.trim().is_empty())
        .ok_or_else(|| format!("{name} must be a string that is not empty"))
}

/// The number of passages that is asked for, if it is given.
///
/// # Errors
///
/// A sentence about the argument that is no number.
pub(super) fn wanted(arguments: &Value) -> Result<Option<u32>, String> {
    match arguments.get("top") {
        None | Some(Value::Null) => Ok(None),
        Some(top) => {
            let top = top.as_u64().filter(|top| (1..=MOST_PASSAGES).contains(top));
            let top = top.and_then(|top| u32::try_from(top).ok());
            top.map(Some)
                .ok_or_else(|| format!("top must be a whole number from 1 to {MOST_PASSAGES}"))
        }
    }
}

/// The scope that is asked, if one is given.
///
/// # Errors
///
/// A sentence about what is no scope.
pub(super) fn scope(arguments: &Value) -> Result<Option<Scope>, String> {
    scope_of(arguments.get("scope")).map_err(|error| error.message)
}
