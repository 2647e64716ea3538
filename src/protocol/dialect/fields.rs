//! Reads request fields one by one, so that an error can name the wrong field.

use serde::Deserialize;
use serde_json::Value;

use crate::ProtocolError;

/// A value of a request, and its path there.
pub(super) type Placed<T> = (String, T);

/// Parses the body of a request.
///
/// # Errors
///
/// Rejects anything but an object.
pub(super) fn object<Body: for<'a> Deserialize<'a>>(body: &Value) -> Result<Body, ProtocolError> {
    let read = body.is_object().then(|| Body::deserialize(body).ok());
    read.flatten().ok_or_else(|| ProtocolError::refused("the body must be a JSON object"))
}

/// Parses the list of objects at `at`; returns them with their paths.
///
/// # Errors
///
/// Fails with the path of the list, or of the first item of the wrong type.
pub(super) fn listed<T: for<'a> Deserialize<'a>>(
    at: &str,
    list: &Value,
) -> Result<Vec<Placed<T>>, ProtocolError> {
    let list = list.as_array().ok_or_else(|| must_be(at, "a list"))?;
    let read = list.iter().enumerate().map(|(index, item)| {
        let at = format!("{at}[{index}]");
        let read = item.is_object().then(|| T::deserialize(item).ok()).flatten();
        read.ok_or_else(|| must_be(&at, "an object with the fields of its kind"))
            .map(|read| (at, read))
    });
    read.collect()
}

/// Returns the text at `at`.
///
/// # Errors
///
/// Rejects anything else.
pub(super) fn string<'a>(at: &str, value: &'a Value) -> Result<&'a str, ProtocolError> {
    value.as_str().ok_or_else(|| must_be(at, "a string"))
}

/// Returns the error for the field at `at`, which should be of another kind.
pub(super) fn must_be(at: &str, kind: &str) -> ProtocolError {
    ProtocolError::refused(format!("{at} must be {kind}"))
}
