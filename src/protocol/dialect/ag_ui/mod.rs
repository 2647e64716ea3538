//! AG-UI, version 1.0, used by its own client and by agents of several frameworks.

use serde::Deserialize;
use serde_json::{Value, json};

use self::event::{AgUiEncoder, AgUiEvent, AgUiFailure, AgUiMessage};
use self::request::{AgUiRequest, RunIds};
use super::{AnswerHead, Delivery, Description, Dialect, Encoder, RawRequest, SentFile, fields};
use crate::{Answer, ChatRequest, ProtocolError};

mod activity;
mod event;
mod request;
#[cfg(test)]
mod tests;

/// The AG-UI protocol: one run per question.
///
/// The client checks the order of events. It treats anything unexpected as a broken run, and then loses what came in
/// the same burst. Fields may be absent but not null, and nothing may follow the end. AG-UI has no place for citations.
/// They are sent in the metadata of the message, which a page keeps, and in a custom event in the format of Microsoft's
/// Agent Framework, with positions in characters (Unicode scalar values). Data points are sent as an activity, and so are the
/// cited sources.
pub struct AgUi;

impl Dialect for AgUi {
    fn description(&self) -> Description {
        Description::of::<AgUiMessage, AgUiEvent, AgUiFailure>(
            "Runs of the AG-UI protocol, answered by its events.",
        )
        .with_request::<AgUiRequest>(request::example())
    }

    fn recognises(&self, raw: &RawRequest<'_>) -> bool {
        RunIds::KEYS.iter().all(|key| raw.body.get(key).is_some_and(Value::is_string))
    }

    fn parse(&self, raw: &RawRequest<'_>) -> Result<(ChatRequest, Delivery), ProtocolError> {
        RunIds::read(raw.body)?;
        // AG-UI always streams.
        Ok((fields::object::<AgUiRequest>(raw.body)?.request()?, Delivery::Lines))
    }

    fn files(&self, raw: &RawRequest<'_>) -> Result<Vec<SentFile>, ProtocolError> {
        fields::object::<AgUiRequest>(raw.body)?.files()
    }

    /// Returns the ids of the run, repeated in its first and last event.
    fn echo(&self, raw: &RawRequest<'_>) -> Value {
        json!(RunIds::read(raw.body).unwrap_or_default())
    }

    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send> {
        let run = RunIds::deserialize(&head.echo).unwrap_or_default();
        Box::new(AgUiEncoder::new(head, run))
    }

    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value {
        json!(AgUiMessage::of(head, answer))
    }

    fn error(&self, error: &ProtocolError) -> Value {
        json!(AgUiFailure::from(error))
    }
}
