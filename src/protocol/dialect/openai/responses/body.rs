//! The response object, as an answer and within events.

use std::ops::Not;

use footnote_text::list::has;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::settings;
use crate::dialect::cited;
use crate::dialect::context::Context;
use crate::dialect::openai::citations::{FileCitation, UrlCitation};
use crate::dialect::parts::Assistant;
use crate::dialect::usage::{self, CountedTokens, ReasoningTokens};
use crate::dialect::{AnswerHead, RawRequest};
use crate::{Answer, FinishReason};

/// Prefix that turns the id of a session into that of a response.
pub const RESPONSE: &str = "resp_";

/// A response in its current state.
#[derive(Clone, Serialize, ToSchema)]
pub(in super::super) struct Response {
    id: String,
    object: ResponseObject,
    created_at: u64,
    /// Time of completion.
    #[schema(required)]
    completed_at: Option<u64>,
    status: ResponseStatus,
    background: bool,
    #[schema(required)]
    error: Option<ResponseError>,
    #[schema(required)]
    incomplete_details: Option<IncompleteDetails>,
    model: String,
    output: Vec<ResponsesMessage>,
    #[schema(required)]
    usage: Option<ResponseUsage>,
    /// The temperature in use; without a chat model, the default.
    temperature: f64,
    context: Context,
    #[serde(flatten)]
    #[schema(value_type = EchoedSettings)]
    echo: Map<String, Value>,
}

/// Type of a response.
#[derive(Clone, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = openai_responses::ResponseObject)]
enum ResponseObject {
    Response,
}

/// Progress of a response.
#[derive(Clone, Copy, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = openai_responses::Status)]
pub(super) enum ResponseStatus {
    /// Not finished yet.
    InProgress,
    /// Complete.
    Completed,
    /// Cut short.
    Incomplete,
    /// Failed.
    Failed,
}

/// Error of a failed response.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = openai_responses::Reason)]
struct ResponseError {
    code: String,
    message: String,
}

/// Reason for an incomplete response.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = openai_responses::Incomplete)]
struct IncompleteDetails {
    reason: String,
}

/// Token usage of a response.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = openai_responses::Cost)]
pub(super) struct ResponseUsage {
    input_tokens: u32,
    input_tokens_details: CachedTokens,
    output_tokens: u32,
    output_tokens_details: ReasoningTokens,
    total_tokens: u32,
    /// True if the counts are estimates because the model reported none; otherwise absent.
    #[serde(skip_serializing_if = "Not::not")]
    estimated: bool,
}

/// Number of input tokens that were cached by the model.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = openai_responses::Cached)]
struct CachedTokens {
    cached_tokens: u32,
}

/// The only message of a response.
#[derive(Clone, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = openai_responses::Item)]
pub(super) enum ResponsesMessage {
    /// The only variant.
    Message {
        id: String,
        status: ResponseStatus,
        role: Assistant,
        content: Vec<ResponsesContentPart>,
    },
}

/// The only part of a message.
#[derive(Clone, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = openai_responses::Part)]
pub(super) enum ResponsesContentPart {
    /// The only variant.
    OutputText { text: String, annotations: Vec<ResponsesAnnotation>, logprobs: Vec<Value> },
}

/// A citation, in addition to its bracket in the text.
#[derive(Clone, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = openai_responses::Annotation)]
pub(super) enum ResponsesAnnotation {
    /// A URL.
    UrlCitation(UrlCitation),
    /// A file, if the request has the file search tool, whose users only know files.
    FileCitation(FileCitation),
}

/// Settings of a request that sets none.
const DEFAULTS: &str = include_str!("defaults.json");

/// Settings without effect here; a response states their defaults.
const NEVER_IN_FORCE: &str =
    "max_tool_calls parallel_tool_calls reasoning service_tier text tool_choice truncation";

/// Temperature of a response that no model wrote: the default of the form.
const DEFAULT_TEMPERATURE: f64 = 1.0;

/// Settings that a response repeats from its request.
#[derive(Default, Deserialize, Serialize, ToSchema)]
#[serde(default)]
#[schema(as = openai_responses::Echo)]
pub(in super::super) struct EchoedSettings {
    /// Name of the requested model.
    #[serde(skip_serializing_if = "Value::is_null")]
    model: Value,
    previous_response_id: Value,
    /// True if the response is stored with its conversation.
    pub(in super::super) store: Value,
    frequency_penalty: Value,
    instructions: Value,
    max_output_tokens: Value,
    max_tool_calls: Value,
    metadata: Value,
    parallel_tool_calls: Value,
    presence_penalty: Value,
    prompt_cache_key: Value,
    reasoning: Value,
    safety_identifier: Value,
    service_tier: Value,
    text: Value,
    tool_choice: Value,
    tools: Value,
    top_logprobs: Value,
    top_p: Value,
    truncation: Value,
    user: Value,
}

impl EchoedSettings {
    /// Returns the settings of a request.
    pub(in super::super) fn of(raw: &RawRequest<'_>) -> Self {
        let mut said: Map<_, _> = serde_json::from_str(DEFAULTS).unwrap_or_default();
        let sent = raw.body.as_object().into_iter().flatten();
        let sent = sent.filter(|(key, value)| !value.is_null() && !has(NEVER_IN_FORCE, key));
        said.extend(sent.map(|(key, it)| (key.clone(), it.clone())));
        let mut settings = Self::deserialize(Value::Object(said)).unwrap_or_default();
        if let Some(tools) = settings.tools.as_array_mut() {
            for tool in tools {
                *tool = settings::repeated_tool(tool.take());
            }
        }
        settings
    }
}

