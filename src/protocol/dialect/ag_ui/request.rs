//! The input of a run: a conversation, and what the page adds to it.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::dialect::SentFile;
use crate::dialect::body::RequestContext;
use crate::dialect::fields::{Placed, listed, must_be, string};
use crate::dialect::sampling::SentSettings;
use crate::{ChatRequest, Message, ProtocolError, Role};

/// Maximum size of a page's state that is returned, in bytes.
const MAX_STATE: usize = 32 * 1024;

// Fields are untyped, so that an error can name the field of the wrong type.
/// The input of a run. Other fields, such as the page's tools, are ignored.
#[derive(Deserialize, ToSchema)]
pub(super) struct AgUiRequest {
    /// The page's id of the conversation; nothing is stored under it.
    #[serde(default, rename = "threadId")]
    #[schema(required, value_type = String)]
    _thread: Value,
    #[serde(default, rename = "runId")]
    #[schema(required, value_type = String)]
    _run: Value,
    /// The whole conversation, oldest first; the last message is the question.
    #[serde(default)]
    #[schema(required, value_type = Vec<AgUiInputMessage>)]
    messages: Value,
    /// Facts about the reader's situation that the page knows; passed to the chat model.
    #[serde(default)]
    #[schema(value_type = Option<Vec<AgUiContext>>)]
    context: Value,
    /// Tools of the page; never called.
    #[serde(default, rename = "tools")]
    #[schema(value_type = Option<Vec<Object>>)]
    _tools: Value,
    /// State of the page, returned unchanged.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    state: Value,
    /// Settings of the answer, at the top level or under `overrides`.
    #[serde(default, rename = "forwardedProps")]
    #[schema(value_type = Option<RequestContext>)]
    forwarded_props: Value,
}

/// Ids of a run.
#[derive(Clone, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct RunIds {
    pub(super) thread_id: String,
    pub(super) run_id: String,
}

/// A message of the conversation.
#[derive(Deserialize, ToSchema)]
#[schema(as = ag_ui::InputMessage)]
struct AgUiInputMessage {
    #[serde(default, rename = "id")]
    #[schema(value_type = Option<String>)]
    _id: Value,
    #[serde(default)]
    #[schema(required, value_type = AgUiRole)]
    role: Value,
    /// A text; in a question, also a list of parts.
    #[serde(default)]
    #[schema(value_type = Option<AgUiContent>)]
    content: Value,
}

/// Role of a message's author; messages of tools, activities and reasoning are skipped.
#[derive(Clone, Copy, Deserialize, PartialEq, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ag_ui::Role)]
enum AgUiRole {
    User,
    Assistant,
    System,
    Developer,
    Tool,
    Activity,
    Reasoning,
}

/// Content of a message.
#[derive(Deserialize, ToSchema)]
#[serde(untagged)]
#[schema(as = ag_ui::Content)]
#[expect(dead_code, reason = "it is described, and read from its value")]
enum AgUiContent {
    Text(String),
    Parts(Vec<AgUiInputPart>),
}

/// A part of a question: text, an image, or a document.
#[derive(Deserialize, ToSchema)]
#[schema(as = ag_ui::InputPart)]
struct AgUiInputPart {
    #[serde(default, rename = "type")]
    #[schema(required, value_type = String)]
    kind: Value,
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    text: Value,
    #[serde(default)]
    #[schema(value_type = Option<AgUiSource>)]
    source: Value,
    /// May contain the name of the file.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    metadata: Value,
}

/// The data of an image or a document; `value` is base64, or a data URL.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ag_ui::Source)]
struct AgUiSource {
    #[serde(rename = "type")]
    kind: String,
    value: String,
    #[serde(default)]
    mime_type: String,
}

/// One fact that the page knows.
#[derive(Deserialize, ToSchema)]
#[schema(as = ag_ui::Context)]
struct AgUiContext {
    #[serde(default)]
    description: String,
    value: String,
}

/// Returns a run with a single question.
pub(super) fn example() -> Value {
    json!({
        "threadId": "thread-1",
        "runId": "run-1",
        "messages": [{"id": "message-1", "role": "user", "content": "How much leave do I get?"}],
        "state": {},
        "tools": [],
        "context": [],
        "forwardedProps": {},
    })
}

impl RunIds {
    /// Keys of the ids in the body.
    pub(super) const KEYS: [&'static str; 2] = ["threadId", "runId"];

    /// Reads the ids of a run.
    ///
    /// # Errors
    ///
    /// Fails with the name of a missing id.
    pub(super) fn read(body: &Value) -> Result<Self, ProtocolError> {
        let [thread_id, run_id] = Self::KEYS
            .map(|key| string(key, body.get(key).unwrap_or(&Value::Null)).map(str::to_owned));
        Ok(Self { thread_id: thread_id?, run_id: run_id? })
    }
}

impl AgUiRequest {
    /// Converts to a request independent of the wire form.
    ///
    /// # Errors
    ///
    /// Fails with the name of a field of the wrong type.
    pub(super) fn request(&self) -> Result<ChatRequest, ProtocolError> {
        let mut messages = self.context()?;
        for (at, message) in self.messages()? {
            messages.extend(message.message(&at)?);
        }
        let context = match &self.forwarded_props {
            Value::Null => RequestContext::default(),
            Value::Object(_) => RequestContext::read(&self.forwarded_props)?,
            _ => return Err(must_be("forwardedProps", "an object")),
        };
        let settings = context.settings("forwardedProps", &SentSettings::default())?;
        Ok(ChatRequest { messages, session_state: self.state(), ..settings })
    }

