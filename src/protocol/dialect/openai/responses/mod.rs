//! Responses: `/v1/responses`.

use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::error::Error;
use super::reading::{self, Format, Settings, Turn};
use crate::protocol::dialect::{
    AnswerHead, Asked, Delivery, Description, Dialect, Encoder, Remembers,
};
use crate::protocol::{Answer, ChatRequest, Message, ProtocolError, Role};

mod body;
mod steps;

pub use body::RESPONSE;
pub(super) use body::{Echo, Response};
pub(super) use steps::{Step, Steps};

/// Responses. Each is kept with its conversation unless its request says otherwise, and can be gone on
/// from by its name.
///
/// Citations are annotations with an address, or with a file where a request brings the tool for
/// searching files, whose users know no others.
pub struct Responses;

/// A request; other fields are ignored.
#[derive(Deserialize, ToSchema)]
pub(super) struct Request {
    #[serde(default)]
    #[schema(required, value_type = Input)]
    input: Value,
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    instructions: Value,
    #[serde(default)]
    #[schema(value_type = Option<TextSettings>)]
    text: Value,
    /// The response to go on from; it must be kept.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    previous_response_id: Value,
    /// False if the response is not to be kept with its conversation.
    #[serde(default, rename = "store")]
    #[schema(value_type = Option<bool>)]
    _store: Value,
    /// No conversations are kept by name.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    conversation: Value,
    /// Not possible here.
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    background: Value,
    #[serde(flatten)]
    settings: Settings,
}

/// The question, or the conversation.
#[derive(Deserialize, ToSchema)]
#[serde(untagged)]
#[schema(as = openai_responses::Input)]
enum Input {
    Text(String),
    Items(Items),
}

#[derive(Deserialize, ToSchema)]
#[schema(as = openai_responses::Items, value_type = Vec<Turn>)]
struct Items(Vec<Value>);

/// The settings of the text.
#[derive(Default, Deserialize, ToSchema)]
#[schema(as = openai_responses::TextSettings)]
struct TextSettings {
    #[serde(default)]
    #[schema(value_type = Option<Format>)]
    format: Value,
}

impl Dialect for Responses {
    fn description(&self) -> Description {
        Description::of::<Response, Step, Error>(
            "Responses as libraries for OpenAI's API ask for them; any model's name is taken.",
        )
        .asked::<Request>(json!({"model": "any", "input": "How much leave do I get?"}))
    }

    fn recognises(&self, asked: &Asked<'_>) -> bool {
        asked.path == "/v1/responses"
    }

    fn parse(&self, asked: &Asked<'_>) -> Result<(ChatRequest, Delivery), ProtocolError> {
        let body: Request = reading::object(asked.body)?;
        if !body.conversation.is_null() {
            return Err(ProtocolError::refused(
                "conversation names none that is kept here: go on from a response by previous_response_id",
            ));
        }
        if body.background == true {
            return Err(ProtocolError::refused("background is not possible here"));
        }
        let text = TextSettings::deserialize(&body.text).unwrap_or_default();
        reading::text_only("text.format", &text.format)?;
        let messages = body.messages()?;
        let request =
            ChatRequest { session_state: body.previous()?, ..body.settings.request(messages)? };
        Ok((request, body.settings.delivery()?))
    }

    fn remembers(&self, asked: &Asked<'_>) -> Remembers {
        let keeps = asked.body.get("store") != Some(&Value::Bool(false));
        Remembers::Answers { keeps }
    }

    /// The settings that stand in the answer too.
    fn echo(&self, asked: &Asked<'_>) -> Value {
        json!(Echo::of(asked))
    }

    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(Steps::new(head))
    }

    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value {
        json!(Response::of(head, answer))
    }

    fn error(&self, error: &ProtocolError) -> Value {
        json!(Error::from(error))
    }
}

impl Request {
    /// The session of the response that the request goes on from.
    fn previous(&self) -> Result<Option<Value>, ProtocolError> {
        match &self.previous_response_id {
            Value::Null => Ok(None),
            Value::String(id) => Ok(Some(id.strip_prefix(RESPONSE).unwrap_or(id).into())),
            _ => Err(ProtocolError::refused("previous_response_id must be a string")),
        }
    }

    /// The conversation, which ends with the question.
    fn messages(&self) -> Result<Vec<Message>, ProtocolError> {
        let mut messages = self.instructions()?;
        messages.extend(self.input()?);
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
        match Input::deserialize(&self.input) {
            Ok(Input::Text(text)) => Ok(vec![Message::user(text)]),
            Ok(Input::Items(Items(items))) => reading::messages("input", &items),
            Err(_) => Err(ProtocolError::refused("input must be a string or a list")),
        }
    }
}
