//! The form of the protocol's own JavaScript library: that of 2024-05-29, with errors as objects.

use http::StatusCode;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::body::{RequestBody, example};
use super::context::Context;
use super::parts::{AnswerDelta, AnswerMessage, TextDelta, values};
use super::rows::RowContext;
use super::{AnswerHead, Description, Dialect, Encoder, RawRequest, ServerMemory};
use crate::{Answer, AnswerEvent, ErrorKind, ProtocolError};

/// User agent of the library, in `User-Agent` or, from a browser, in `x-ms-useragent`.
pub(super) const AGENT: &str = "ts-http-runtime/";

/// The form of `@microsoft/ai-chat-protocol`.
///
/// Recognised only by the library's user agent. Its bodies are those of the 2024-05-29 specification, which allows an
/// error to be a sentence; other clients of the specification get a sentence. Messages with files have this form too,
/// and are recognised by their content type before their body is read.
pub struct Sdk;

/// A whole answer.
#[derive(Serialize, ToSchema)]
struct SdkAnswer {
    message: AnswerMessage,
    context: RowContext,
    #[serde(rename = "sessionState")]
    #[schema(required)]
    session: Option<Value>,
}

/// A line. The library passes each line to its application as it is, in any order.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
enum SdkLine {
    /// A part of the context.
    Beside {
        delta: AnswerDelta,
        context: Box<RowContext>,
        #[serde(rename = "sessionState")]
        #[schema(required)]
        session: Option<Value>,
    },
    /// A piece of the text.
    TextDelta { delta: TextDelta },
}

/// Error before or within an answer.
#[derive(Serialize, ToSchema)]
pub(super) struct SdkError {
    error: SdkErrorDetail,
}

#[derive(Serialize, ToSchema)]
#[schema(as = sdk::Reason)]
struct SdkErrorDetail {
    code: ErrorKind,
    message: String,
}

impl Dialect for Sdk {
    fn description(&self) -> Description {
        Description::of::<SdkAnswer, SdkLine, SdkError>(
            "The form of the protocol's own library: errors are objects, and the server keeps the \
             conversation of whoever sends only what is new.",
        )
        .with_request::<RequestBody>(example(json!({})))
    }

    fn recognises(&self, raw: &RawRequest<'_>) -> bool {
        raw.agent.contains(AGENT)
    }

    fn remembers(&self, raw: &RawRequest<'_>) -> ServerMemory {
        // The library's samples only send the newest message, and rely on the server for the rest.
        if raw.path == "/ask" { ServerMemory::Nothing } else { ServerMemory::Conversation }
    }

    /// Returns true if data points have a row per source: earlier versions of the demo's sibling for PostgreSQL use the
    /// library, and list sources by name.
    fn echo(&self, raw: &RawRequest<'_>) -> Value {
        Value::Bool(raw.body.pointer("/context/overrides/use_advanced_flow").is_some())
    }

    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(move |event: AnswerEvent| {
            let line = match event {
                AnswerEvent::Delta(content) => {
                    Some(SdkLine::TextDelta { delta: TextDelta { content } })
                }
                AnswerEvent::Failed(error) => return vec![Sdk.error(&error)],
                event => Context::part(event).map(|context| SdkLine::Beside {
                    delta: AnswerDelta::role_only(),
                    context: Box::new(RowContext::of(context, head.echo == true)),
                    session: head.session_state.clone(),
                }),
            };
            values(line)
        })
    }

    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value {
        json!(SdkAnswer {
            message: AnswerMessage::new(&answer.text),
            context: RowContext::of(answer.context.clone().into(), head.echo == true),
            session: head.session_state.clone(),
        })
    }

    fn error(&self, error: &ProtocolError) -> Value {
        json!(SdkError {
            error: SdkErrorDetail { code: error.kind, message: error.message.clone() }
        })
    }

    fn status(&self, error: &ProtocolError) -> StatusCode {
        match error.kind {
            // The library retries three times after a 502, and each attempt would ask the model again.
            ErrorKind::Model => StatusCode::FAILED_DEPENDENCY,
            _ => error.status(),
        }
    }
}
