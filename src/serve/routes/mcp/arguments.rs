//! Arguments of the MCP tools.

use footnote_protocol::Scope;
use footnote_protocol::dialect::scope_of;
use serde_json::Value;

/// Maximum number of passages per request.
pub(super) const MAX_PASSAGES: u64 = 50;

/// Returns the text of an argument.
///
/// # Errors
///
/// A message about the missing argument.
pub(super) fn text<'a>(arguments: &'a Value, name: &str) -> Result<&'a str, String> {
    let text = arguments.get(name).and_then(Value::as_str);
    text.filter(|text| !text.trim().is_empty())
        .ok_or_else(|| format!("{name} must be a string that is not empty"))
}

/// Returns the requested number of passages, if given.
///
/// # Errors
///
/// A message about an argument that is not a number.
pub(super) fn wanted(arguments: &Value) -> Result<Option<u32>, String> {
    match arguments.get("top") {
        None | Some(Value::Null) => Ok(None),
        Some(top) => {
            let top = top.as_u64().filter(|top| (1..=MAX_PASSAGES).contains(top));
            let top = top.and_then(|top| u32::try_from(top).ok());
            top.map(Some)
                .ok_or_else(|| format!("top must be a whole number from 1 to {MAX_PASSAGES}"))
        }
    }
}

/// Returns the requested scope, if given.
///
/// # Errors
///
/// A message about an invalid scope.
pub(super) fn scope(arguments: &Value) -> Result<Option<Scope>, String> {
    scope_of(arguments.get("scope")).map_err(|error| error.message)
}
