//! AG-UI, version 1.0, which its client and the agents of several frameworks speak.

use serde::Deserialize;
use serde_json::{Value, json};

use self::event::{AgUiEncoder, AgUiEvent, AgUiFailure, AgUiMessage};
use self::request::{AgUiRequest, RunIds};
use super::{AnswerHead, Delivery, Description, Dialect, Encoder, RawRequest, SentFile, fields};
use crate::{Answer, ChatRequest, ProtocolError};

mod event;
mod request;
#[cfg(test)]
mod tests;

/// The AG-UI protocol: a run for each question.
///
/// Its client checks the order of events, takes anything else for a broken run, and loses what came in the
/// same burst; no null may stand in place of a field, and nothing may follow the end. Citations have no place
/// of their own: they stand in the metadata of the message, which a page keeps, and in a custom event of the
/// shape that Microsoft's Agent Framework reads, in characters (Unicode scalar values). Data points are an
/// activity beside the message.
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
        // There are no answers in one piece.
        Ok((fields::object::<AgUiRequest>(raw.body)?.request()?, Delivery::Lines))
    }

    fn files(&self, raw: &RawRequest<'_>) -> Result<Vec<SentFile>, ProtocolError> {
        fields::object::<AgUiRequest>(raw.body)?.files()
    }

    /// The names of the run, which its first and its last event repeat.
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
