//! Raw completion chunks, one per line: a chat without a context, streamed by default.

use http::StatusCode;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::body::{RequestBody, example};
use super::completion::{AnswerChoice, Chunk, ChunkChoice, Completion};
use super::parts::{AnswerDelta, AnswerMessage, values};
use super::{AnswerHead, Delivery, Description, Dialect, Encoder, RawRequest};
use crate::{Answer, AnswerEvent, ChatRequest, ErrorKind, ModelReport, ProtocolError};

/// The form of clients of small back ends that pass on their model's output, such as `chatgpt-backend-fastapi`.
///
/// A body has `messages` and optionally `stream`. Bodies of the other forms may look the same, but mean something else
/// if `stream` is missing. So clients have to name this form, or their server has it as the default. Only a body with a
/// single `message` identifies it, since no other form has that.
pub struct CompletionChunks;

/// An error. `detail` is the name in their framework; `error` is what readers of completions look for.
#[derive(Serialize, ToSchema)]
struct CompletionChunksError {
    detail: String,
    error: CompletionChunksErrorDetail,
}

#[derive(Serialize, ToSchema)]
#[schema(as = completion_chunks::Reason)]
struct CompletionChunksErrorDetail {
    message: String,
    #[serde(rename = "type")]
    kind: ErrorKind,
}

impl Dialect for CompletionChunks {
    fn description(&self) -> Description {
        Description::of::<Completion<AnswerChoice<AnswerMessage>>, Chunk<ChunkChoice<AnswerDelta>>, CompletionChunksError>(
            "The form of bare chat back ends: streamed unless the body says otherwise. A `message` by \
             itself may stand in place of `messages`, and one without a role is the reader's.",
        )
        .with_request::<RequestBody>(example(json!({"stream": false})))
    }

    fn recognises(&self, raw: &RawRequest<'_>) -> bool {
        raw.body.get("message").is_some_and(Value::is_string) && raw.body.get("messages").is_none()
    }

    fn parse(&self, raw: &RawRequest<'_>) -> Result<(ChatRequest, Delivery), ProtocolError> {
        let body = RequestBody::read(&with_messages(raw.body.clone()))?;
        let delivery = Delivery::streamed(body.stream().unwrap_or(true));
        Ok((body.request(raw)?, delivery))
    }

    fn sign(&self, head: &AnswerHead) -> Option<Value> {
        // Scripts parse each line as a chunk. They handle empty chunks, because every answer ends with one.
        Some(json!(Chunk::of(head, ChunkChoice::of(AnswerDelta::default()))))
    }

    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(move |event: AnswerEvent| {
            let part = match event {
                AnswerEvent::Grounded(_) => ChunkChoice::of(AnswerDelta::role_and_empty_text()),
                AnswerEvent::Delta(text) => ChunkChoice::of(AnswerDelta::text(text)),
                AnswerEvent::Finished { reason, .. } => {
                    ChunkChoice::last(reason, &ModelReport::default())
                }
                AnswerEvent::Failed(error) => return vec![CompletionChunks.error(&error)],
                AnswerEvent::Step(_)
                | AnswerEvent::Remark
                | AnswerEvent::Sources(_)
                | AnswerEvent::RestsOn(_)
                | AnswerEvent::FollowUps(_)
                | AnswerEvent::Audited(_)
                | AnswerEvent::Reported(_)
                | AnswerEvent::Thoughts(_) => return Vec::new(),
            };
            values([Chunk::of(&head, part)])
        })
    }

    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value {
        let choice = AnswerChoice::of(AnswerMessage::new(&answer.text), answer);
        json!(Completion::of(head, answer, choice))
    }

    fn error(&self, error: &ProtocolError) -> Value {
        json!(CompletionChunksError {
            detail: error.message.clone(),
            error: CompletionChunksErrorDetail { message: error.message.clone(), kind: error.kind },
        })
    }

    fn status(&self, error: &ProtocolError) -> StatusCode {
        match error.kind {
            ErrorKind::Refused => StatusCode::UNPROCESSABLE_ENTITY,
            _ => error.status(),
        }
    }
}

/// Returns the body with a list of messages: a single `message` becomes the list, and a message without a role is the
/// reader's.
fn with_messages(mut body: Value) -> Value {
    if let Some(fields) = body.as_object_mut()
        && let Some(message) = fields.remove("message")
    {
        let only = json!([{"content": message}]);
        fields.entry("messages").or_insert(only);
    }
    let messages = body.get_mut("messages").and_then(Value::as_array_mut);
    for message in messages.into_iter().flatten() {
        if let Some(fields) = message.as_object_mut() {
            fields.entry("role").or_insert_with(|| json!("user"));
        }
    }
    body
}
