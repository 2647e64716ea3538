//! The 2024-05-29 form: `message` and `delta`, streaming chosen by the path.

use serde::Deserialize;
use serde_json::{Value, json};

use super::{AnswerHead, Delivery, Dialect, Encoder};
use crate::protocol::{
    Answer, AnswerEvent, ChatRequest, Message, Overrides, ProtocolError, ResponseContext,
};

/// The 2024-05-29 form.
pub struct MessageDelta;

/// The body of a request.
#[derive(Deserialize)]
struct Body {
    messages: Vec<Message>,
    #[serde(default)]
    context: Option<Context>,
    #[serde(default, rename = "sessionState", alias = "session_state")]
    session_state: Option<Value>,
}

#[derive(Default, Deserialize)]
struct Context {
    #[serde(default)]
    overrides: Option<Overrides>,
}

impl Dialect for MessageDelta {
    fn name(&self) -> &'static str {
        "message_delta"
    }

    fn recognises(&self, _path: &str, _body: &Value) -> bool {
        true
    }

    fn parse(&self, path: &str, body: Value) -> Result<(ChatRequest, Delivery), ProtocolError> {
        let body = Body::deserialize(body).map_err(|error| {
            ProtocolError::refused(format!("the request is not valid: {error}"))
        })?;
        let delivery = if path.ends_with("/stream") {
            Delivery::Lines
        } else {
            Delivery::Whole
        };
        let request = ChatRequest {
            messages: body.messages,
            overrides: body
                .context
                .unwrap_or_default()
                .overrides
                .unwrap_or_default(),
            session_state: body.session_state,
        };
        Ok((request, delivery))
    }

    fn lines_content_type(&self) -> &'static str {
        "application/jsonl"
    }

    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(Lines {
            head,
            context: ResponseContext::default(),
        })
    }

    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value {
        json!({
            "message": {"role": "assistant", "content": answer.text},
            "context": answer.context,
            "session_state": head.session_state,
        })
    }

    fn error(&self, error: &ProtocolError) -> Value {
        json!({"error": error.message})
    }
}

/// The lines of one answer; the context is sent whole whenever it grows.
struct Lines {
    head: AnswerHead,
    context: ResponseContext,
}

impl Lines {
    fn context(&self, delta: Value) -> Vec<Value> {
        vec![json!({
            "delta": delta,
            "context": self.context,
            "session_state": self.head.session_state,
        })]
    }
}

impl Encoder for Lines {
    fn lines(&mut self, event: AnswerEvent) -> Vec<Value> {
        match event {
            AnswerEvent::Grounded(context) => {
                self.context = *context;
                self.context(json!({"role": "assistant"}))
            }
            AnswerEvent::Delta(text) => vec![json!({"delta": {"content": text}})],
            AnswerEvent::FollowUps(questions) => {
                self.context.followup_questions = Some(questions);
                self.context(json!({}))
            }
            AnswerEvent::Thoughts(thoughts) => {
                self.context.thoughts = thoughts;
                self.context(json!({}))
            }
            AnswerEvent::Finished { .. } => Vec::new(),
            AnswerEvent::Failed(error) => vec![MessageDelta.error(&error)],
        }
    }
}
