//! Chat completions: `/v1/chat/completions`.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::citations::{self, UrlCitation};
use super::error::Error;
use super::reading::{self, Format, Settings, Turn};
use super::usage::{self, Thinking};
use crate::protocol::dialect::completion::{ChunkObject, CompletionObject};
use crate::protocol::dialect::context::Context;
use crate::protocol::dialect::parts::{Assistant, values};
use crate::protocol::dialect::{AnswerHead, Asked, Delivery, Description, Dialect, Encoder};
use crate::protocol::{Answer, AnswerEvent, ChatRequest, FinishReason, ProtocolError, TokenUsage};

/// Chat completions, and the errors of every path under `/v1`.
///
/// Token use is estimated where no model reports it.
pub struct ChatCompletions;

/// A request; other fields are ignored.
#[derive(Deserialize, ToSchema)]
struct Request {
    #[serde(default)]
    #[schema(required, value_type = Vec<Turn>, min_items = 1)]
    messages: Value,
    /// The number of answers: one.
    #[serde(default)]
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 1)]
    n: Value,
    #[serde(default)]
    #[schema(value_type = Option<Format>)]
    response_format: Value,
    #[serde(flatten)]
    settings: Settings,
}

/// A whole answer.
#[derive(Serialize, ToSchema)]
struct Completion {
    id: String,
    object: CompletionObject,
    created: u64,
    model: String,
    #[schema(required)]
    system_fingerprint: Option<String>,
    choices: [Choice; 1],
    context: Context,
    usage: Cost,
}

/// The only choice of a whole answer.
#[derive(Serialize, ToSchema)]
#[schema(as = openai_chat::Choice)]
struct Choice {
    index: u32,
    message: Message,
    #[schema(value_type = Option<Object>)]
    logprobs: (),
    finish_reason: FinishReason,
}

/// An answer.
#[derive(Serialize, ToSchema)]
#[schema(as = openai_chat::Message)]
struct Message {
    role: Assistant,
    content: String,
    #[schema(required)]
    refusal: Option<String>,
    annotations: Vec<Annotation>,
}

/// A citation, besides its bracket in the text.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", content = "url_citation")]
#[schema(as = openai_chat::Annotation)]
enum Annotation {
    #[serde(rename = "url_citation")]
    Url(UrlCitation),
}

/// The tokens that an answer took.
#[derive(Serialize, ToSchema)]
#[schema(as = openai_chat::Cost)]
struct Cost {
    prompt_tokens: u32,
    completion_tokens: u32,
    total_tokens: u32,
    completion_tokens_details: Thinking,
}

/// A part of an answer.
#[derive(Serialize, ToSchema)]
struct Chunk {
    id: String,
    object: ChunkObject,
    created: u64,
    model: String,
    #[schema(required)]
    system_fingerprint: Option<String>,
    choices: Vec<Part>,
    #[serde(skip_serializing_if = "Option::is_none")]
    context: Option<Context>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Cost>)]
    usage: Option<Value>,
}

/// The choice of a chunk.
#[derive(Serialize, ToSchema)]
#[schema(as = openai_chat::Part)]
struct Part {
    index: u32,
    delta: Delta,
    #[schema(value_type = Option<Object>)]
    logprobs: (),
    #[schema(required)]
    finish_reason: Option<FinishReason>,
}

/// A piece of the text, or the citations.
#[derive(Default, Serialize, ToSchema)]
#[schema(as = openai_chat::Delta)]
struct Delta {
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<Assistant>,
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    annotations: Vec<Annotation>,
}

impl Dialect for ChatCompletions {
    fn description(&self) -> Description {
        Description::of::<Completion, Chunk, Error>(
            "Chat completions as libraries for OpenAI's API ask for them; any model's name is taken.",
        )
        .asked::<Request>(json!({
            "model": "any",
            "messages": [{"role": "user", "content": "How much leave do I get?"}],
        }))
    }

    fn recognises(&self, asked: &Asked<'_>) -> bool {
        asked.path == "/v1" || asked.path.starts_with("/v1/")
    }

