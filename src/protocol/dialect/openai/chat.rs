//! Chat completions: `/v1/chat/completions`.

use std::ops::Not;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::citations::UrlCitation;
use super::error::OpenAiErrorBody;
use super::files;
use super::request::{self, InputMessage, RequestSettings, ResponseFormat};
use crate::dialect::cited;
use crate::dialect::completion::{ChunkObject, CompletionObject};
use crate::dialect::context::Context;
use crate::dialect::fields;
use crate::dialect::parts::{Assistant, values};
use crate::dialect::usage::{self, CountedTokens, ReasoningTokens};
use crate::dialect::{AnswerHead, Delivery, Description, Dialect, Encoder, RawRequest, SentFile};
use crate::{Answer, AnswerEvent, ChatRequest, FinishReason, Message, ProtocolError};

/// Chat completions, and the errors of all paths under `/v1`.
///
/// Token usage is estimated if the model does not report it.
pub struct ChatCompletions;

/// A request; other fields are ignored.
#[derive(Deserialize, ToSchema)]
struct ChatCompletionRequest {
    #[serde(default)]
    #[schema(required, value_type = Vec<InputMessage>, min_items = 1)]
    messages: Value,
    /// Number of answers; must be one.
    #[serde(default)]
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 1)]
    n: Value,
    #[serde(default)]
    #[schema(value_type = Option<ResponseFormat>)]
    response_format: Value,
    #[serde(flatten)]
    settings: RequestSettings,
}

/// A whole answer.
#[derive(Serialize, ToSchema)]
struct ChatCompletion {
    id: String,
    object: CompletionObject,
    created: u64,
    model: String,
    #[schema(required)]
    system_fingerprint: Option<String>,
    choices: [ChatCompletionChoice; 1],
    context: Context,
    usage: ChatUsage,
}

/// The only choice of a whole answer.
#[derive(Serialize, ToSchema)]
#[schema(as = openai_chat::Choice)]
struct ChatCompletionChoice {
    index: u32,
    message: ChatCompletionMessage,
    #[schema(value_type = Option<Object>)]
    logprobs: (),
    finish_reason: FinishReason,
}

/// An answer.
#[derive(Serialize, ToSchema)]
#[schema(as = openai_chat::Message)]
struct ChatCompletionMessage {
    role: Assistant,
    content: String,
    #[schema(required)]
    refusal: Option<String>,
    annotations: Vec<ChatAnnotation>,
}

/// A citation, in addition to its bracket in the text.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", content = "url_citation")]
#[schema(as = openai_chat::Annotation)]
enum ChatAnnotation {
    #[serde(rename = "url_citation")]
    Url(UrlCitation),
}

/// Token usage of an answer.
#[derive(Serialize, ToSchema)]
#[schema(as = openai_chat::Cost)]
struct ChatUsage {
    prompt_tokens: u32,
    completion_tokens: u32,
    total_tokens: u32,
    completion_tokens_details: ReasoningTokens,
    /// True if the counts are estimates because the model reported none; otherwise absent.
    #[serde(skip_serializing_if = "Not::not")]
    estimated: bool,
}

/// A chunk of an answer.
#[derive(Serialize, ToSchema)]
struct ChatCompletionChunk {
    id: String,
    object: ChunkObject,
    created: u64,
    model: String,
    #[schema(required)]
    system_fingerprint: Option<String>,
    choices: Vec<ChatChunkChoice>,
    #[serde(skip_serializing_if = "Option::is_none")]
    context: Option<Context>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<ChatUsage>)]
    usage: Option<Value>,
}

/// The choice of a chunk.
#[derive(Serialize, ToSchema)]
#[schema(as = openai_chat::Part)]
struct ChatChunkChoice {
    index: u32,
    delta: ChatDelta,
    #[schema(value_type = Option<Object>)]
    logprobs: (),
    #[schema(required)]
    finish_reason: Option<FinishReason>,
}

/// A piece of the text, or the citations.
#[derive(Default, Serialize, ToSchema)]
#[schema(as = openai_chat::Delta)]
struct ChatDelta {
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<Assistant>,
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    annotations: Vec<ChatAnnotation>,
}

impl Dialect for ChatCompletions {
    fn description(&self) -> Description {
        Description::of::<ChatCompletion, ChatCompletionChunk, OpenAiErrorBody>(
            "Chat completions as libraries for OpenAI's API ask for them; any model's name is taken.",
        )
        .with_request::<ChatCompletionRequest>(json!({
            "model": "any",
            "messages": [{"role": "user", "content": "How much leave do I get?"}],
        }))
    }

    fn recognises(&self, raw: &RawRequest<'_>) -> bool {
        raw.path == "/v1" || raw.path.starts_with("/v1/")
    }

    fn parse(&self, raw: &RawRequest<'_>) -> Result<(ChatRequest, Delivery), ProtocolError> {
        let body: ChatCompletionRequest = fields::object(raw.body)?;
        let Value::Array(list) = &body.messages else {
            return Err(ProtocolError::refused("messages must be a list"));
        };
        if !body.n.is_null() && body.n != 1 {
            return Err(ProtocolError::refused("n must be 1"));
        }
        request::text_only("response_format", &body.response_format)?;
        let messages = request::messages("messages", list)?.into_iter();
        let messages: Vec<Message> = messages.map(|(_, message)| message).collect();
        let is_task = request::is_task(&messages);
        let request = ChatRequest { is_task, ..body.settings.request(messages)? };
        Ok((request, body.settings.delivery()?))
    }

