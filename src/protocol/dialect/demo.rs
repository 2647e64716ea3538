//! The demonstration's front ends since August 2025, whichever of two forms they read.

use serde_json::{Map, Value, json};

use super::{AnswerHead, Asked, Delivery, Dialect, Encoder, Framing};
use super::{output_text, session_state};
use crate::protocol::{Answer, AnswerEvent, ChatRequest, ProtocolError};

/// The keys of `context.overrides` that the front end has sent since August 2025, and nobody else sends.
const SENT_SINCE: [&str; 2] = ["send_text_sources", "search_text_embeddings"];

/// Both forms of the demonstration at once.
///
/// In April 2026 the front end began to read another form, but what it sends stayed the same. Each of
/// the two reads past what only the other knows, so that both are sent: a context that serves either,
/// and each piece of text twice. That costs some bytes and asks nobody which front end is theirs; whoever
/// wants one of the two alone names it.
pub struct Demo;

impl Dialect for Demo {
    fn name(&self) -> &'static str {
        "demo"
    }

    fn recognises(&self, asked: &Asked<'_>) -> bool {
        let overrides = asked.body.pointer("/context/overrides");
        asked.body.get("session_state").is_some()
            && overrides
                .is_some_and(|overrides| SENT_SINCE.iter().any(|key| overrides.get(key).is_some()))
    }

    fn parse(&self, asked: &Asked<'_>) -> Result<(ChatRequest, Delivery), ProtocolError> {
        session_state::SessionState.parse(asked)
    }

    fn framing(&self) -> Framing {
        session_state::SessionState.framing()
    }

    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(Lines {
            older: session_state::Lines::new(head.clone()),
            newer: output_text::Lines::new(head),
        })
    }

    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value {
        let older = session_state::SessionState.whole(head, answer);
        merged(older, output_text::OutputText.whole(head, answer))
    }

    fn error(&self, error: &ProtocolError) -> Value {
        json!({"error": error.message})
    }
}

/// The lines of one answer.
struct Lines {
    older: session_state::Lines,
    newer: output_text::Lines,
}

impl Encoder for Lines {
    fn lines(&mut self, event: AnswerEvent) -> Vec<Value> {
        let older = self.older.lines(event.clone());
        let newer = self.newer.lines(event.clone());
        match event {
            // In one form the piece is the `delta` itself, in the other it lies inside.
            AnswerEvent::Delta(_) => older.into_iter().chain(newer).collect(),
            _ => older
                .into_iter()
                .zip(newer)
                .map(|(a, b)| merged(a, b))
                .collect(),
        }
    }
}

/// One object with the fields of both; those that both have are alike.
fn merged(older: Value, newer: Value) -> Value {
    let fields = |value| match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    };
    Value::Object(fields(older).into_iter().chain(fields(newer)).collect())
}