    fn parse(&self, asked: &Asked<'_>) -> Result<(ChatRequest, Delivery), ProtocolError> {
        let body: Request = reading::object(asked.body)?;
        let Value::Array(list) = &body.messages else {
            return Err(ProtocolError::refused("messages must be a list"));
        };
        if !body.n.is_null() && body.n != 1 {
            return Err(ProtocolError::refused("n must be 1"));
        }
        reading::text_only("response_format", &body.response_format)?;
        let messages = reading::messages("messages", list)?;
        Ok((body.settings.request(messages)?, body.settings.delivery()?))
    }

    /// True if the stream is to end with the tokens that the answer took.
    fn echo(&self, asked: &Asked<'_>) -> Value {
        let options = asked.body.get("stream_options");
        let wanted = options.and_then(|options| options.get("include_usage"));
        Value::Bool(wanted == Some(&Value::Bool(true)))
    }

    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(Chunks { head, answer: Answer::default() })
    }

    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value {
        json!(Completion {
            id: id(head),
            object: CompletionObject::Completion,
            created: head.created,
            model: head.model_of(answer),
            system_fingerprint: None,
            choices: [Choice {
                index: 0,
                message: Message {
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
        json!(Error::from(error))
    }
}

fn id(head: &AnswerHead) -> String {
    format!("chatcmpl-{}", head.id)
}

fn annotations(head: &AnswerHead, answer: &Answer) -> Vec<Annotation> {
    let cited = citations::cited(answer);
    let urls = cited.iter().map(|cited| cited.url(&head.origin));
    urls.map(Annotation::Url).collect()
}

impl From<TokenUsage> for Cost {
    fn from(usage: TokenUsage) -> Self {
        Self {
            prompt_tokens: usage.prompt_tokens,
            completion_tokens: usage.completion_tokens,
            total_tokens: usage.total_tokens,
            completion_tokens_details: Thinking::of(usage),
        }
    }
}

/// The chunks of one answer.
struct Chunks {
    head: AnswerHead,
    /// The answer as sent so far.
    answer: Answer,
}

impl Chunks {
    fn chunk(&self, choices: Vec<Part>) -> Chunk {
        let counts = self.head.echo == true;
        Chunk {
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

    fn part(&self, delta: Delta, finish_reason: Option<FinishReason>) -> Chunk {
        self.chunk(vec![Part { index: 0, delta, logprobs: (), finish_reason }])
    }

    fn delta(&self, delta: Delta) -> Chunk {
        self.part(delta, None)
    }

    /// The last chunks: the citations, the end of the text, and the usage.
    fn finish(&mut self, reason: FinishReason) -> Vec<Chunk> {
        self.head.model = self.head.model_of(&self.answer);
        let annotations = annotations(&self.head, &self.answer);
        let mut chunks = Vec::new();
        if !annotations.is_empty() {
            chunks.push(self.delta(Delta { annotations, ..Delta::default() }));
        }
        chunks.push(self.part(Delta::default(), Some(reason)));
        if self.head.echo == true {
            let cost = Cost::from(usage::of(&self.head, &self.answer));
            chunks.push(Chunk { usage: Some(json!(cost)), ..self.chunk(Vec::new()) });
        }
        chunks
    }
}

impl Encoder for Chunks {
    fn lines(&mut self, event: AnswerEvent) -> Vec<Value> {
        self.answer.apply(event.clone());
        let delta = match &event {
            AnswerEvent::Grounded(_) => Delta {
                role: Some(Assistant::Assistant),
                content: Some(String::new()),
                ..Delta::default()
            },
            AnswerEvent::Delta(text) => Delta { content: Some(text.clone()), ..Delta::default() },
            AnswerEvent::Finished { reason, .. } => return values(self.finish(*reason)),
            AnswerEvent::Failed(error) => return vec![ChatCompletions.error(error)],
            AnswerEvent::Reported(_) => return Vec::new(),
            AnswerEvent::FollowUps(_) | AnswerEvent::Audited(_) | AnswerEvent::Thoughts(_) => {
                Delta::default()
            }
        };
        values([Chunk { context: Context::part(event), ..self.delta(delta) }])
    }
}
