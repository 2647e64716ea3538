//! The wire forms, one file each: their bodies, and how requests are recognised, parsed and answered.
//!
//! The form of a request is decided in this order: the form that the client names, by `?dialect=`, by the header
//! `x-footnote-dialect` or by a path under `/as/<form>/`; the server's default, if the request does not identify a form
//! ([`Dialect::may_take`]); the first of these that recognises the request:
//!
//! | form | used by | recognised by |
//! |---|---|---|
//! | `openai_responses`, `openai_chat` | libraries for OpenAI's API | the path, `/v1/…` |
//! | `message_events` | pages with an `EventSource` | `GET /chat` with a `message` in the address |
//! | `chats` | `serverless-chat-langchainjs` | the path, `/chats…` |
//! | `sdk` | `@microsoft/ai-chat-protocol` | its user agent, `ts-http-runtime/…` |
//! | `ui_message_stream` | pages with the AI SDK | a `trigger`, or messages in `parts` |
//! | `ag_ui` | pages with an AG-UI client | `threadId` and `runId` |
//! | `output_rows` | `rag-postgres-openai-python` since April 2026 | an `input` beside a `context` |
//! | `response_lines` | `openai-chat-app-quickstart` since July 2026 | an `input` in the body |
//! | `history` | the demo's front ends until October 2023 | `history` or `question` in the body |
//! | `completion_chunks` | bare chat pages | a `message` in the body; else by name or as the default |
//! | `chat_component_digits` | the web component | `approach`, or settings beside a `stream`, right inside `context` |
//! | `chat_component` | readers of everything that the component's own back end sends | the same, if the form above is turned off |
//! | `choices_text` | the demo's front ends from October to December 2023 | a `stream`, and all settings that they send, or an answer of a `bot` |
//! | `choices` | clients of the 2024-01-28 specification and of the version before | a `stream` in the body |
//! | `demo` | the demo's front ends since August 2025 | `session_state`, and settings that only they send |
//! | `session_state` | its front ends before, and those in Java | `session_state`; the path `/ask` |
//! | `output_text` | clients that want only the newest form | its name only: its requests look like those of the one above |
//! | `message_delta` | clients of the 2024-05-29 specification | everything else |

use std::ops::Deref;
use std::time::Instant;

use http::StatusCode;
use serde_json::{Value, json};

use self::body::RequestBody;
use self::chat_component::ChatComponent;
use self::framing::{BARE, JSON_LINES, JSONL, NAMED, NAMED_DONE, NDJSON, UNNAMED};
use self::parts::ErrorBody;
use super::{Answer, AnswerEvent, ChatRequest, ProtocolError, Sampling};

pub mod ag_ui;
mod body;
mod body_errors;
pub mod chat_component;
pub mod chats;
pub mod choices;
pub mod choices_text;
mod cited;
mod completion;
pub mod completion_chunks;
mod context;
pub mod demo;
mod fields;
mod followups;
mod framing;
pub mod history;
mod html;
pub mod message_delta;
pub mod message_events;
pub mod openai;
pub mod output_rows;
pub mod output_text;
mod parts;
mod path;
mod rows;
mod sampling;
mod schema;
pub mod sdk;
mod sent_file;
pub mod session_state;
#[cfg(test)]
mod tests;
pub mod ui_message_stream;
mod usage;

pub use body_errors::scope_of;
pub use framing::Framing;
pub use path::place;
pub use schema::Description;
pub use sent_file::SentFile;

/// Delivery of an answer, as the client requests it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// One JSON object, once the answer is complete.
    Whole,
    /// One JSON object per line, as the answer arrives.
    Lines,
}

impl Delivery {
    /// Streamed or whole.
    pub fn streamed(streamed: bool) -> Self {
        if streamed { Self::Lines } else { Self::Whole }
    }
}

/// The memory that a client leaves to the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerMemory {
    /// Nothing: the client sends the whole conversation.
    Nothing,
    /// The conversation, under one id.
    Conversation,
    /// The conversation up to each answer, under an id per answer, so that it can be continued from any of them.
    Answers {
        /// True if this answer is stored as well.
        keeps: bool,
    },
}

/// Name and value of a header of streamed answers.
pub type ResponseHeader = (&'static str, &'static str);

/// A request whose form is not known yet.
#[derive(Clone, Copy, Debug)]
pub struct RawRequest<'a> {
    /// Normalised path, as [`place`] returns it: without `/api`, `/as/<form>` and a trailing slash.
    pub path: &'a str,
    /// Query string without the question mark; empty if there is none.
    pub query: &'a str,
    /// The form that the client names, if any.
    pub form: Option<&'a str>,
    /// User agent of the client; empty if unknown.
    pub agent: &'a str,
    /// The body; null if there is none, or before it has been read.
    pub body: &'a Value,
}

