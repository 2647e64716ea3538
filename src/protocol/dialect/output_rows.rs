//! The newest form of the demo in the version of its sibling for PostgreSQL: an `input`, and data points by source.

use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::context::Context;
use super::openai::{Responses, ResponsesRequest};
use super::parts::{ErrorBody, values};
use super::rows::RowContext;
use super::{AnswerHead, Delivery, Description, Dialect, Encoder, RawRequest};
use crate::{Answer, AnswerEvent, ChatRequest, ProtocolError};

/// The form of `rag-postgres-openai-python` since April 2026.
///
/// Its answers are those of [`OutputText`](super::output_text::OutputText), except that there is no session, and that
/// its page lists cited sources by the names of data points. Its conversation is called `input` and comes with a
/// `context`, which no other page with an `input` sends. Earlier versions of the page use the protocol's library, and
/// get such data points in [`Sdk`](super::sdk::Sdk).
pub struct OutputRows;

/// A whole answer.
#[derive(Serialize, ToSchema)]
struct OutputRowsAnswer {
    output_text: String,
    context: RowContext,
}

/// A line.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type")]
enum OutputRowsLine {
    /// A part of the context; later parts add to earlier ones.
    #[serde(rename = "response.context")]
    Beside { context: Box<RowContext> },
    /// A piece of the text.
    #[serde(rename = "response.output_text.delta")]
    TextDelta { delta: String },
}

impl Dialect for OutputRows {
    fn description(&self) -> Description {
        Description::of::<OutputRowsAnswer, OutputRowsLine, ErrorBody>(
            "The newest form of the demonstration as its sibling for PostgreSQL speaks it: the \
             conversation as `input`, data points by source.",
        )
        .with_request::<ResponsesRequest>(json!({
            "input": [{"role": "user", "content": "How much leave do I get?"}],
            "context": {"overrides": {"top": 3}},
        }))
    }

    fn recognises(&self, raw: &RawRequest<'_>) -> bool {
        let has = |key: &str| raw.body.get(key);
        has("input").is_some_and(Value::is_array)
            && has("context").is_some_and(Value::is_object)
            && has("messages").is_none()
    }

    fn parse(&self, raw: &RawRequest<'_>) -> Result<(ChatRequest, Delivery), ProtocolError> {
        let (request, _) = Responses.parse(raw)?;
        Ok((ChatRequest { session_state: None, ..request }, raw.delivery()))
    }

    fn encoder(&self, _head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(|event: AnswerEvent| {
            let line = match event {
                AnswerEvent::Delta(delta) => Some(OutputRowsLine::TextDelta { delta }),
                AnswerEvent::Failed(error) => return vec![OutputRows.error(&error)],
                event => Context::complete_part(event).map(|context| OutputRowsLine::Beside {
                    context: Box::new(RowContext::of(context, true)),
                }),
            };
            values(line)
        })
    }

    fn whole(&self, _head: &AnswerHead, answer: &Answer) -> Value {
        let context = Context::complete(answer.context.clone());
        json!(OutputRowsAnswer {
            output_text: answer.text.clone(),
            context: RowContext::of(context, true),
        })
    }
}
