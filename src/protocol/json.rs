//! JSON as typed data, always by way of a [`Value`].
//!
//! One way keeps the page small: each way of reading JSON costs every type its own code.

use serde::de::DeserializeOwned;
use serde_json::Value;

/// Reads JSON.
///
/// # Errors
///
/// If the bytes are not JSON, or not of the shape of `T`.
pub fn read<T: DeserializeOwned>(json: impl AsRef<[u8]>) -> Result<T, serde_json::Error> {
    serde_json::from_slice::<Value>(json.as_ref()).and_then(serde_json::from_value)
}
