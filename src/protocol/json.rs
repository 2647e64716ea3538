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

/// Returns the number as it was written: 0.9, not the nearest `f64` of the nearest `f32`. Null if it is not finite.
pub fn number(number: f32) -> Value {
    let number: Option<f64> = number.to_string().parse().ok();
    number.map_or(Value::Null, Value::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_the_digits_it_was_written_with() {
        assert_eq!(number(0.9).to_string(), "0.9");
        assert_eq!(number(f32::NAN), Value::Null);
    }
}
