//! Requests of pages with the AI SDK: messages made of parts.

use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::dialect::SentFile;
use crate::dialect::body::RequestContext;
use crate::dialect::fields::{Placed, listed, must_be, string};
use crate::dialect::sampling::SentSettings;
use crate::{ChatRequest, Message, ProtocolError, Role};

// Fields are untyped, so that an error can name the field of the wrong type.
/// A request; other fields are ignored.
#[derive(Deserialize, ToSchema)]
pub(super) struct UiMessageStreamRequest {
    /// The page's id of the conversation; nothing is stored under it.
    #[serde(default, rename = "id")]
    #[schema(value_type = Option<String>)]
    _id: Value,
    /// Trigger: a new question, or a repeated one. In both cases the question is the last message.
    #[serde(default, rename = "trigger")]
    #[schema(value_type = Option<String>)]
    _trigger: Value,
    /// The whole conversation, oldest first; the last message is the question.
    #[serde(default)]
    #[schema(required, value_type = Vec<UiInputMessage>)]
    messages: Value,
    /// Settings, if a page adds them to the body.
    #[serde(default)]
    #[schema(value_type = Option<RequestContext>)]
    context: Value,
    #[serde(flatten)]
    text: SentSettings,
}

/// A message of the conversation.
#[derive(Deserialize, ToSchema)]
#[schema(as = ui_message_stream::InputMessage)]
struct UiInputMessage {
    #[serde(default, rename = "id")]
    #[schema(value_type = Option<String>)]
    _id: Value,
    #[serde(default)]
    #[schema(required, value_type = Role)]
    role: Value,
    #[serde(default)]
    #[schema(required, value_type = Vec<UiInputPart>)]
    parts: Value,
}

/// A part of a message: text, or in a question also a file as a data URL. Other parts are ignored, including those of
/// earlier answers.
#[derive(Deserialize, ToSchema)]
#[schema(as = ui_message_stream::InputPart)]
struct UiInputPart {
    #[serde(default, rename = "type")]
    #[schema(required, value_type = String)]
    kind: Value,
    /// Text of a part of type `text`.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    text: Value,
    /// Data URL of a part of type `file`.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    url: Value,
    /// Name of a part of type `file`.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    filename: Value,
}

/// Returns a request with one question.
pub(super) fn example() -> Value {
    let parts = json!([{"type": "text", "text": "How much leave do I get?"}]);
    json!({
        "id": "chat-1",
        "trigger": "submit-message",
        "messages": [{"id": "message-1", "role": "user", "parts": parts}],
    })
}

impl UiMessageStreamRequest {
    /// Converts to a request independent of the wire form.
    ///
    /// # Errors
    ///
    /// Fails with the name of a field of the wrong type.
    pub(super) fn request(&self) -> Result<ChatRequest, ProtocolError> {
        let messages = self.messages()?;
        let messages = messages.iter().map(|(at, message)| message.message(at));
        let messages = messages.collect::<Result<_, _>>()?;
        let context = match &self.context {
            Value::Null => RequestContext::default(),
            context => RequestContext::read(context)?,
        };
        Ok(ChatRequest { messages, ..context.settings("context", &self.text)? })
    }

    /// Returns the files of all questions; the page sends them with the conversation each time.
    ///
    /// # Errors
    ///
    /// Rejects files that are not in the body itself.
    pub(super) fn files(&self) -> Result<Vec<SentFile>, ProtocolError> {
        let mut files: Vec<SentFile> = Vec::new();
        for (at, message) in self.messages()? {
            if message.role(&at)? != Role::User {
                continue;
            }
            for file in &mut files {
                file.is_earlier = true;
            }
            for (at, part) in message.parts(&at)? {
                if part.kind == "file" {
                    files.push(part.file(&at)?);
                }
            }
        }
        Ok(files)
    }

    fn messages(&self) -> Result<Vec<Placed<UiInputMessage>>, ProtocolError> {
        listed("messages", &self.messages)
    }
}

impl UiInputMessage {
    fn message(&self, at: &str) -> Result<Message, ProtocolError> {
        let role = self.role(at)?;
        let parts = self.parts(at)?;
        let texts = parts.iter().filter(|(_, part)| part.kind == "text");
        let texts = texts.map(|(at, part)| string(&format!("{at}.text"), &part.text));
        let texts = texts.collect::<Result<Vec<_>, _>>()?;
        Ok(Message { role, content: texts.join("\n") })
    }

    fn role(&self, at: &str) -> Result<Role, ProtocolError> {
        let known = r#""user", "assistant" or "system""#;
        Role::deserialize(&self.role).map_err(|_| must_be(&format!("{at}.role"), known))
    }

    fn parts(&self, at: &str) -> Result<Vec<Placed<UiInputPart>>, ProtocolError> {
        listed(&format!("{at}.parts"), &self.parts)
    }
}

impl UiInputPart {
    fn file(&self, at: &str) -> Result<SentFile, ProtocolError> {
        let url = string(&format!("{at}.url"), &self.url)?;
        SentFile::of_address(&format!("{at}.url"), self.filename.as_str().unwrap_or_default(), url)
    }
}
