//! The part of an answer that a front end reads, and the values at which it fails.

use serde::Deserialize;
use serde_json::Value;

use super::context::ContextShape;
use super::order::EventCheck;
use crate::client::ProbeResponse;
use crate::form::Framing;
use crate::stream;

/// The fields that a front end reads, as JSON pointers; empty if it does not read them.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct View {
    /// The framing of the values; `None` if there is one object.
    framing: Option<Framing>,
    /// The text, or a piece of it.
    text: String,
    /// The type of values with pieces of text; any if empty.
    pieces: String,
    /// The client that checks the events.
    checked_by: EventCheck,
    /// The context; `*` if it is the whole value.
    context: String,
    /// The session state.
    session: String,
    /// The shape of the context.
    #[serde(rename = "beside")]
    pub(super) context_shape: ContextShape,
    /// The values at which the front end breaks.
    #[serde(rename = "stumbles")]
    breaks_on: BreaksOn,
}

/// Values at which a front end breaks.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum BreaksOn {
    #[default]
    Never,
    WithoutChoice,
    WithoutDelta,
    /// A first chunk that does not say who speaks.
    WithoutRole,
    /// A piece with a digit, which is taken for the beginning of a list.
    OverDigits,
}

impl BreaksOn {
    /// Returns the reason why the front end breaks at a value, if it does.
    fn at(self, value: &Value) -> Option<&'static str> {
        let has = |place| value.pointer(place).is_some();
        let text = value.pointer("/choices/0/delta/content");
        let text = text.and_then(Value::as_str).unwrap_or_default();
        match self {
            Self::WithoutChoice | Self::OverDigits if !has("/choices/0") => {
                Some("a chunk without a choice")
            }
            Self::WithoutDelta if !has("/choices/0/delta") => Some("a line is no chunk"),
            Self::WithoutRole if has("/context/data_points") && !has("/delta/role") => {
                Some("the first chunk says not who speaks, and the page breaks")
            }
            Self::OverDigits if text.contains(|char: char| char.is_ascii_digit()) => {
                Some("a piece with a digit is taken for the number of a list, and is gone")
            }
            _ => None,
        }
    }
}

impl View {
    /// Returns the response, value by value.
    pub(super) fn values(&self, seen: &ProbeResponse) -> Result<Vec<Value>, String> {
        if !seen.is_answer() {
            return Err(seen.outcome());
        }
        let values = match self.framing {
            Some(framing) => {
                let read = stream::read(framing, &seen.body)?;
                self.checked_by.check(&read)?;
                read.all
            }
            None => seen.json().into_iter().collect(),
        };
        // Front ends treat any value with this key as a failure.
        let mut failed = values.iter().filter_map(|value| value.get("error"));
        match failed.find(|error| !error.is_null()) {
            Some(error) => Err(format!("error: {error}")),
            None => Ok(values),
        }
    }

    pub(super) fn text(&self, values: &[Value]) -> Result<String, String> {
        let mut broken = values.iter().filter_map(|value| Some((self.breaks_on.at(value)?, value)));
        if let Some((why, value)) = broken.next() {
            return Err(format!("{why}: {value}"));
        }
        let is_piece = |value: &&Value| {
            let kind = value.get("type").and_then(Value::as_str);
            self.pieces.is_empty() || kind == Some(self.pieces.as_str())
        };
        let pieces = values.iter().filter(is_piece);
        let text: String = pieces.filter_map(|value| value.pointer(&self.text)?.as_str()).collect();
        if text.trim().is_empty() {
            let first = values.first().map_or_else(String::new, Value::to_string);
            return Err(format!("no text at {}: {first}", self.text));
        }
        Ok(text)
    }

    /// Returns the context: the first one with data points, as front ends take it.
    pub(super) fn context<'a>(&self, values: &'a [Value]) -> Option<&'a Value> {
        let mut all = values.iter().filter_map(|value| at(value, &self.context));
        all.find(|context| context.get("data_points").is_some())
    }

    /// Returns true if anything besides the text is shown.
    pub(super) fn has_context(&self) -> bool {
        !self.context.is_empty()
    }

    pub(super) fn session(&self, values: &[Value]) -> Option<Value> {
        let mut states = values.iter().filter_map(|value| at(value, &self.session));
        states.rfind(|state| !state.is_null()).cloned()
    }

    /// The token counts of question and answer, in the last value.
    pub(super) fn token_counts(
        &self,
        seen: &ProbeResponse,
        names: &[String; 2],
    ) -> Result<String, String> {
        let values = self.values(seen)?;
        let usage = values.last().and_then(|value| value.get("usage"));
        let count = |name: &String| usage?.get(name)?.as_u64();
        match names.each_ref().map(count) {
            [Some(question), Some(answer)] => Ok(format!("{question} and {answer} tokens")),
            _ => Err("there is no usage, and programs that count it break".to_owned()),
        }
    }
}

/// Returns the value at a pointer.
fn at<'a>(value: &'a Value, place: &str) -> Option<&'a Value> {
    match place {
        "" => None,
        "*" => Some(value),
        place => value.pointer(place),
    }
}
