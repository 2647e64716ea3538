//! A response as it stands in an answer and in the steps of one.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::protocol::dialect::context::Context;
use crate::protocol::dialect::openai::citations::{self, FileCitation, UrlCitation};
use crate::protocol::dialect::openai::usage::{self, Thinking};
use crate::protocol::dialect::parts::Assistant;
use crate::protocol::dialect::{AnswerHead, Asked};
use crate::protocol::{Answer, FinishReason, TokenUsage};

/// The prefix that makes the name of a session that of a response.
pub const RESPONSE: &str = "resp_";

/// A response up to its present state.
#[derive(Clone, Serialize, ToSchema)]
pub(in super::super) struct Response {
    id: String,
    object: ResponseObject,
    created_at: u64,
    status: Status,
    background: bool,
    #[schema(required)]
    error: Option<Reason>,
    #[schema(required)]
    incomplete_details: Option<Incomplete>,
    model: String,
    output: Vec<Item>,
    #[schema(required)]
    usage: Option<Cost>,
    context: Context,
    #[serde(flatten)]
    #[schema(value_type = Echo)]
    echo: Map<String, Value>,
}

/// The type of a response.
#[derive(Clone, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = openai_responses::ResponseObject)]
enum ResponseObject {
    Response,
}

/// The progress of a response.
#[derive(Clone, Copy, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = openai_responses::Status)]
pub(super) enum Status {
    /// It goes on.
    InProgress,
    /// It is whole.
    Completed,
    /// It was cut short.
    Incomplete,
    /// It broke off.
    Failed,
}

/// The reason why a response failed.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = openai_responses::Reason)]
struct Reason {
    code: String,
    message: String,
}

/// The reason why a response is incomplete.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = openai_responses::Incomplete)]
struct Incomplete {
    reason: String,
}

/// The tokens that a response took.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = openai_responses::Cost)]
struct Cost {
    input_tokens: u32,
    input_tokens_details: Cached,
    output_tokens: u32,
    output_tokens_details: Thinking,
    total_tokens: u32,
}

/// The tokens that the model had read before, of those read.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = openai_responses::Cached)]
struct Cached {
    cached_tokens: u32,
}

/// The one message of a response.
#[derive(Clone, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = openai_responses::Item)]
pub(super) enum Item {
    /// The only type.
    Message { id: String, status: Status, role: Assistant, content: Vec<Part> },
}

/// The one part of a message.
#[derive(Clone, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = openai_responses::Part)]
pub(super) enum Part {
    /// The only type.
    OutputText { text: String, annotations: Vec<Annotation>, logprobs: Vec<Value> },
}

/// A citation, besides its bracket in the text.
#[derive(Clone, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = openai_responses::Annotation)]
pub(super) enum Annotation {
    /// An address.
    UrlCitation(UrlCitation),
    /// A file, where the request brings the tool for searching files, whose users know files only.
    FileCitation(FileCitation),
}

/// The settings of a request that says none.
const UNSAID: &str = include_str!("unsaid.json");

/// The settings that stand in a response as they stood in its request.
#[derive(Default, Deserialize, Serialize, ToSchema)]
#[serde(default)]
#[schema(as = openai_responses::Echo)]
pub(in super::super) struct Echo {
    previous_response_id: Value,
    /// True if the response is kept with its conversation.
    pub(in super::super) store: Value,
    instructions: Value,
    max_output_tokens: Value,
    metadata: Value,
    parallel_tool_calls: Value,
    reasoning: Value,
    temperature: Value,
    text: Value,
    tool_choice: Value,
    tools: Value,
    top_p: Value,
    truncation: Value,
    user: Value,
}

impl Echo {
    /// The settings of a request.
    pub(in super::super) fn of(asked: &Asked<'_>) -> Self {
        let mut said: Map<_, _> = serde_json::from_str(UNSAID).unwrap_or_default();
        let sent = asked.body.as_object().into_iter().flatten();
        let sent = sent.filter(|(_, value)| !value.is_null());
        said.extend(sent.map(|(key, it)| (key.clone(), it.clone())));
        Self::deserialize(Value::Object(said)).unwrap_or_default()
    }
}

impl Status {
    /// The progress of an answer.
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
    /// The response of an answer.
    pub(super) fn of(head: &AnswerHead, answer: &Answer) -> Self {
        let begun = answer.finish.is_some() || !answer.text.is_empty();
        let error = answer.error.as_ref();
        Self {
            id: id(head),
            object: ResponseObject::Response,
            created_at: head.created,
            status: Status::of(answer),
            background: false,
            error: error.map(|error| Reason {
                code: "server_error".to_owned(),
                message: error.message.clone(),
            }),
            incomplete_details: Incomplete::of(answer),
            model: head.model_of(answer),
            output: begun.then(|| Item::of(head, answer)).into_iter().collect(),
            usage: answer.finish.map(|_| usage::of(head, answer).into()),
            context: answer.context.clone().into(),
            echo: echoed(head),
        }
    }
}

/// The name of a response: that of its session, where it is kept.
fn id(head: &AnswerHead) -> String {
    let session = head.session_state.as_ref().and_then(Value::as_str);
    format!("{RESPONSE}{}", session.unwrap_or(&head.id))
}

/// The known settings of the request: at least that no response precedes it, and none is kept.
fn echoed(head: &AnswerHead) -> Map<String, Value> {
    let mut echo = head.echo.as_object().cloned().unwrap_or_default();
    echo.entry("previous_response_id").or_insert(Value::Null);
    echo.entry("store").or_insert(Value::Bool(false));
    echo
}

impl Incomplete {
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

impl From<TokenUsage> for Cost {
    fn from(usage: TokenUsage) -> Self {
        Self {
            input_tokens: usage.prompt_tokens,
            input_tokens_details: Cached { cached_tokens: 0 },
            output_tokens: usage.completion_tokens,
            output_tokens_details: Thinking::of(usage),
            total_tokens: usage.total_tokens,
        }
    }
}

/// The name of the one message.
pub(super) fn item_id(head: &AnswerHead) -> String {
    format!("msg_{}", head.id)
}

impl Item {
    /// The message with this content.
    pub(super) fn new(head: &AnswerHead, status: Status, content: Vec<Part>) -> Self {
        Self::Message { id: item_id(head), status, role: Assistant::Assistant, content }
    }

    /// The message of an answer.
    pub(super) fn of(head: &AnswerHead, answer: &Answer) -> Self {
        let status = match Status::of(answer) {
            Status::Failed => Status::Incomplete,
            status => status,
        };
        let part = Part::of(&answer.text, annotations(head, answer));
        Self::new(head, status, vec![part])
    }
}

impl Part {
    /// The part with this text and these citations.
    pub(super) fn of(text: &str, annotations: Vec<Annotation>) -> Self {
        Self::OutputText { text: text.to_owned(), annotations, logprobs: Vec::new() }
    }
}

/// The citations, in the way that the request's tools ask for.
pub(super) fn annotations(head: &AnswerHead, answer: &Answer) -> Vec<Annotation> {
    let tools = head.echo.get("tools").and_then(Value::as_array);
    let searches = |tool: &Value| tool.get("type").is_some_and(|kind| kind == "file_search");
    let files = tools.is_some_and(|tools| tools.iter().any(searches));
    citations::cited(answer)
        .iter()
        .map(|cited| {
            if files {
                Annotation::FileCitation(cited.file())
            } else {
                Annotation::UrlCitation(cited.url(&head.origin))
            }
        })
        .collect()
}