    /// Returns the state of the page. `None` if there is none, or if it is so large that the page should keep it to
    /// itself.
    fn state(&self) -> Option<Value> {
        let is_empty = self.state.as_object().is_some_and(serde_json::Map::is_empty);
        let is_sent = !self.state.is_null() && !is_empty;
        let state = Some(&self.state).filter(|_| is_sent);
        state.filter(|state| state.to_string().len() <= MAX_STATE).cloned()
    }

    /// Returns the files of all questions; the page sends them with the conversation each time.
    ///
    /// # Errors
    ///
    /// Rejects files that are not in the body itself, and audio and video.
    pub(super) fn files(&self) -> Result<Vec<SentFile>, ProtocolError> {
        let mut files: Vec<SentFile> = Vec::new();
        for (at, message) in self.messages()? {
            if message.role(&at)? != AgUiRole::User {
                continue;
            }
            for file in &mut files {
                file.is_earlier = true;
            }
            if message.content.is_array() {
                for (at, part) in message.parts(&at)? {
                    files.extend(part.file(&at)?);
                }
            }
        }
        Ok(files)
    }

    fn messages(&self) -> Result<Vec<Placed<AgUiInputMessage>>, ProtocolError> {
        listed("messages", &self.messages)
    }

    /// Returns the page's facts, as instructions to the model.
    fn context(&self) -> Result<Vec<Message>, ProtocolError> {
        if self.context.is_null() {
            return Ok(Vec::new());
        }
        let known = listed::<AgUiContext>("context", &self.context)?.into_iter();
        let facts = known.map(|(_, known)| format!("{}: {}", known.description, known.value));
        Ok(facts.map(Message::system).collect())
    }
}

impl AgUiInputMessage {
    /// Parses a message; `None` if its author is neither the reader nor the assistant.
    fn message(&self, at: &str) -> Result<Option<Message>, ProtocolError> {
        let role = match self.role(at)? {
            AgUiRole::User => Role::User,
            AgUiRole::Assistant => Role::Assistant,
            AgUiRole::System | AgUiRole::Developer => Role::System,
            AgUiRole::Tool | AgUiRole::Activity | AgUiRole::Reasoning => return Ok(None),
        };
        let content = match &self.content {
            Value::String(text) => text.clone(),
            Value::Array(_) => self.text(at)?,
            // An answer that only called tools has no text.
            Value::Null if role == Role::Assistant => String::new(),
            _ => return Err(must_be(&format!("{at}.content"), "a string or a list of parts")),
        };
        Ok(Some(Message { role, content }))
    }

    fn role(&self, at: &str) -> Result<AgUiRole, ProtocolError> {
        let known = "a role of this protocol, such as \"user\"";
        AgUiRole::deserialize(&self.role).map_err(|_| must_be(&format!("{at}.role"), known))
    }

    fn parts(&self, at: &str) -> Result<Vec<Placed<AgUiInputPart>>, ProtocolError> {
        listed(&format!("{at}.content"), &self.content)
    }

    fn text(&self, at: &str) -> Result<String, ProtocolError> {
        let parts = self.parts(at)?;
        let texts = parts.iter().filter(|(_, part)| part.kind == "text");
        let texts = texts.map(|(at, part)| string(&format!("{at}.text"), &part.text));
        Ok(texts.collect::<Result<Vec<_>, _>>()?.join("\n"))
    }
}

impl AgUiInputPart {
    /// Returns the file of a part; `None` if the part is text.
    fn file(&self, at: &str) -> Result<Option<SentFile>, ProtocolError> {
        match self.kind.as_str() {
            Some("text") => return Ok(None),
            Some("image" | "document") => {}
            _ => {
                return Err(must_be(at, "text, an image or a document: no other can be read here"));
            }
        }
        let source = AgUiSource::deserialize(&self.source);
        let place = format!("{at}.source");
        let source = source.map_err(|_| must_be(&place, "an object with its type and value"))?;
        let name = ["filename", "name"].iter().find_map(|key| self.metadata.get(key)?.as_str());
        let (name, place) = (name.unwrap_or_default(), format!("{place}.value"));
        if source.kind == "data" && !source.value.starts_with("data:") {
            return SentFile::of_base64(&place, name, &source.mime_type, &source.value).map(Some);
        }
        SentFile::of_address(&place, name, &source.value).map(Some)
    }
}
