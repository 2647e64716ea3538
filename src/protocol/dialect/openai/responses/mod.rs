//! Responses: `/v1/responses`.

use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::error::OpenAiErrorBody;
use super::files;
use super::request::{self, InputMessage, RequestSettings, ResponseFormat};
use crate::dialect::fields;
use crate::dialect::{
    AnswerHead, Delivery, Description, Dialect, Encoder, RawRequest, SentFile, ServerMemory,
};
use crate::{Answer, ChatRequest, Message, ProtocolError, Role};

mod body;
mod events;
mod kept;
mod settings;

pub use body::RESPONSE;
pub(super) use body::{EchoedSettings, Response};
pub(super) use events::{ResponseStreamEvent, ResponsesEncoder};
pub use kept::{KeptConversation, KeptDetail};

/// Responses. Each one is stored with its conversation unless its request says otherwise, and a later request can
/// continue from its id.
///
/// Citations are annotations with a URL. They have a file instead if the request has the file search tool, whose users
/// only know files.
pub struct Responses;

/// A request; other fields are ignored.
#[derive(Deserialize, ToSchema)]
pub(in crate::dialect) struct ResponsesRequest {
    #[serde(default)]
    #[schema(required, value_type = ResponsesInput)]
    input: Value,
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    instructions: Value,
    #[serde(default)]
    #[schema(value_type = Option<TextSettings>)]
    text: Value,
    /// The stored response to continue from.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    previous_response_id: Value,
    /// False to not store the response with its conversation.
    #[serde(default, rename = "store")]
    #[schema(value_type = Option<bool>)]
    _store: Value,
    /// Must be null: conversations have no ids here.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    conversation: Value,
    /// True is rejected: not supported.
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    background: Value,
    #[serde(flatten)]
    settings: RequestSettings,
}

/// The question, or the conversation.
#[derive(Deserialize, ToSchema)]
#[serde(untagged)]
#[schema(as = openai_responses::Input)]
enum ResponsesInput {
    Text(String),
    InputItems(InputItems),
}

#[derive(Deserialize, ToSchema)]
#[schema(as = openai_responses::Items, value_type = Vec<InputMessage>)]
struct InputItems(Vec<Value>);

/// Settings of the text.
#[derive(Default, Deserialize, ToSchema)]
#[schema(as = openai_responses::TextSettings)]
struct TextSettings {
    #[serde(default)]
    #[schema(value_type = Option<ResponseFormat>)]
    format: Value,
}

impl Dialect for Responses {
    fn description(&self) -> Description {
        Description::of::<Response, ResponseStreamEvent, OpenAiErrorBody>(
            "Responses as libraries for OpenAI's API ask for them; any model's name is taken.",
        )
        .with_request::<ResponsesRequest>(
            json!({"model": "any", "input": "How much leave do I get?"}),
        )
    }

    fn recognises(&self, raw: &RawRequest<'_>) -> bool {
        raw.path == "/v1/responses"
    }

    fn parse(&self, raw: &RawRequest<'_>) -> Result<(ChatRequest, Delivery), ProtocolError> {
        let body: ResponsesRequest = fields::object(raw.body)?;
        settings::check(raw.body)?;
        if !body.conversation.is_null() {
            return Err(ProtocolError::refused(
                "conversation names none that is kept here: go on from a response by previous_response_id",
            ));
        }
        if body.background == true {
            return Err(ProtocolError::refused("background is not possible here"));
        }
        let text = TextSettings::deserialize(&body.text).unwrap_or_default();
        request::text_only("text.format", &text.format)?;
        let messages = body.question()?;
        let request =
            ChatRequest { session_state: body.previous()?, ..body.settings.request(messages)? };
        Ok((request, body.settings.delivery()?))
    }

    fn files(&self, raw: &RawRequest<'_>) -> Result<Vec<SentFile>, ProtocolError> {
        files::of("input", items(raw.body))
    }

    fn remembers(&self, raw: &RawRequest<'_>) -> ServerMemory {
        let keeps = raw.body.get("store") != Some(&Value::Bool(false));
        ServerMemory::Answers { keeps }
    }

