//! Arguments as models write them, and the schema that describes them to models.

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use utoipa::PartialSchema;

use super::{Arguments, ToolError};

/// Returns the JSON Schema of arguments, as short as possible, since every word takes room in the window of a small
/// model.
pub(super) fn schema<A: PartialSchema>() -> Value {
    let mut schema = serde_json::to_value(A::schema()).unwrap_or_default();
    shorten(&mut schema);
    // The tool has a description of its own.
    if let Some(fields) = schema.as_object_mut() {
        fields.remove("description");
    }
    schema
}

/// Removes the note that optional fields may also be null.
fn shorten(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::Array(types)) = fields.get("type") {
                let only = types.iter().find(|kind| *kind != "null").cloned();
                fields.insert("type".to_owned(), only.unwrap_or_default());
            }
            for noise in ["format", "minimum", "default"] {
                fields.remove(noise);
            }
            fields.values_mut().for_each(shorten);
        }
        Value::Array(items) => items.iter_mut().for_each(shorten),
        _ => {}
    }
}

/// Parses arguments.
///
/// # Errors
///
/// Returns what is wrong with them.
pub(super) fn read<A: Arguments>(arguments: &str) -> Result<A, ToolError> {
    let arguments = if arguments.trim().is_empty() { "{}" } else { arguments };
    let wrong = |error| format!("The arguments of {} cannot be read: {error}.", A::NAME);
    serde_json::from_str(arguments).map_err(|error| ToolError::Arguments(wrong(error)))
}

/// A value or a list of values.
#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
    None(()),
}

/// Deserialises a list, or a single item as a list of one. Blank items are dropped.
pub(super) fn one_or_many<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    let read = OneOrMany::deserialize(from);
    let mut items = match read.map_err(|_| D::Error::custom("a list of texts is expected"))? {
        OneOrMany::One(item) => vec![item],
        OneOrMany::Many(items) => items,
        OneOrMany::None(()) => Vec::new(),
    };
    items.retain(|item| !item.trim().is_empty());
    Ok(items)
}

/// Deserialises a text; a blank one becomes `None`.
pub(super) fn text<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    let text: Option<String> = Option::deserialize(from)?;
    Ok(text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()))
}

/// Deserialises a number, or its digits as a text.
pub(super) fn number<'de, D, N>(from: D) -> Result<Option<N>, D::Error>
where
    D: Deserializer<'de>,
    N: DeserializeOwned + std::str::FromStr,
{
    let wrong = || D::Error::custom("a whole number is expected");
    match Value::deserialize(from)? {
        Value::Null => Ok(None),
        Value::String(text) if text.trim().is_empty() => Ok(None),
        Value::String(text) => text.trim().parse().map(Some).map_err(|_| wrong()),
        value => serde_json::from_value(value).map(Some).map_err(|_| wrong()),
    }
}
