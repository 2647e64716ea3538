//! The 2024-05-29 form: `message` and `delta`, streaming chosen by the path.

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

/// The 2024-05-29 form. Where it differs from the text, `docs/deviations.md` says why.
pub struct MessageDelta;

/// A whole answer.
#[derive(Serialize, ToSchema)]
struct MessageDeltaAnswer {
    message: CompletionMessage,
    context: Context,
    /// The client's memory, returned untouched.
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
        // Without a role in it, some clients of 2024 do not show the answer.
        delta: AnswerDelta,
        context: Box<Context>,
        #[serde(rename = "sessionState")]
        #[schema(required)]
        session: Option<Value>,
    },
    /// A piece of the text.
    TextDelta { delta: CompletionDelta },
    /// The end. The form has no such line, but lets a delta be empty; other clients read past the rest.
    End { delta: AnswerDelta, finish_reason: FinishReason, model: String, usage: CountedTokens },
}

/// The reason why there is no answer, or why it broke off.
#[derive(Serialize, ToSchema)]
struct MessageDeltaError {
    error: String,
    /// The kind of error. It is ours: the page tells the reader what to do next by it.
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

    // The library's own servers keep the conversation; what others send comes back as it is, and be it null.
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
                // The text has them once, before the answer.
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