    /// Settings that the answer repeats.
    fn echo(&self, raw: &RawRequest<'_>) -> Value {
        json!(EchoedSettings::of(raw))
    }

    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(ResponsesEncoder::new(head))
    }

    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value {
        json!(Response::of(head, answer))
    }

    fn error(&self, error: &ProtocolError) -> Value {
        json!(OpenAiErrorBody::from(error))
    }
}

/// Returns the conversation that a request compacts: the session that it continues from, and the messages after it.
///
/// # Errors
///
/// Fails with the name of a field that is missing or of the wrong type.
pub fn compacted(body: &Value) -> Result<(Option<String>, Vec<Message>), ProtocolError> {
    let request: ResponsesRequest = fields::object(body)?;
    settings::check(body)?;
    if body.get("model").is_none_or(Value::is_null) {
        return Err(ProtocolError::refused("model must be a string"));
    }
    let previous = request.previous()?;
    let messages = if previous.is_some() && request.input.is_null() {
        Vec::new()
    } else {
        request.messages()?
    };
    let previous = previous.and_then(|session| session.as_str().map(str::to_owned));
    Ok((previous, messages))
}

/// Returns the items of an input, if it is a list.
fn items(body: &Value) -> &[Value] {
    body.get("input").and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Returns the index of the last compaction in a list of items; it replaces everything before it.
fn last_compaction(items: &[Value]) -> Option<usize> {
    items.iter().rposition(|item| item.get("type").is_some_and(|kind| kind == "compaction"))
}

impl ResponsesRequest {
    /// Returns the session of the response or the compaction that the request continues from.
    fn previous(&self) -> Result<Option<Value>, ProtocolError> {
        if let Some(items) = self.input.as_array()
            && let Some(at) = last_compaction(items)
        {
            let id = items.get(at).and_then(|item| item.get("encrypted_content")?.as_str());
            let place = format!("input[{at}].encrypted_content");
            let why = || ProtocolError::refused(format!("{place} must be a string"));
            return Ok(Some(id.ok_or_else(why)?.into()));
        }
        match &self.previous_response_id {
            Value::Null => Ok(None),
            Value::String(id) => Ok(Some(id.strip_prefix(RESPONSE).unwrap_or(id).into())),
            _ => Err(ProtocolError::refused("previous_response_id must be a string")),
        }
    }

    /// Returns the conversation, with the instructions first.
    fn messages(&self) -> Result<Vec<Message>, ProtocolError> {
        let mut messages = self.instructions()?;
        messages.extend(self.input()?);
        Ok(messages)
    }

    /// Returns the same; it must end with the question.
    fn question(&self) -> Result<Vec<Message>, ProtocolError> {
        let messages = self.messages()?;
        let mut said = messages.iter().filter(|it| it.role != Role::System);
        if said.next_back().is_none_or(|last| last.role != Role::User) {
            return Err(ProtocolError::refused("input must end with the user's message"));
        }
        Ok(messages)
    }

    fn instructions(&self) -> Result<Vec<Message>, ProtocolError> {
        match &self.instructions {
            Value::Null => Ok(Vec::new()),
            Value::String(text) => Ok(vec![Message::system(text)]),
            _ => Err(ProtocolError::refused("instructions must be a string")),
        }
    }

    fn input(&self) -> Result<Vec<Message>, ProtocolError> {
        match ResponsesInput::deserialize(&self.input) {
            Ok(ResponsesInput::Text(text)) => Ok(vec![Message::user(text)]),
            Ok(ResponsesInput::InputItems(InputItems(items))) => {
                let messages = request::messages("input", &items)?;
                let after = last_compaction(&items).map_or(0, |at| at + 1);
                let after = messages.into_iter().filter(|(at, _)| *at >= after);
                Ok(after.map(|(_, message)| message).collect())
            }
            Err(_) => Err(ProtocolError::refused("input must be a string or a list")),
        }
    }
}
