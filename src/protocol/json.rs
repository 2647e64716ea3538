//! JSON as typed data, always parsed to a [`Value`] first.
//!
//! A single code path keeps the page small: every further way of reading JSON adds code per type.

use serde::de::DeserializeOwned;
use serde_json::Value;

/// Parses JSON.
///
/// # Errors
///
/// Fails if the bytes are not JSON, or do not match `T`.
pub fn read<T: DeserializeOwned>(json: impl AsRef<[u8]>) -> Result<T, serde_json::Error> {
    serde_json::from_slice::<Value>(json.as_ref()).and_then(serde_json::from_value)
}
