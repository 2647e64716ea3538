//! Raw completion chunks, one per line: a chat without a context, streamed unless it says otherwise.

use serde_json::{Value, json};

use super::body::Body;
use super::choices::{chunk, completion};
use super::{AnswerHead, Asked, Delivery, Dialect, Encoder, Framing};
use crate::protocol::{Answer, AnswerEvent, ChatRequest, FinishReason, ProtocolError};

/// The form of clients of small back ends that pass on what their model says, such as
/// `chatgpt-backend-fastapi`.
///
/// A body of it is `messages` and perhaps `stream`, which a body of either edition may be as well, with
/// another meaning of leaving `stream` out. So it is spoken to those who name it, or whose server has it
/// as its default; and to those who send a `message` by itself, as nobody else does.
pub struct CompletionChunks;

impl Dialect for CompletionChunks {
    fn name(&self) -> &'static str {
        "completion_chunks"
    }

    fn recognises(&self, asked: &Asked<'_>) -> bool {
        asked.body.get("message").is_some_and(Value::is_string)
            && asked.body.get("messages").is_none()
    }

    fn parse(&self, asked: &Asked<'_>) -> Result<(ChatRequest, Delivery), ProtocolError> {
        let body = Body::read(&with_messages(asked.body.clone()))?;
        let delivery = Delivery::streamed(body.stream().unwrap_or(true));
        Ok((body.request(asked)?, delivery))
    }

    fn framing(&self) -> Framing {
        // Clients split lines; the back ends say nothing of their type.
        Framing::Lines("application/json-lines")
    }

    fn heartbeat(&self, head: &AnswerHead) -> Vec<u8> {
        // Scripts read each line as a chunk, and know empty ones from the end of every answer.
        let empty = json!({"index": 0, "delta": {}, "finish_reason": null});
        self.framing().encode(&chunk(head, &empty))
    }

    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(Chunks { head })
    }

    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value {
        let choice = json!({
            "index": 0,
            "message": {"role": "assistant", "content": answer.text},
            "finish_reason": answer.finish.unwrap_or(FinishReason::Stop),
        });
        completion(head, answer, &choice)
    }

    fn error(&self, error: &ProtocolError) -> Value {
        // `detail` is what their framework calls it, `error` what those who read completions look for.
        json!({
            "detail": error.message,
            "error": {"message": error.message, "type": error.kind},
        })
    }

    fn status(&self, error: &ProtocolError) -> u16 {
        match error.status() {
            400 => 422,
            status => status,
        }
    }
}

/// The body with a list of messages: a message by itself is the only one, and one without a role is the
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

/// The chunks of one answer.
struct Chunks {
    head: AnswerHead,
}

impl Chunks {
    fn chunk(&self, delta: &Value, reason: Option<FinishReason>) -> Vec<Value> {
        let choice = json!({"index": 0, "delta": delta, "finish_reason": reason});
        vec![chunk(&self.head, &choice)]
    }
}

impl Encoder for Chunks {
    fn lines(&mut self, event: AnswerEvent) -> Vec<Value> {
        match event {
            AnswerEvent::Grounded(_) => {
                self.chunk(&json!({"role": "assistant", "content": ""}), None)
            }
            AnswerEvent::Delta(text) => self.chunk(&json!({"content": text}), None),
            AnswerEvent::FollowUps(_)
            | AnswerEvent::Audited(_)
            | AnswerEvent::Reported(_)
            | AnswerEvent::Thoughts(_) => Vec::new(),
            AnswerEvent::Finished { reason, .. } => self.chunk(&json!({}), Some(reason)),
            AnswerEvent::Failed(error) => vec![CompletionChunks.error(&error)],
        }
    }
}
