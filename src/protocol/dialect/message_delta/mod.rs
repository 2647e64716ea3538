//! The 2024-05-29 form: `message` and `delta`, streaming chosen by the path.

use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::body::{RequestBody, example};
use super::context::Context;
use super::parts::{AnswerDelta, AnswerMessage, TextDelta, values};
use super::{AnswerHead, Description, Dialect, Encoder, RawRequest, ServerMemory};
use crate::{Answer, AnswerEvent, ErrorKind, FinishReason, ProtocolError, TokenUsage};

#[cfg(test)]
pub(crate) mod tests;

/// The 2024-05-29 form.
///
/// The client's memory is returned under the name of this edition and under that of the first, which
/// most clients of this one read.
pub struct MessageDelta;

/// A whole answer.
#[derive(Serialize, ToSchema)]
struct MessageDeltaAnswer {
    message: AnswerMessage,
    context: Context,
    #[serde(flatten)]
    session: EchoedSession,
}

/// The client's memory, returned untouched.
#[derive(Serialize, ToSchema)]
#[schema(as = message_delta::Session)]
struct EchoedSession {
    #[serde(rename = "sessionState")]
    #[schema(required)]
    own: Option<Value>,
    #[serde(rename = "session_state")]
    #[schema(required)]
    of_first_edition: Option<Value>,
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
        #[serde(flatten)]
        session: EchoedSession,
    },
    /// A piece of the text.
    TextDelta { delta: TextDelta },
    /// The end. The form has no such line, but lets a delta be empty; other clients read past the rest.
    End {
        delta: AnswerDelta,
        finish_reason: FinishReason,
        model: String,
        #[schema(required)]
        usage: Option<TokenUsage>,
    },
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

    // Of the two spellings that of the second edition is the library's, whose servers keep the
    // conversation; the other one's clients send all of it.
    fn remembers(&self, raw: &RawRequest<'_>) -> ServerMemory {
        let has = |key| raw.body.get(key).is_some();
        let by_library = raw.agent.contains("ts-http-runtime");
        if !has("session_state") && (has("sessionState") || by_library) {
            ServerMemory::Conversation
        } else {
            ServerMemory::Nothing
        }
    }

    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(move |event: AnswerEvent| {
            let line = match event {
                AnswerEvent::Delta(content) => {
                    Some(MessageDeltaLine::TextDelta { delta: TextDelta { content } })
                }
                AnswerEvent::Finished { reason, model, usage } => Some(MessageDeltaLine::End {
                    delta: AnswerDelta::default(),
                    finish_reason: reason,
                    model,
                    usage,
                }),
                AnswerEvent::Failed(error) => return vec![MessageDelta.error(&error)],
                event => Context::part(event).map(|context| MessageDeltaLine::Beside {
                    delta: AnswerDelta::role_only(),
                    context: Box::new(context),
                    session: EchoedSession::of(&head),
                }),
            };
            values(line)
        })
    }

    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value {
        json!(MessageDeltaAnswer {
            message: AnswerMessage::new(&answer.text),
            context: answer.context.clone().into(),
            session: EchoedSession::of(head),
        })
    }

    fn error(&self, error: &ProtocolError) -> Value {
        json!(MessageDeltaError { error: error.message.clone(), kind: error.kind })
    }
}

impl EchoedSession {
    fn of(head: &AnswerHead) -> Self {
        Self { own: head.session_state.clone(), of_first_edition: head.session_state.clone() }
    }
}