    fn files(&self, raw: &RawRequest<'_>) -> Result<Vec<SentFile>, ProtocolError> {
        let messages = raw.body.get("messages").and_then(Value::as_array);
        files::of("messages", messages.map_or(&[], Vec::as_slice))
    }

    /// Returns true if the stream is to end with the token usage.
    fn echo(&self, raw: &RawRequest<'_>) -> Value {
        let options = raw.body.get("stream_options");
        let wanted = options.and_then(|options| options.get("include_usage"));
        Value::Bool(wanted == Some(&Value::Bool(true)))
    }

    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(ChatCompletionEncoder { head, answer: Answer::default() })
    }

    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value {
        json!(ChatCompletion {
            id: id(head),
            object: CompletionObject::Completion,
            created: head.created,
            model: head.model_of(answer),
            system_fingerprint: None,
            choices: [ChatCompletionChoice {
                index: 0,
                message: ChatCompletionMessage {
                    role: Assistant::Assistant,
                    content: answer.text.clone(),
                    refusal: None,
                    annotations: annotations(head, answer),
                },
                logprobs: (),
                finish_reason: answer.finish.unwrap_or(FinishReason::Stop),
            }],
            context: answer.context.clone().into(),
            usage: usage::of(head, answer).into(),
        })
    }

    fn error(&self, error: &ProtocolError) -> Value {
        json!(OpenAiErrorBody::from(error))
    }
}

fn id(head: &AnswerHead) -> String {
    format!("chatcmpl-{}", head.id)
}

fn annotations(head: &AnswerHead, answer: &Answer) -> Vec<ChatAnnotation> {
    let cited = cited::in_characters(answer);
    let urls = cited.iter().map(|cited| cited.url(&head.origin));
    urls.map(ChatAnnotation::Url).collect()
}

impl From<CountedTokens> for ChatUsage {
    fn from(counted: CountedTokens) -> Self {
        let usage = counted.tokens;
        Self {
            estimated: counted.estimated,
            prompt_tokens: usage.prompt_tokens,
            completion_tokens: usage.completion_tokens,
            total_tokens: usage.total_tokens,
            completion_tokens_details: ReasoningTokens::of(usage),
        }
    }
}

/// Encodes the chunks of one answer.
struct ChatCompletionEncoder {
    head: AnswerHead,
    /// The answer sent so far.
    answer: Answer,
}

impl ChatCompletionEncoder {
    fn chunk(&self, choices: Vec<ChatChunkChoice>) -> ChatCompletionChunk {
        let counts = self.head.echo == true;
        ChatCompletionChunk {
            id: id(&self.head),
            object: ChunkObject::Chunk,
            created: self.head.created,
            model: self.head.model.clone(),
            system_fingerprint: None,
            choices,
            context: None,
            usage: counts.then_some(Value::Null),
        }
    }

    fn part(&self, delta: ChatDelta, finish_reason: Option<FinishReason>) -> ChatCompletionChunk {
        self.chunk(vec![ChatChunkChoice { index: 0, delta, logprobs: (), finish_reason }])
    }

    fn delta(&self, delta: ChatDelta) -> ChatCompletionChunk {
        self.part(delta, None)
    }

    /// Returns the last chunks: the citations, the end of the text, and the usage.
    fn finish(&mut self, reason: FinishReason) -> Vec<ChatCompletionChunk> {
        self.head.model = self.head.model_of(&self.answer);
        let annotations = annotations(&self.head, &self.answer);
        let mut chunks = Vec::new();
        if !annotations.is_empty() {
            chunks.push(self.delta(ChatDelta { annotations, ..ChatDelta::default() }));
        }
        chunks.push(self.part(ChatDelta::default(), Some(reason)));
        if self.head.echo == true {
            let cost = ChatUsage::from(usage::of(&self.head, &self.answer));
            chunks.push(ChatCompletionChunk { usage: Some(json!(cost)), ..self.chunk(Vec::new()) });
        }
        chunks
    }
}

impl Encoder for ChatCompletionEncoder {
    fn lines(&mut self, event: AnswerEvent) -> Vec<Value> {
        self.answer.apply(event.clone());
        let delta = match &event {
            AnswerEvent::Grounded(_) => ChatDelta {
                role: Some(Assistant::Assistant),
                content: Some(String::new()),
                ..ChatDelta::default()
            },
            AnswerEvent::Delta(text) => {
                ChatDelta { content: Some(text.clone()), ..ChatDelta::default() }
            }
            AnswerEvent::Finished { reason, .. } => return values(self.finish(*reason)),
            AnswerEvent::Failed(error) => return vec![ChatCompletions.error(error)],
            AnswerEvent::Step(_)
            | AnswerEvent::Remark
            | AnswerEvent::RestsOn(_)
            | AnswerEvent::Reported(_) => {
                return Vec::new();
            }
            AnswerEvent::Sources(_)
            | AnswerEvent::FollowUps(_)
            | AnswerEvent::Audited(_)
            | AnswerEvent::Thoughts(_) => ChatDelta::default(),
        };
        values([ChatCompletionChunk { context: Context::part(event), ..self.delta(delta) }])
    }
}
