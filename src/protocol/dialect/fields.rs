//! Fields of requests that are read value by value, so that a refusal can name the one that is wrong.

use serde::Deserialize;
use serde_json::Value;

use crate::ProtocolError;

/// Something that a request holds, and its place there.
pub(super) type Placed<T> = (String, T);

/// The body of a request.
///
/// # Errors
///
/// A refusal of anything but an object.
pub(super) fn object<Body: for<'a> Deserialize<'a>>(body: &Value) -> Result<Body, ProtocolError> {
    let read = body.is_object().then(|| Body::deserialize(body).ok());
    read.flatten().ok_or_else(|| ProtocolError::refused("the body must be a JSON object"))
}

/// The objects of the list at `at`, with their places.
///
/// # Errors
///
/// A refusal that names the list, or the first of its items that is no such object.
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

/// The text at `at`.
///
/// # Errors
///
/// A refusal of anything else.
pub(super) fn string<'a>(at: &str, value: &'a Value) -> Result<&'a str, ProtocolError> {
    value.as_str().ok_or_else(|| must_be(at, "a string"))
}

/// The refusal of the field at `at`, which should be something else.
pub(super) fn must_be(at: &str, kind: &str) -> ProtocolError {
    ProtocolError::refused(format!("{at} must be {kind}"))
}
