//! Requests of both forms: their conversations and settings.

use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::files;
use super::refused::RefusedSettings;
use crate::dialect::Delivery;
use crate::dialect::body::RequestContext;
use crate::dialect::sampling::SentSettings;
use crate::{ChatRequest, Message, ProtocolError, Role};

/// Types of parts with text.
const TEXT_PART_TYPES: [&str; 3] = ["text", "input_text", "output_text"];

// Fields are untyped, so that an error can name the field of the wrong type.
/// The settings that both forms have besides the conversation.
#[derive(Deserialize, ToSchema)]
#[schema(as = openai::Settings)]
pub(super) struct RequestSettings {
    /// Any name is accepted; a response repeats it.
    #[serde(default, rename = "model")]
    #[schema(value_type = Option<String>)]
    _model: Value,
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    stream: Value,
    #[serde(default)]
    #[schema(value_type = Option<RequestContext>)]
    context: Value,
    #[serde(flatten)]
    text: SentSettings,
    #[serde(flatten)]
    #[schema(value_type = Option<Object>)]
    refused: RefusedSettings,
}

/// A message of a conversation.
#[derive(Deserialize, ToSchema)]
#[schema(as = openai::Turn)]
pub(super) struct InputMessage {
    #[serde(default, rename = "type")]
    #[schema(value_type = Option<String>)]
    kind: Value,
    #[serde(default)]
    #[schema(required, value_type = MessageRole)]
    role: Value,
    #[serde(default)]
    #[schema(value_type = Option<MessageContent>)]
    content: Value,
}

/// Role of a message's author.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = openai::Speaker)]
enum MessageRole {
    User,
    Assistant,
    System,
    Developer,
    Tool,
    Function,
}

/// Content of a message: a text, or parts that are joined by line breaks.
#[derive(Deserialize, ToSchema)]
#[serde(untagged)]
#[schema(as = openai::Content)]
enum MessageContent {
    Text(String),
    ContentParts(ContentParts),
}

#[derive(Deserialize, ToSchema)]
#[schema(as = openai::Parts, value_type = Vec<ContentPart>)]
struct ContentParts(Vec<Value>);

/// A part of the content.
#[derive(Deserialize, ToSchema)]
#[schema(as = openai::Part)]
struct ContentPart {
    #[serde(default, rename = "type")]
    #[schema(required, value_type = String)]
    kind: Value,
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    text: Value,
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    refusal: Value,
}

/// Format of answers.
#[derive(Deserialize, ToSchema)]
#[schema(as = openai::Format)]
pub(super) struct ResponseFormat {
    #[serde(rename = "type")]
    _kind: TextFormat,
}

/// The only supported format: Markdown with citations.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = openai::Text)]
enum TextFormat {
    Text,
}

/// Rejects every format but text.
///
/// # Errors
///
/// Fails with `place`, the path of the format.
pub(super) fn text_only(place: &str, format: &Value) -> Result<(), ProtocolError> {
    if format.is_null() || format.is_object() && ResponseFormat::deserialize(format).is_ok() {
        return Ok(());
    }
    Err(match format.get("type").and_then(Value::as_str) {
        Some(kind) => wrong(place, &format!("cannot be {kind:?}: answers are text with citations")),
        None => wrong(place, "must be an object with a type"),
    })
}

impl RequestSettings {
    /// Returns the requested delivery.
    ///
    /// # Errors
    ///
    /// Rejects a `stream` that is not a boolean.
    pub(super) fn delivery(&self) -> Result<Delivery, ProtocolError> {
        match self.stream {
            Value::Null => Ok(Delivery::Whole),
            Value::Bool(streamed) => Ok(Delivery::streamed(streamed)),
            _ => Err(ProtocolError::refused("stream must be a boolean")),
        }
    }

    /// Returns the request with these messages.
    ///
    /// # Errors
    ///
    /// Fails with the name of a field of the wrong type.
    pub(super) fn request(&self, mut messages: Vec<Message>) -> Result<ChatRequest, ProtocolError> {
        // Instructions may come anywhere, even after the question.
        messages.sort_by_key(|message| message.role != Role::System);
        self.refused.check()?;
        let context = match &self.context {
            Value::Null => RequestContext::default(),
            context => RequestContext::read(context)?,
        };
        Ok(ChatRequest { messages, ..context.settings("context", &self.text)? })
    }
}

