//! The description of a wire form: how it is asked, where its answers hold what, and how it refuses.

use serde_json::Value;

use super::client::Ask;

/// The type of a field's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A string.
    Text,
    /// A number.
    Number,
    /// A list.
    List,
    /// An object.
    Object,
    /// Anything, null included.
    Any,
}

impl Kind {
    /// Returns whether a value is of this kind.
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

/// A required field: its place as a JSON pointer, and its kind.
pub(super) type Field = (&'static str, Kind);

/// The framing of a stream's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Framing {
    /// One JSON object per line.
    Lines,
    /// Server-sent events.
    Events {
        /// True if each event has the name that its value has under `type`.
        named: bool,
        /// True if `[DONE]` ends the stream.
        done: bool,
    },
}

/// The places that the checks look at in a form's values, as JSON pointers; empty where the form has no
/// such thing, or where clients do not care.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places {
    /// The text, or a piece of it.
    pub(super) text: &'static str,
    /// The speaker.
    pub(super) role: &'static str,
    /// The context, which holds the data points.
    pub(super) context: &'static str,
    /// The session state.
    pub(super) session: &'static str,
    /// The finish reason of the answer.
    pub(super) finish: &'static str,
}

impl Places {
    /// No place for anything.
    pub(super) const NONE: Self = Self {
        text: "",
        role: "",
        context: "",
        session: "",
        finish: "",
    };
}

/// The session state that comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Session {
    /// The one that was sent.
    Echoed,
    /// Any: the server may keep the conversation under a name of its own.
    Given,
}

/// One wire form.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says one thing about a form, in a table"
)]
pub(super) struct Form {
    /// Its name, as `?dialect=` has it.
    pub(super) name: &'static str,
    /// A question, to be answered whole or as a stream, that brings this session state.
    pub(super) ask: fn(question: &str, session: &str, stream: bool) -> Ask,
    /// The key of the body under which the question stands.
    pub(super) question: &'static str,
    /// Recognises a value of this form.
    pub(super) mark: fn(&Value) -> bool,
    /// Recognises a value, marked or not, of another form.
    pub(super) other: fn(&Value) -> bool,
    /// The fields of a whole answer; none if the form has no whole answers.
    pub(super) fields: &'static [Field],
    /// The places of a whole answer.
    pub(super) whole: Places,
    /// The content types that a stream may have; any if empty.
    pub(super) types: &'static [&'static str],
    /// The framing of a stream.
    pub(super) framing: Framing,
    /// The places of a stream's values.
    pub(super) line: Places,
    /// The types of the first and the last value of a stream that has them.
    pub(super) ends: Option<(&'static str, &'static str)>,
    /// True if its clients rely on the contents of the first chunk.
    pub(super) first_matters: bool,
    /// True if each value needs a choice.
    pub(super) needs_choice: bool,
    /// True if pieces of text have to be as small as tokens.
    pub(super) small_pieces: bool,
    /// True if `error` is a key of answers without an error.
    pub(super) error_is_a_field: bool,
    /// The session state that comes back, if there is one.
    pub(super) session: Session,
    /// The fields of a refusal.
    pub(super) refusal: &'static [Field],
    /// The statuses of refusals.
    pub(super) refused: &'static [u16],
    /// The statuses of another content type; empty where there is no body.
    pub(super) unsupported: &'static [u16],
    /// True if its client asks at addresses that end in a slash.
    pub(super) needs_slash: bool,
    /// True if its client sends files, as `multipart/form-data`.
    pub(super) multipart: bool,
}

impl Form {
    /// Returns whether the form has whole answers.
    pub(super) fn has_whole(&self) -> bool {
        !self.fields.is_empty()
    }
}
