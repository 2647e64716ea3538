//! The wire forms of the family as they are checked: requests, fields of answers, and refusals.

use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::client::ProbeRequest;
use super::template::{self, Headers};

/// Every form, oldest first.
pub(super) static FORMS: LazyLock<Vec<Form>> = LazyLock::new(|| {
    let all: Vec<Map<String, Value>> =
        serde_json::from_str(include_str!("forms.json")).unwrap_or_default();
    let mut all = all.into_iter();
    // The first one describes what the others leave out.
    let usual = all.next().unwrap_or_default();
    let forms = all.filter_map(|own| {
        let mut form = usual.clone();
        form.extend(own);
        form.remove("about");
        serde_json::from_value(Value::Object(form)).ok()
    });
    forms.collect()
});

/// The type of a field's value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ValueType {
    /// A string.
    Text,
    /// A number.
    Number,
    /// A list.
    List,
    /// An object.
    Object,
    /// Anything, null included.
    #[default]
    Any,
}

impl ValueType {
    /// Returns true if a value is of this type.
    pub(super) fn holds(self, value: &Value) -> bool {
        match self {
            Self::Text => value.is_string(),
            Self::Number => value.is_number(),
            Self::List => value.is_array(),
            Self::Object => value.is_object(),
            Self::Any => true,
        }
    }
}

/// A required field: its JSON pointer, and its type.
pub(super) type Field = (String, ValueType);

/// The framing of a stream's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Framing {
    /// One JSON object per line.
    Lines,
    /// Server-sent events.
    Events {
        /// True if each event is named like the `type` of its value.
        named: bool,
        /// True if `[DONE]` ends the stream.
        done: bool,
    },
}

/// A JSON pointer and the value required there for a value to be of a form.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FormMarker {
    /// The JSON pointer.
    at: String,
    /// The type of the value.
    #[serde(default)]
    is: ValueType,
    /// The beginning of the value.
    begins: Option<String>,
    /// A JSON pointer at which there must be no value.
    lacks: Option<String>,
}

impl FormMarker {
    fn is_in(&self, value: &Value) -> bool {
        let begins = |found: &Value| match &self.begins {
            Some(start) => found.as_str().is_some_and(|text| text.starts_with(start)),
            None => true,
        };
        let found = value.pointer(&self.at);
        let lacks = |place: &String| value.pointer(place).is_none();
        found.is_some_and(|found| self.is.holds(found) && begins(found))
            && self.lacks.as_ref().is_none_or(lacks)
    }
}

/// JSON pointers to the fields that are checked in a form's values; empty if the form has no such field, or if clients
/// do not care.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct FieldPaths {
    /// The text, or a piece of it.
    pub(super) text: String,
    /// The speaker.
    pub(super) role: String,
    /// The context, which holds the data points.
    pub(super) context: String,
    /// The session state.
    pub(super) session: String,
    /// The finish reason of the answer.
    pub(super) finish: String,
}

/// The session state that comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ReturnedSession {
    /// The one that was sent.
    Echoed,
    /// Any: the server may keep the conversation under its own id.
    Given,
    /// Any or none: the specification leaves this to servers.
    Optional,
}

/// One wire form.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each says one thing about a form, in a table")]
pub(super) struct Form {
    /// Its name, as in `?dialect=`.
    pub(super) name: String,
    /// Method and address of its questions.
    asks: String,
    /// The same for streamed answers; if empty, the same address.
    asks_streamed: String,
    /// The header fields of a question.
    headers: Headers,
    /// The body of a question; null if there is none.
    #[serde(default)]
    body: Value,
    /// The key of the body that holds the question.
    pub(super) question: String,
    /// Any of these identifies a value of this form.
    mark: Vec<FormMarker>,
    /// Any of these identifies a value of another form.
    other: Vec<FormMarker>,
    /// JSON pointer to the field that tells its values from those of other forms; empty if the marks do.
    pub(super) own: String,
    /// Name of the form that differs only in its refusals; empty if there is none.
    pub(super) alike: String,
    /// The fields of a whole answer; empty if the form has no whole answers.
    pub(super) fields: Vec<Field>,
    /// Paths of the parts of a whole answer.
    pub(super) whole: FieldPaths,
    /// Content types that a stream may have; any if empty.
    pub(super) types: Vec<String>,
    /// The framing of a stream.
    pub(super) framing: Framing,
    /// Paths of the parts of a stream's values.
    pub(super) line: FieldPaths,
    /// The types of the first and last value of a stream, if they have types.
    pub(super) ends: Option<(String, String)>,
    /// True if the specification leaves the context to servers.
    pub(super) context_optional: bool,
    /// True if its clients rely on the contents of the first chunk.
    pub(super) first_matters: bool,
    /// True if each value needs a choice.
    pub(super) needs_choice: bool,
    /// True if pieces of text must be as small as tokens.
    pub(super) small_pieces: bool,
    /// True if `error` is also a key of answers without an error.
    pub(super) error_is_a_field: bool,
    /// True if its clients break at `[DONE]`, and at line ends of two characters.
    pub(super) bare_events: bool,
    /// The session state that comes back, if any.
    pub(super) session: ReturnedSession,
    /// The fields of a refusal; if empty, a refusal is a sentence, not JSON.
    pub(super) refusal: Vec<Field>,
    /// The statuses of refusals.
    pub(super) refused: Vec<u16>,
    /// The statuses for another content type; empty if there is no body.
    pub(super) unsupported: Vec<u16>,
    /// True if its client uses addresses with a trailing slash.
    pub(super) needs_slash: bool,
    /// True if its client sends files, as `multipart/form-data`.
    pub(super) multipart: bool,
}

impl Form {
    /// Returns true if the form has whole answers.
    pub(super) fn has_whole(&self) -> bool {
        !self.fields.is_empty()
    }

    /// Returns a question with this session state, to be answered whole or as a stream.
    pub(super) fn ask(&self, question: &str, session: &str, stream: bool) -> ProbeRequest {
        let variables = |name: &str| variable(name, question, session, stream);
        let asks =
            if stream && !self.asks_streamed.is_empty() { &self.asks_streamed } else { &self.asks };
        template::render(asks, &self.headers, &self.body, &variables).unwrap_or_default()
    }

    /// Returns true if its questions include a context.
    pub(super) fn sends_context(&self) -> bool {
        self.body.get("context").is_some()
    }

    /// Returns true if a value is of this form.
    pub(super) fn marks(&self, value: &Value) -> bool {
        self.mark.iter().any(|marker| marker.is_in(value))
    }

    /// Returns true if a value, identified or not, belongs to another form.
    pub(super) fn excludes(&self, value: &Value) -> bool {
        self.other.iter().any(|marker| marker.is_in(value))
    }
}

/// Returns the value of a variable in a question's request; null if there is no such variable.
fn variable(name: &str, question: &str, session: &str, stream: bool) -> Value {
    match name {
        "question" => json!(question),
        "messages" => json!([{"role": "user", "content": question}]),
        "session" => json!(session),
        "stream" => json!(stream),
        "unless_streamed" if !stream => json!(false),
        _ => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_in_a_request_stands_for_a_value() {
        for form in FORMS.iter() {
            let names = template::names(&form.body);
            assert!(form.body.is_null() || !names.is_empty(), "{}", form.name);
            for name in names {
                assert!(!variable(&name, "q", "s", false).is_null(), "{name}");
            }
        }
    }

    #[test]
    fn every_form_is_read() {
        let all: Vec<Value> = serde_json::from_str(include_str!("forms.json")).unwrap();
        assert_eq!(FORMS.len(), all.len() - 1);
    }
}
