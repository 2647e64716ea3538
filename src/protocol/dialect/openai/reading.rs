//! Reading the conversations of both forms.

use serde_json::{Map, Value};

use crate::protocol::dialect::{Delivery, body};
use crate::protocol::{ChatRequest, Message, Overrides, ProtocolError, Role};

/// The kinds of parts that hold text.
const TEXTS: [&str; 3] = ["text", "input_text", "output_text"];

/// The object that a body must be.
///
/// # Errors
///
/// A refusal of anything else.
pub(super) fn object(body: &Value) -> Result<&Map<String, Value>, ProtocolError> {
    body.as_object()
        .ok_or_else(|| ProtocolError::refused("the body must be a JSON object"))
}

/// How the answer is wanted, by the body's `stream`.
///
/// # Errors
///
/// A refusal of what is neither true nor false.
pub(super) fn delivery(body: &Map<String, Value>) -> Result<Delivery, ProtocolError> {
    match body.get("stream") {
        None | Some(Value::Null | Value::Bool(false)) => Ok(Delivery::Whole),
        Some(Value::Bool(true)) => Ok(Delivery::Lines),
        Some(_) => Err(ProtocolError::refused("stream must be a boolean")),
    }
}

/// Refuses a format other than text, which no answer here has: it is Markdown with citations.
///
/// # Errors
///
/// A refusal that names `place`, where the format was asked for.
pub(super) fn text_only(place: &str, format: Option<&Value>) -> Result<(), ProtocolError> {
    let kind = match format {
        None | Some(Value::Null) => return Ok(()),
        Some(format) => format.get("type").and_then(Value::as_str),
    };
    match kind {
        Some("text") => Ok(()),
        Some(kind) => Err(wrong(
            place,
            &format!("cannot be {kind:?}: answers are text with citations"),
        )),
        None => Err(wrong(place, "must be an object with a type")),
    }
}

/// The request with these messages, and with what both forms have beside them.
///
/// # Errors
///
/// A refusal that names the field that is of the wrong type.
pub(super) fn request(
    body: &Map<String, Value>,
    mut messages: Vec<Message>,
) -> Result<ChatRequest, ProtocolError> {
    // Instructions may stand anywhere, even after the question.
    messages.sort_by_key(|message| message.role != Role::System);
    Ok(ChatRequest {
        messages,
        overrides: overrides(body)?,
        session_state: None,
    })
}

/// The settings of the own `context`, where a client sends one, and the form's own temperature.
fn overrides(request: &Map<String, Value>) -> Result<Overrides, ProtocolError> {
    let mut overrides = match request.get("context") {
        None | Some(Value::Null) => Overrides::default(),
        Some(Value::Object(context)) => body::overrides(context.clone())?,
        Some(_) => return Err(ProtocolError::refused("context must be an object")),
    };
    match request.get("temperature") {
        None | Some(Value::Null) => {}
        Some(Value::Number(number)) => {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "a temperature has few digits"
            )]
            let temperature = number.as_f64().map(|number| number as f32);
            overrides.temperature = overrides.temperature.or(temperature);
        }
        Some(_) => return Err(ProtocolError::refused("temperature must be a number")),
    }
    Ok(overrides)
}

/// The messages of a list; what tools say is left out, for there are none here.
///
/// # Errors
///
/// A refusal that names the message and what is wrong with it.
pub(super) fn messages(name: &str, list: &[Value]) -> Result<Vec<Message>, ProtocolError> {
    let read = list
        .iter()
        .enumerate()
        .map(|(at, message)| self::message(&format!("{name}[{at}]"), message));
    read.filter_map(Result::transpose).collect()
}

/// One message, or `None` for what is none of the reader's or the server's.
fn message(at: &str, message: &Value) -> Result<Option<Message>, ProtocolError> {
    let Some(fields) = message.as_object() else {
        return Err(wrong(at, "must be an object"));
    };
    let is_message = fields.get("type").is_none_or(|kind| kind == "message");
    if !is_message && !fields.contains_key("role") {
        return Ok(None);
    }
    let role = match fields.get("role").and_then(Value::as_str) {
        Some("user") => Role::User,
        Some("assistant") => Role::Assistant,
        Some("system" | "developer") => Role::System,
        Some("tool" | "function") => return Ok(None),
        Some(_) => return Err(wrong(&format!("{at}.role"), "is not a known role")),
        None => return Err(wrong(&format!("{at}.role"), "must be a string")),
    };
    let content = fields.get("content").unwrap_or(&Value::Null);
    let content = text(&format!("{at}.content"), content, role)?;
    Ok(Some(Message { role, content }))
}

/// The text of a message: a string, or parts that are set one under another.
fn text(at: &str, content: &Value, role: Role) -> Result<String, ProtocolError> {
    match content {
        Value::String(text) => Ok(text.clone()),
        // An answer that only called tools has no text.
        Value::Null if role == Role::Assistant => Ok(String::new()),
        Value::Array(parts) => {
            let texts = parts.iter().enumerate();
            let texts = texts.map(|(index, part)| self::part(&format!("{at}[{index}]"), part));
            Ok(texts.collect::<Result<Vec<_>, _>>()?.join("\n"))
        }
        _ => Err(wrong(at, "must be a string or a list of parts")),
    }
}

fn part<'a>(at: &str, part: &'a Value) -> Result<&'a str, ProtocolError> {
    let kind = part.get("type").and_then(Value::as_str).unwrap_or_default();
    if kind == "refusal" {
        return Ok(part.get(kind).and_then(Value::as_str).unwrap_or_default());
    }
    if !TEXTS.contains(&kind) {
        return Err(wrong(at, "is not text, and only text can be read here"));
    }
    part.get("text")
        .and_then(Value::as_str)
        .ok_or_else(|| wrong(&format!("{at}.text"), "must be a string"))
}

/// The refusal of the part of the request at `at`.
fn wrong(at: &str, why: &str) -> ProtocolError {
    ProtocolError::refused(format!("{at} {why}"))
}
