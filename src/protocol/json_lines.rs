//! JSON Lines: one value per line.

use serde_json::Value;

/// Encodes a value as a line, with its newline; JSON itself never contains a bare one.
pub fn encode(value: &Value) -> Vec<u8> {
    let mut line = value.to_string().into_bytes();
    line.push(b'\n');
    line
}
