//! The form of the protocol's own library for JavaScript: that of 2024-05-29 with errors as objects.

use serde_json::{Value, json};

use super::body::Body;
use super::context::added;
use super::{AnswerHead, Asked, Delivery, Dialect, Encoder, Framing, Remembers};
use crate::protocol::{Answer, AnswerEvent, ChatRequest, ErrorKind, ProtocolError};

/// What the library calls itself, in `User-Agent` or, from a browser, in `x-ms-useragent`.
const AGENT: &str = "ts-http-runtime/";

/// The form of `@microsoft/ai-chat-protocol`.
///
/// Known by the library's name alone: its bodies are those of the 2024-05-29 text, which lets an error be
/// a sentence, and whoever follows the text should get one. Messages with files are this form too, told
/// apart by their content type before there is a body to look at.
pub struct Sdk;

impl Dialect for Sdk {
    fn name(&self) -> &'static str {
        "sdk"
    }

    fn recognises(&self, asked: &Asked<'_>) -> bool {
        asked.agent.contains(AGENT)
    }

    fn parse(&self, asked: &Asked<'_>) -> Result<(ChatRequest, Delivery), ProtocolError> {
        Ok((Body::read(asked.body)?.request(asked)?, asked.delivery()))
    }

    fn remembers(&self, asked: &Asked<'_>) -> Remembers {
        // The library's samples send only the newest message, and count on the server for the rest.
        if asked.path == "/ask" {
            Remembers::Nothing
        } else {
            Remembers::Conversation
        }
    }

    fn framing(&self) -> Framing {
        Framing::Lines("application/jsonl")
    }

    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(Lines { head })
    }

    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value {
        json!({
            "message": {"role": "assistant", "content": answer.text},
            "context": answer.context,
            "sessionState": head.session_state,
        })
    }

    fn error(&self, error: &ProtocolError) -> Value {
        json!({"error": {"code": error.kind, "message": error.message}})
    }

    fn status(&self, error: &ProtocolError) -> u16 {
        match error.kind {
            // The library repeats a request three times after 502, and each would ask the model again.
            ErrorKind::Model => 424,
            _ => error.status(),
        }
    }
}

/// The lines of one answer; the library hands each to its application as it is, whatever its order.
struct Lines {
    head: AnswerHead,
}

impl Lines {
    fn context(&self, context: Value) -> Value {
        json!({
            "delta": {"role": "assistant"},
            "context": context,
            "sessionState": self.head.session_state,
        })
    }
}

impl Encoder for Lines {
    fn lines(&mut self, event: AnswerEvent) -> Vec<Value> {
        match event {
            AnswerEvent::Grounded(context) => vec![self.context(json!(context))],
            AnswerEvent::Delta(text) => vec![json!({"delta": {"content": text}})],
            AnswerEvent::Failed(error) => vec![Sdk.error(&error)],
            later => added(&later)
                .map(|context| self.context(context))
                .into_iter()
                .collect(),
        }
    }
}
