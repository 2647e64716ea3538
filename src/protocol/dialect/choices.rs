//! The 2024-01-28 form and the version before it: `choices`, streamed if `stream` in the body is true.

use std::marker::PhantomData;

use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::body::{RequestBody, example};
use super::completion::{AnswerChoice, Chunk, ChunkChoice, Completion};
use super::context::Context;
use super::followups;
use super::parts::{AnswerDelta, CompletionDelta, CompletionMessage, values};
use super::usage;
use super::{AnswerHead, Delivery, Description, Dialect, Encoder, RawRequest};
use crate::{Answer, AnswerEvent, ChatRequest, ModelReport, ProtocolError, ResponseContext};

/// The 2024-01-28 form, and that of the version before it. They only differ in requests: the older version allows the
/// role `system`, and sends single questions to `/ask`.
///
/// The report of a content filter is passed on if the model has one.
pub struct Choices;

/// A version of the form, which decides how the context of an answer is written.
pub(super) trait Edition: Send + Sync + 'static {
    /// The form in one sentence.
    const SUMMARY: &'static str;
    /// The complete context.
    type Context: From<ResponseContext> + Serialize + ToSchema;
    /// A part of the context.
    type Part: Serialize + ToSchema;

    /// Returns true if a request is of this version.
    fn is_asked(raw: &RawRequest<'_>) -> bool;

    /// Returns true if follow-up questions are expected only in the text.
    fn has_questions_in_text(_asked: &RawRequest<'_>) -> bool {
        false
    }

    /// Returns the part of the context that an event contributes, if any.
    fn part(event: AnswerEvent) -> Option<Self::Part>;
}

impl Edition for Choices {
    const SUMMARY: &'static str = "The form of the 2024-01-28 text and of the edition before it.";
    type Context = Context;
    type Part = Context;

    fn is_asked(raw: &RawRequest<'_>) -> bool {
        let stream = raw.body.get("stream").filter(|stream| !stream.is_null());
        // Paths for streams belong to the next version, which does not use `stream`.
        let by_address = raw.path.ends_with("/stream");
        stream.is_some_and(|stream| !(by_address && stream == &Value::Bool(false)))
    }

    fn part(event: AnswerEvent) -> Option<Context> {
        // The specification sends thoughts once, before the answer.
        let is_later = matches!(event, AnswerEvent::Thoughts(_));
        Context::part(event).filter(|_| !is_later)
    }
}

/// The only choice of a whole answer.
#[derive(Serialize, ToSchema)]
struct ContextAnswerChoice<C> {
    #[serde(flatten)]
    whole: AnswerChoice<CompletionMessage>,
    #[schema(inline)]
    context: C,
    #[schema(required)]
    session_state: Option<Value>,
}

/// The text of a chunk, with the keys in the specifications' examples; or only the role, with a context and at the end.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
enum ChoicesDelta {
    Text(CompletionDelta),
    Beside(AnswerDelta),
}

impl Default for ChoicesDelta {
    fn default() -> Self {
        Self::Beside(AnswerDelta::default())
    }
}

/// The only choice of a chunk: a piece of the text, or a part of the context with the session.
#[derive(Serialize, ToSchema)]
struct ContextChunkChoice<C> {
    #[serde(flatten)]
    part: ChunkChoice<ChoicesDelta>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(inline)]
    context: Option<C>,
    #[serde(skip_serializing_if = "Option::is_none")]
    session_state: Option<Value>,
}

/// An error. Some clients only read `error`, others only `message` and `statusCode`, from streams too.
#[derive(Serialize, ToSchema)]
struct ChoicesError {
    error: String,
    message: String,
    #[serde(rename = "statusCode")]
    status: u16,
}

impl<E: Edition> Dialect for E {
    fn description(&self) -> Description {
        Description::of::<
            Completion<ContextAnswerChoice<E::Context>>,
            Chunk<ContextChunkChoice<E::Part>>,
            ChoicesError,
        >(E::SUMMARY)
        .with_request::<RequestBody>(example(json!({"stream": false, "session_state": null})))
    }

    fn recognises(&self, raw: &RawRequest<'_>) -> bool {
        E::is_asked(raw)
    }

    fn parse(&self, raw: &RawRequest<'_>) -> Result<(ChatRequest, Delivery), ProtocolError> {
        let body = RequestBody::read(raw.body)?;
        let delivery = Delivery::streamed(body.stream().unwrap_or_default());
        let mut request = body.request(raw)?;
        if E::has_questions_in_text(raw) {
            followups::leave_out(&mut request.messages);
        }
        Ok((request, delivery))
    }

    /// Returns true if follow-up questions are in the text.
    fn echo(&self, raw: &RawRequest<'_>) -> Value {
        Value::Bool(E::has_questions_in_text(raw))
    }

    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(ChoicesEncoder {
            head,
            said: 0,
            report: ModelReport::default(),
            edition: PhantomData::<E>,
        })
    }

    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value {
        let questions = answer.context.followup_questions.as_deref().filter(|_| head.echo == true);
        let message = CompletionMessage::new(followups::with_questions(&answer.text, questions));
        let choice = ContextAnswerChoice {
            whole: AnswerChoice::of(message, answer),
            context: E::Context::from(answer.context.clone()),
            session_state: head.session_state.clone(),
        };
        json!(Completion::of(head, answer, choice))
    }

    fn error(&self, error: &ProtocolError) -> Value {
        json!(ChoicesError {
            error: error.message.clone(),
            message: error.message.clone(),
            status: error.status().as_u16(),
        })
    }
}

/// Encodes the chunks of one answer.
struct ChoicesEncoder<E> {
    head: AnswerHead,
    /// Number of bytes of text so far.
    said: usize,
    report: ModelReport,
    edition: PhantomData<E>,
}

impl<E: Edition> ChoicesEncoder<E> {
    fn chunk(
        &self,
        part: ChunkChoice<ChoicesDelta>,
        context: Option<E::Part>,
    ) -> Chunk<ContextChunkChoice<E::Part>> {
        let session = self.head.session_state.clone().unwrap_or_default();
        let choice = ContextChunkChoice {
            part,
            session_state: context.is_some().then_some(session),
            context,
        };
        Chunk::of(&self.head, choice)
    }

    fn text(&mut self, text: String) -> Chunk<ContextChunkChoice<E::Part>> {
        self.said += text.len();
        self.chunk(ChunkChoice::of(ChoicesDelta::Text(CompletionDelta::text(text))), None)
    }
}

impl<E: Edition> Encoder for ChoicesEncoder<E> {
    fn lines(&mut self, event: AnswerEvent) -> Vec<Value> {
        let chunk = match event {
            AnswerEvent::Delta(text) => Some(self.text(text)),
            AnswerEvent::FollowUps(questions) if self.head.echo == true => {
                Some(self.text(followups::in_text(&questions)))
            }
            AnswerEvent::Reported(report) => {
                self.report = *report;
                None
            }
            AnswerEvent::Finished { reason, model, usage } => {
                if !model.is_empty() {
                    self.head.model = model;
                }
                // The provider's report is in the same place as in a whole answer.
                let part = ChunkChoice::last(reason, &self.report);
                let usage = usage::counted(&self.head, usage, self.said);
                Some(self.chunk(part, None).ending(usage, &self.report))
            }
            AnswerEvent::Failed(error) => return vec![Choices.error(&error)],
            event => E::part(event).map(|part| {
                let speaker = ChoicesDelta::Beside(AnswerDelta::role_only());
                self.chunk(ChunkChoice::of(speaker), Some(part))
            }),
        };
        values(chunk)
    }
}
