//! Framing of streams: how the values of an answer are delimited.

use serde_json::Value;

use crate::json_lines;

/// Delimiters of the values in a streamed answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// One JSON value per line, with this content type.
    Lines(&'static str),
    /// Server-sent events with one JSON value each.
    Events {
        /// True if each event has the `type` of its value as its name.
        named: bool,
        /// True if `data: [DONE]` follows the last value.
        done: bool,
    },
}

impl Framing {
    /// Content type of the stream.
    pub fn content_type(self) -> &'static str {
        match self {
            Self::Lines(content_type) => content_type,
            Self::Events { .. } => "text/event-stream",
        }
    }

    /// Encodes one value.
    pub fn encode(self, value: &Value) -> Vec<u8> {
        match self {
            Self::Lines(_) => json_lines::encode(value),
            Self::Events { named, .. } => {
                let name = value.get("type").and_then(Value::as_str);
                let event = name.filter(|_| named).map(|name| format!("event: {name}\n"));
                // JSON has no line breaks, so a single `data` field is enough.
                format!("{}data: {value}\n\n", event.unwrap_or_default()).into_bytes()
            }
        }
    }

    /// Bytes that readers skip between two values: an empty line, or a comment.
    pub fn nothing(self) -> &'static [u8] {
        match self {
            Self::Lines(_) => b"\n",
            Self::Events { .. } => b":\n\n",
        }
    }

    /// Bytes after the last value.
    pub fn end(self) -> &'static [u8] {
        match self {
            Self::Events { done: true, .. } => b"data: [DONE]\n\n",
            Self::Lines(_) | Self::Events { done: false, .. } => b"",
        }
    }
}

/// Framing of the demo's streams.
pub(super) const JSON_LINES: Framing = Framing::Lines("application/json-lines");

/// Framing in the 2024-05-29 specification.
pub(super) const JSONL: Framing = Framing::Lines("application/jsonl");

/// Framing of the web component's back end.
pub(super) const NDJSON: Framing = Framing::Lines("application/x-ndjson");

/// Named events.
pub(super) const NAMED: Framing = Framing::Events { named: true, done: false };

/// Named events, with an end mark.
pub(super) const NAMED_DONE: Framing = Framing::Events { named: true, done: true };

/// Unnamed events.
pub(super) const BARE: Framing = Framing::Events { named: false, done: false };

/// Unnamed events, with an end mark.
pub(super) const UNNAMED: Framing = Framing::Events { named: false, done: true };