/// Returns the messages of a list, with their indices. Messages of tools are dropped, since there are no tools here.
///
/// # Errors
///
/// Fails with the path of a message and what is wrong with it.
pub(super) fn messages(name: &str, list: &[Value]) -> Result<Vec<(usize, Message)>, ProtocolError> {
    let read = list.iter().enumerate().map(|(at, message)| {
        let message = self::message(&format!("{name}[{at}]"), message)?;
        Ok(message.map(|message| (at, message)))
    });
    read.filter_map(Result::transpose).collect()
}

/// Returns true if the messages are a task that a page gives to the model by itself, such as generating a title, tags
/// or follow-up questions for a chat. Such a task is a single message that contains the conversation.
pub(super) fn is_task(messages: &[Message]) -> bool {
    let mut said = messages.iter().filter(|message| message.role != Role::System);
    match (said.next(), said.next()) {
        (Some(only), None) => {
            let text = only.content.trim_start();
            text.starts_with("### Task:") && text.contains("<chat_history>")
        }
        _ => false,
    }
}

/// Parses a message; `None` if its author is neither the reader nor the assistant.
fn message(at: &str, message: &Value) -> Result<Option<Message>, ProtocolError> {
    let turn = message.as_object().map(|_| InputMessage::deserialize(message));
    let Some(Ok(InputMessage { kind, role, content })) = turn else {
        return Err(wrong(at, "must be an object"));
    };
    let is_message = message.get("type").is_none() || kind == "message";
    if !is_message && message.get("role").is_none() {
        return Ok(None);
    }
    let role = match MessageRole::deserialize(&role) {
        Ok(MessageRole::User) => Role::User,
        Ok(MessageRole::Assistant) => Role::Assistant,
        Ok(MessageRole::System | MessageRole::Developer) => Role::System,
        Ok(MessageRole::Tool | MessageRole::Function) => return Ok(None),
        Err(_) if role.is_string() => {
            return Err(wrong(&format!("{at}.role"), "is not a known role"));
        }
        Err(_) => return Err(wrong(&format!("{at}.role"), "must be a string")),
    };
    let content = text(&format!("{at}.content"), &content, role)?;
    Ok(Some(Message { role, content }))
}

/// Returns the text of a message; [`files::of`] reads the files of a question.
fn text(at: &str, content: &Value, role: Role) -> Result<String, ProtocolError> {
    match MessageContent::deserialize(content) {
        Ok(MessageContent::Text(text)) => Ok(text),
        Ok(MessageContent::ContentParts(ContentParts(parts))) => {
            let texts = parts.iter().enumerate();
            let texts = texts.filter(|(_, part)| role != Role::User || !files::is_file(part));
            let texts = texts.map(|(index, part)| self::part(&format!("{at}[{index}]"), part));
            Ok(texts.collect::<Result<Vec<_>, _>>()?.join("\n"))
        }
        // An answer that only called tools has no text.
        Err(_) if content.is_null() && role == Role::Assistant => Ok(String::new()),
        Err(_) => Err(wrong(at, "must be a string or a list of parts")),
    }
}

fn part(at: &str, part: &Value) -> Result<String, ProtocolError> {
    let read = part.as_object().and_then(|_| ContentPart::deserialize(part).ok());
    match read {
        Some(part) if part.kind == "refusal" => {
            Ok(part.refusal.as_str().unwrap_or_default().to_owned())
        }
        Some(part) if TEXT_PART_TYPES.into_iter().any(|kind| part.kind == kind) => {
            match part.text {
                Value::String(text) => Ok(text),
                _ => Err(wrong(&format!("{at}.text"), "must be a string")),
            }
        }
        _ => Err(wrong(at, "is neither text nor, in a question, an image or a file")),
    }
}

/// Returns the error for the part of the request at `at`.
fn wrong(at: &str, why: &str) -> ProtocolError {
    ProtocolError::refused(format!("{at} {why}"))
}