impl<'a> RawRequest<'a> {
    /// Returns a request to `path` of which nothing else is known.
    pub fn at(path: &'a str) -> Self {
        Self { path, query: "", form: None, agent: "", body: &Value::Null }
    }

    /// Returns true if the request does not identify a form: its body has none of the distinguishing keys, and only the
    /// last form recognises it.
    fn names_no_form(&self) -> bool {
        let has = |key: &str| self.body.get(key).is_some();
        let recognised = DIALECTS.iter().find(|form| form.recognises(self));
        recognised.is_none_or(|form| form.name == LAST.name)
            && !has("context")
            && !has("sessionState")
    }

    /// Returns the delivery that the path asks for, in forms where the path decides.
    pub fn delivery(&self) -> Delivery {
        Delivery::streamed(self.path.ends_with("/stream") || self.path == "/chat_stream")
    }
}

/// A wire form of the protocol. The default methods are those of the demo's requests, lines and errors.
pub trait Dialect: Sync {
    /// Description of the form, derived from the types of its bodies.
    fn description(&self) -> Description;

    /// Returns true if a request is of this form.
    fn recognises(&self, raw: &RawRequest<'_>) -> bool;

    /// Returns true if a request is of this form when the server has it as its default. By default, requests that
    /// identify no form are.
    fn may_take(&self, raw: &RawRequest<'_>) -> bool {
        raw.names_no_form()
    }

    /// Parses a request.
    ///
    /// # Errors
    ///
    /// Fails with the name of a field that is missing or of the wrong type.
    fn parse(&self, raw: &RawRequest<'_>) -> Result<(ChatRequest, Delivery), ProtocolError> {
        Ok((RequestBody::read(raw.body)?.request(raw)?, raw.delivery()))
    }

    /// Returns the files embedded in the body of a request.
    ///
    /// # Errors
    ///
    /// Fails with the name of a field that is not a file.
    fn files(&self, _asked: &RawRequest<'_>) -> Result<Vec<SentFile>, ProtocolError> {
        Ok(Vec::new())
    }

    /// Returns an additional header of streamed answers in this form.
    fn header(&self) -> Option<ResponseHeader> {
        None
    }

    /// Data of the request that this form needs for its answer; see [`AnswerHead::echo`].
    fn echo(&self, _asked: &RawRequest<'_>) -> Value {
        Value::Null
    }

    /// Returns the memory that a client of this form leaves to the server. If there is any, the session state is the
    /// server's, not the client's own.
    fn remembers(&self, _asked: &RawRequest<'_>) -> ServerMemory {
        ServerMemory::Nothing
    }

    /// Returns the value sent while an answer produces no output, if readers of the form do not skip
    /// [nothing](Framing::nothing).
    fn sign(&self, _head: &AnswerHead) -> Option<Value> {
        None
    }

    /// Starts encoding an answer.
    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send>;

    /// Encodes a whole answer.
    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value;

    /// Encodes an error, before or within a stream; a string is sent as plain text.
    fn error(&self, error: &ProtocolError) -> Value {
        json!(ErrorBody::from(error))
    }

    /// HTTP status of an error before the answer has started.
    fn status(&self, error: &ProtocolError) -> StatusCode {
        error.status()
    }
}

/// Encodes the events of an answer as the values of its lines, in order.
pub trait Encoder {
    /// Returns the lines for one event; often one, sometimes none.
    fn lines(&mut self, event: AnswerEvent) -> Vec<Value>;
}

impl<F: FnMut(AnswerEvent) -> Vec<Value>> Encoder for F {
    fn lines(&mut self, event: AnswerEvent) -> Vec<Value> {
        self(event)
    }
}

/// Facts about an answer that every line may repeat.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnswerHead {
    /// Unique id of the answer.
    pub id: String,
    /// Start of the answer, in seconds since 1970.
    pub created: u64,
    /// The same on a monotonic clock; `None` if no time should pass.
    pub begun: Option<Instant>,
    /// Name of the model that will write it.
    pub model: String,
    /// Sampling temperature.
    pub temperature: f64,
    /// The other settings of the text, as far as they are in force; `None` if no model writes it.
    pub in_force: Option<Sampling>,
    /// The client's session state, returned unchanged, or the id under which the server remembers.
    pub session_state: Option<Value>,
    /// Size of the text of the request's conversation, in bytes.
    pub asked_bytes: usize,
    /// Data of the request that the form needs; see [`Dialect::echo`].
    pub echo: Value,
    /// Address of this server as the client sees it, such as `http://localhost:3000`, without a trailing slash; empty
    /// if unknown.
    pub origin: String,
}

impl AnswerHead {
    /// Returns the current time, in seconds since 1970.
    fn now(&self) -> u64 {
        self.created + self.begun.map_or(0, |begun| begun.elapsed().as_secs())
    }

