//! The framing of streams: how the values of an answer are written one after another.

use serde_json::Value;

use crate::json_lines;

/// The way in which the values of a streamed answer are written one after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// One JSON value per line, under this content type.
    Lines(&'static str),
    /// Server-sent events, each with one JSON value as its data.
    Events {
        /// True if each event is named after its value's `type`.
        named: bool,
        /// True if `data: [DONE]` follows the last value.
        done: bool,
    },
}

impl Framing {
    /// The content type of the stream.
    pub fn content_type(self) -> &'static str {
        match self {
            Self::Lines(content_type) => content_type,
            Self::Events { .. } => "text/event-stream",
        }
    }

    /// The bytes of one value, with its end.
    pub fn encode(self, value: &Value) -> Vec<u8> {
        match self {
            Self::Lines(_) => json_lines::encode(value),
            Self::Events { named, .. } => {
                let name = value.get("type").and_then(Value::as_str);
                let event = name.filter(|_| named).map(|name| format!("event: {name}\n"));
                // JSON holds no line breaks of its own, so that one `data` field is enough.
                format!("{}data: {value}\n\n", event.unwrap_or_default()).into_bytes()
            }
        }
    }

    /// The bytes that may stand between two values and are skipped: an empty line, or a comment.
    pub fn nothing(self) -> &'static [u8] {
        match self {
            Self::Lines(_) => b"\n",
            Self::Events { .. } => b":\n\n",
        }
    }

    /// The bytes after the last value.
    pub fn end(self) -> &'static [u8] {
        match self {
            Self::Events { done: true, .. } => b"data: [DONE]\n\n",
            Self::Lines(_) | Self::Events { done: false, .. } => b"",
        }
    }
}

/// The framing of the demonstration's streams.
pub(super) const JSON_LINES: Framing = Framing::Lines("application/json-lines");

/// The framing that the 2024-05-29 text has.
pub(super) const JSONL: Framing = Framing::Lines("application/jsonl");

/// The framing of the web component's back end.
pub(super) const NDJSON: Framing = Framing::Lines("application/x-ndjson");

/// Events that bear the names of their types.
pub(super) const NAMED: Framing = Framing::Events { named: true, done: false };

/// Events that bear the names of their types, with a mark behind the last.
pub(super) const NAMED_DONE: Framing = Framing::Events { named: true, done: true };

/// Events without names, and nothing behind the last.
pub(super) const BARE: Framing = Framing::Events { named: false, done: false };

/// Events without names, with a mark behind the last.
pub(super) const UNNAMED: Framing = Framing::Events { named: false, done: true };
