//! A JSON value with its fields in the order that readers see.

use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// A value; anything except a list or an object is text, and `null` is empty text.
#[derive(Debug, PartialEq)]
pub(super) enum JsonValue {
    Text(String),
    List(Vec<JsonValue>),
    Object(Vec<(String, JsonValue)>),
}

impl JsonValue {
    /// Returns the text, if it is a single line.
    pub(super) fn short(&self) -> Option<&str> {
        match self {
            Self::Text(text) if !text.contains('\n') => Some(text),
            _ => None,
        }
    }
}

/// Parses the value in a text. Numbers are kept as written, however large or exact.
///
/// # Errors
///
/// Fails if it is not JSON.
pub(super) fn read(text: &str) -> serde_json::Result<JsonValue> {
    // Validates the text, including its numbers but not their size.
    serde_json::from_str::<IgnoredAny>(text)?;
    serde_json::from_str(&with_numbers_as_texts(text))
}

fn with_numbers_as_texts(json: &str) -> String {
    let mut quoted = String::with_capacity(json.len());
    let (mut in_text, mut is_escaped, mut in_number) = (false, false, false);
    for c in json.chars() {
        let goes_on = in_number && matches!(c, 'e' | 'E' | '+' | '.');
        let counts = !in_text && (c.is_ascii_digit() || c == '-' || goes_on);
        if counts != in_number {
            quoted.push('"');
        }
        in_number = counts;
        in_text ^= c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        quoted.push(c);
    }
    quoted.extend(in_number.then_some('"'));
    quoted
}

impl<'de> Deserialize<'de> for JsonValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Any)
    }
}

struct Any;

impl<'de> Visitor<'de> for Any {
    type Value = JsonValue;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<JsonValue, E> {
        Ok(JsonValue::Text(String::new()))
    }

    fn visit_bool<E>(self, value: bool) -> Result<JsonValue, E> {
        Ok(JsonValue::Text(if value { "yes" } else { "no" }.to_owned()))
    }

    fn visit_str<E>(self, value: &str) -> Result<JsonValue, E> {
        Ok(JsonValue::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<JsonValue, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element()? {
            values.push(value);
        }
        Ok(JsonValue::List(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<JsonValue, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = map.next_entry()? {
            fields.push(field);
        }
        Ok(JsonValue::Object(fields))
    }
}