impl ResponseStatus {
    /// Progress of an answer.
    pub(super) fn of(answer: &Answer) -> Self {
        match (&answer.error, answer.finish) {
            (Some(_), _) => Self::Failed,
            (None, None) => Self::InProgress,
            (None, Some(FinishReason::Stop)) => Self::Completed,
            (None, Some(FinishReason::Length | FinishReason::ContentFilter)) => Self::Incomplete,
        }
    }
}

impl Response {
    /// Returns the response object of an answer.
    pub(super) fn of(head: &AnswerHead, answer: &Answer) -> Self {
        let begun = answer.finish.is_some() || !answer.text.is_empty();
        let error = answer.error.as_ref();
        let status = ResponseStatus::of(answer);
        Self {
            id: id(head),
            object: ResponseObject::Response,
            created_at: head.created,
            completed_at: (status == ResponseStatus::Completed).then(|| head.now()),
            status,
            background: false,
            error: error.map(|error| ResponseError {
                code: "server_error".to_owned(),
                message: error.message.clone(),
            }),
            incomplete_details: IncompleteDetails::of(answer),
            model: asked_model(head).unwrap_or_else(|| head.model_of(answer)),
            output: begun.then(|| ResponsesMessage::of(head, answer)).into_iter().collect(),
            usage: answer.finish.map(|_| usage::of(head, answer).into()),
            temperature: head.in_force.as_ref().map_or(DEFAULT_TEMPERATURE, |_| head.temperature),
            context: answer.context.clone().into(),
            echo: echoed(head),
        }
    }

    /// Returns the same, marked as completed at this time.
    pub(super) fn completed_at(self, time: u64) -> Self {
        Self { completed_at: self.completed_at.map(|_| time), ..self }
    }

    /// Returns the same without the details that are not stored.
    pub(super) fn without_details(self) -> Self {
        Self { completed_at: None, usage: None, context: Context::default(), ..self }
    }
}

/// Returns the name of the requested model: clients look for it, whichever model answers.
fn asked_model(head: &AnswerHead) -> Option<String> {
    let asked = head.echo.get("model").and_then(Value::as_str);
    asked.filter(|model| !model.is_empty()).map(str::to_owned)
}

/// Returns the id of a response: that of its session if it is stored.
fn id(head: &AnswerHead) -> String {
    let session = head.session_state.as_ref().and_then(Value::as_str);
    format!("{RESPONSE}{}", session.unwrap_or(&head.id))
}

/// Returns the settings repeated from the request; at least those saying that there is no previous response and nothing
/// is stored.
fn echoed(head: &AnswerHead) -> Map<String, Value> {
    let mut echo = head.echo.as_object().cloned().unwrap_or_default();
    echo.remove("model");
    echo.entry("previous_response_id").or_insert(Value::Null);
    echo.entry("store").or_insert(Value::Bool(false));
    let in_force = head.in_force.clone().unwrap_or_default();
    echo.insert("max_output_tokens".to_owned(), json!(in_force.max_tokens));
    if in_force.top_p.is_none() {
        echo.insert("top_p".to_owned(), json!(1));
    }
    if head.in_force.is_none() {
        echo.insert("instructions".to_owned(), Value::Null);
    }
    echo
}

impl IncompleteDetails {
    fn of(answer: &Answer) -> Option<Self> {
        let reason = match answer.finish? {
            FinishReason::Length => "max_output_tokens",
            FinishReason::ContentFilter => "content_filter",
            FinishReason::Stop => return None,
        };
        let reason = reason.to_owned();
        Some(Self { reason })
    }
}

impl From<CountedTokens> for ResponseUsage {
    fn from(counted: CountedTokens) -> Self {
        let usage = counted.tokens;
        Self {
            estimated: counted.estimated,
            input_tokens: usage.prompt_tokens,
            input_tokens_details: CachedTokens { cached_tokens: 0 },
            output_tokens: usage.completion_tokens,
            output_tokens_details: ReasoningTokens::of(usage),
            total_tokens: usage.total_tokens,
        }
    }
}

/// Returns the id of the only message.
pub(super) fn item_id(head: &AnswerHead) -> String {
    format!("msg_{}", head.id)
}

impl ResponsesMessage {
    /// Returns a message with this content.
    pub(super) fn new(
        head: &AnswerHead,
        status: ResponseStatus,
        content: Vec<ResponsesContentPart>,
    ) -> Self {
        Self::Message { id: item_id(head), status, role: Assistant::Assistant, content }
    }

    /// Returns the message of an answer.
    pub(super) fn of(head: &AnswerHead, answer: &Answer) -> Self {
        let status = match ResponseStatus::of(answer) {
            ResponseStatus::Failed => ResponseStatus::Incomplete,
            status => status,
        };
        let part = ResponsesContentPart::of(&answer.text, annotations(head, answer));
        Self::new(head, status, vec![part])
    }
}

impl ResponsesContentPart {
    /// Returns a part with this text and these citations.
    pub(super) fn of(text: &str, annotations: Vec<ResponsesAnnotation>) -> Self {
        Self::OutputText { text: text.to_owned(), annotations, logprobs: Vec::new() }
    }
}

/// Returns the citations, of the kind that the request's tools imply.
pub(super) fn annotations(head: &AnswerHead, answer: &Answer) -> Vec<ResponsesAnnotation> {
    let tools = head.echo.get("tools").and_then(Value::as_array);
    let searches = |tool: &Value| tool.get("type").is_some_and(|kind| kind == "file_search");
    let files = tools.is_some_and(|tools| tools.iter().any(searches));
    cited::in_characters(answer)
        .iter()
        .map(|cited| {
            if files {
                ResponsesAnnotation::FileCitation(cited.file())
            } else {
                ResponsesAnnotation::UrlCitation(cited.url(&head.origin))
            }
        })
        .collect()
}
