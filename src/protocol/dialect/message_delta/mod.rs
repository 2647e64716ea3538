//! The 2024-05-29 form: `message` and `delta`, streamed or not depending on the path.

use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::body::{RequestBody, example};
use super::context::Context;
use super::parts::{AnswerDelta, CompletionDelta, CompletionMessage, values};
use super::usage::{self, CountedTokens};
use super::{AnswerHead, Description, Dialect, Encoder, RawRequest, ServerMemory, sdk};
use crate::{Answer, AnswerEvent, ErrorKind, FinishReason, ProtocolError};

#[cfg(test)]
pub(crate) mod tests;

/// The 2024-05-29 form. `docs/deviations.md` explains every deviation from the specification.
pub struct MessageDelta;

/// A whole answer.
#[derive(Serialize, ToSchema)]
struct MessageDeltaAnswer {
    message: CompletionMessage,
    context: Context,
    /// The client's session state, returned unchanged.
    #[serde(rename = "sessionState")]
    #[schema(required)]
    session: Option<Value>,
}

/// A line.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
enum MessageDeltaLine {
    /// A part of the context.
    Beside {
        // Some clients of 2024 do not show an answer without a role here.
        delta: AnswerDelta,
        context: Box<Context>,
        #[serde(rename = "sessionState")]
        #[schema(required)]
        session: Option<Value>,
    },
    /// A piece of the text.
    TextDelta { delta: CompletionDelta },
    /// The end. The specification has no such line, but allows an empty delta; other clients ignore the rest.
    End { delta: AnswerDelta, finish_reason: FinishReason, model: String, usage: CountedTokens },
}

/// Error before or within an answer.
#[derive(Serialize, ToSchema)]
struct MessageDeltaError {
    error: String,
    /// Kind of error. An extension, from which the page tells the reader what to do next.
    kind: ErrorKind,
}

impl Dialect for MessageDelta {
    fn description(&self) -> Description {
        Description::of::<MessageDeltaAnswer, MessageDeltaLine, MessageDeltaError>(
            "The form of the 2024-05-29 text.",
        )
        .with_request::<RequestBody>(example(json!({"sessionState": null})))
    }

    fn recognises(&self, _asked: &RawRequest<'_>) -> bool {
        true
    }

    // The library's own servers keep the conversation; any other session state is returned as it is, even null.
    fn remembers(&self, raw: &RawRequest<'_>) -> ServerMemory {
        if raw.agent.contains(sdk::AGENT) {
            ServerMemory::Conversation
        } else {
            ServerMemory::Nothing
        }
    }

    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send> {
        let mut said = 0;
        Box::new(move |event: AnswerEvent| {
            let line = match event {
                AnswerEvent::Delta(text) => {
                    said += text.len();
                    Some(MessageDeltaLine::TextDelta { delta: CompletionDelta::text(text) })
                }
                // The specification sends thoughts once, before the answer.
                AnswerEvent::Thoughts(_) => None,
                AnswerEvent::Finished { reason, model, usage } => Some(MessageDeltaLine::End {
                    delta: AnswerDelta::default(),
                    finish_reason: reason,
                    model,
                    usage: usage::counted(&head, usage, said),
                }),
                AnswerEvent::Failed(error) => return vec![MessageDelta.error(&error)],
                event => Context::part(event).map(|context| MessageDeltaLine::Beside {
                    delta: AnswerDelta::role_only(),
                    context: Box::new(context),
                    session: head.session_state.clone(),
                }),
            };
            values(line)
        })
    }

    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value {
        json!(MessageDeltaAnswer {
            message: CompletionMessage::new(&answer.text),
            context: answer.context.clone().into(),
            session: head.session_state.clone(),
        })
    }

    fn error(&self, error: &ProtocolError) -> Value {
        json!(MessageDeltaError { error: error.message.clone(), kind: error.kind })
    }
}