    /// Returns the name of the model that wrote the answer, or will write it.
    fn model_of(&self, answer: &Answer) -> String {
        let known = Some(&answer.model).filter(|model| !model.is_empty());
        known.unwrap_or(&self.model).clone()
    }
}

/// A wire form with its name, which clients and settings use, and the framing of its streams.
pub struct WireForm {
    /// Name of the form.
    pub name: &'static str,
    /// Framing of streamed answers.
    pub framing: Framing,
    dialect: &'static dyn Dialect,
}

impl WireForm {
    /// Bytes sent while an answer produces no output, so that no proxy closes the connection. All known readers of the
    /// form skip them.
    pub fn heartbeat(&self, head: &AnswerHead) -> Vec<u8> {
        let sign = self.dialect.sign(head);
        let nothing = || self.framing.nothing().to_vec();
        sign.map_or_else(nothing, |sign| self.framing.encode(&sign))
    }
}

impl Deref for WireForm {
    type Target = dyn Dialect;

    fn deref(&self) -> &Self::Target {
        self.dialect
    }
}

const fn form(name: &'static str, framing: Framing, dialect: &'static dyn Dialect) -> WireForm {
    WireForm { name, framing, dialect }
}

/// Name of the web component's form with look-alike digits.
const DIGITS: &str = "chat_component_digits";

/// The form of requests that no other form recognises.
const LAST: WireForm = form("message_delta", JSONL, &message_delta::MessageDelta);

/// All forms, in the order in which they are asked to recognise a request. Unambiguous forms come first; the last one
/// accepts everything.
pub static DIALECTS: &[WireForm] = &[
    form("openai_responses", NAMED_DONE, &openai::Responses),
    form("openai_chat", UNNAMED, &openai::ChatCompletions),
    form("message_events", NAMED, &message_events::MessageEvents),
    form("chats", JSONL, &chats::Chats),
    form("sdk", JSONL, &sdk::Sdk),
    form("ui_message_stream", UNNAMED, &ui_message_stream::UiMessageStream),
    form("ag_ui", BARE, &ag_ui::AgUi),
    form("output_rows", NDJSON, &output_rows::OutputRows),
    form("response_lines", JSON_LINES, &openai::ResponseLines),
    form("history", JSON_LINES, &history::History),
    form("completion_chunks", JSON_LINES, &completion_chunks::CompletionChunks),
    form(DIGITS, NDJSON, &ChatComponent { digits: true }),
    form("chat_component", NDJSON, &ChatComponent { digits: false }),
    form("choices_text", JSON_LINES, &choices_text::ChoicesText),
    form("choices", JSON_LINES, &choices::Choices),
    form("demo", JSON_LINES, &demo::Demo),
    form("session_state", JSON_LINES, &session_state::SessionState),
    form("output_text", JSON_LINES, &output_text::OutputText),
    LAST,
];

/// The operator's preferences, for requests that leave a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preferences {
    /// The form of requests that identify none; `None` for the 2024-05-29 form.
    pub form: Option<&'static str>,
    /// True if the web component gets look-alike signs, which it shows, in place of digits, which it drops.
    pub digits: bool,
}

impl Default for Preferences {
    fn default() -> Self {
        Self { form: None, digits: true }
    }
}

/// Returns the form of this name.
///
/// # Errors
///
/// Fails for an unknown name; the message lists all forms.
pub fn named(name: &str) -> Result<&'static WireForm, ProtocolError> {
    let form = DIALECTS.iter().find(|form| form.name == name);
    form.ok_or_else(|| unknown(name))
}

/// Returns the form of a request: the one that it names, the default if it identifies none, the first one that
/// recognises it, or else the 2024-05-29 form.
///
/// # Errors
///
/// Fails if it names an unknown form.
pub fn recognise(
    raw: &RawRequest<'_>,
    preferences: Preferences,
) -> Result<&'static WireForm, ProtocolError> {
    if let Some(name) = raw.form {
        return named(name);
    }
    let default = preferences.form.and_then(|name| named(name).ok());
    if let Some(form) = default.filter(|form| form.may_take(raw)) {
        return Ok(form);
    }
    let is_wanted = |form: &&WireForm| preferences.digits || form.name != DIGITS;
    let mut forms = DIALECTS.iter().filter(is_wanted);
    let recognised = forms.find(|form| form.recognises(raw));
    Ok(recognised.unwrap_or(&LAST))
}

/// Returns the form for requests to `path`, before more is known.
pub fn at(path: &str) -> &'static WireForm {
    recognise(&RawRequest::at(path), Preferences::default()).unwrap_or(&LAST)
}

fn unknown(name: &str) -> ProtocolError {
    let names: Vec<_> = DIALECTS.iter().map(|form| form.name).collect();
    let names = names.join(", ");
    ProtocolError::refused(format!("there is no dialect {name:?}; there are {names}"))
}
