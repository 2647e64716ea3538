//! The form of the protocol's own library for JavaScript: that of 2024-05-29 with errors as objects.

use http::StatusCode;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::body::{Body, example};
use super::context::Context;
use super::parts::{Piece, Said, Text, values};
use super::{AnswerHead, Asked, Description, Dialect, Encoder, Remembers};
use crate::protocol::{Answer, AnswerEvent, ErrorKind, ProtocolError};

/// The library's name for itself, in `User-Agent` or, from a browser, in `x-ms-useragent`.
const AGENT: &str = "ts-http-runtime/";

/// The form of `@microsoft/ai-chat-protocol`.
///
/// Recognised by the library's name alone. Its bodies are those of the 2024-05-29 text, which lets an error
/// be a sentence, and other clients of the text should get one. Messages with files are this form too, told
/// apart by their content type before there is a body to look at.
pub struct Sdk;

/// A whole answer.
#[derive(Serialize, ToSchema)]
struct Whole {
    message: Said,
    context: Context,
    #[serde(rename = "sessionState")]
    #[schema(required)]
    session: Option<Value>,
}

/// A line; the library hands each to its application as it is, in any order.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
enum Line {
    /// A part of the context.
    Beside {
        delta: Piece,
        context: Box<Context>,
        #[serde(rename = "sessionState")]
        #[schema(required)]
        session: Option<Value>,
    },
    /// A piece of the text.
    Text { delta: Text },
}

/// The reason why there is no answer, or why it broke off.
#[derive(Serialize, ToSchema)]
pub(super) struct Error {
    error: Reason,
}

#[derive(Serialize, ToSchema)]
#[schema(as = sdk::Reason)]
struct Reason {
    code: ErrorKind,
    message: String,
}

impl Dialect for Sdk {
    fn description(&self) -> Description {
        Description::of::<Whole, Line, Error>(
            "The form of the protocol's own library: errors are objects, and the server keeps the \
             conversation of whoever sends only what is new.",
        )
        .asked::<Body>(example(json!({})))
    }

    fn recognises(&self, asked: &Asked<'_>) -> bool {
        asked.agent.contains(AGENT)
    }

    fn remembers(&self, asked: &Asked<'_>) -> Remembers {
        // The library's samples send only the newest message, and count on the server for the rest.
        if asked.path == "/ask" { Remembers::Nothing } else { Remembers::Conversation }
    }

    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(move |event: AnswerEvent| {
            let line = match event {
                AnswerEvent::Delta(content) => Some(Line::Text { delta: Text { content } }),
                AnswerEvent::Failed(error) => return vec![Sdk.error(&error)],
                event => Context::part(event).map(|context| Line::Beside {
                    delta: Piece::speaker(),
                    context: Box::new(context),
                    session: head.session_state.clone(),
                }),
            };
            values(line)
        })
    }

    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value {
        json!(Whole {
            message: Said::new(&answer.text),
            context: answer.context.clone().into(),
            session: head.session_state.clone(),
        })
    }

    fn error(&self, error: &ProtocolError) -> Value {
        json!(Error { error: Reason { code: error.kind, message: error.message.clone() } })
    }

    fn status(&self, error: &ProtocolError) -> StatusCode {
        match error.kind {
            // The library repeats a request three times after 502, and each would ask the model again.
            ErrorKind::Model => StatusCode::FAILED_DEPENDENCY,
            _ => error.status(),
        }
    }
}
