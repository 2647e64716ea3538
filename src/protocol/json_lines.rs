//! JSON Lines: one value per line.

use serde_json::Value;

/// The line of a value, with its newline; JSON itself never holds a bare one.
pub fn encode(value: &Value) -> Vec<u8> {
    let mut line = value.to_string().into_bytes();
    line.push(b'\n');
    line
}
