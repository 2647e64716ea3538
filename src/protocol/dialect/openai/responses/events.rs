//! The steps of a response as it comes.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::body::{
    Response, ResponseStatus, ResponsesAnnotation, ResponsesContentPart, ResponsesMessage,
    annotations, item_id,
};
use crate::dialect::openai::error;
use crate::dialect::parts::values;
use crate::dialect::{AnswerHead, Encoder};
use crate::{Answer, AnswerEvent, ProtocolError};

/// A step, named after its type; they are numbered from 0.
#[derive(Serialize, ToSchema)]
pub(in super::super) struct ResponseStreamEvent {
    sequence_number: u64,
    #[serde(flatten)]
    event: ResponseEvent,
}

/// The types of steps.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type")]
#[schema(as = openai_responses::Event)]
enum ResponseEvent {
    /// The response begins.
    #[serde(rename = "response.created")]
    Created { response: Response },
    /// It goes on.
    #[serde(rename = "response.in_progress")]
    InProgress { response: Response },
    /// Its message begins.
    #[serde(rename = "response.output_item.added")]
    ItemAdded { output_index: u32, item: ResponsesMessage },
    /// The message's part begins.
    #[serde(rename = "response.content_part.added")]
    PartAdded {
        #[serde(flatten)]
        place: PartPosition,
        part: ResponsesContentPart,
    },
    /// A piece of the text.
    #[serde(rename = "response.output_text.delta")]
    Delta {
        #[serde(flatten)]
        place: PartPosition,
        delta: String,
        logprobs: Vec<Value>,
    },
    /// A citation.
    #[serde(rename = "response.output_text.annotation.added")]
    CitationSpan {
        #[serde(flatten)]
        place: PartPosition,
        annotation_index: usize,
        annotation: ResponsesAnnotation,
    },
    /// The text is whole.
    #[serde(rename = "response.output_text.done")]
    TextDone {
        #[serde(flatten)]
        place: PartPosition,
        text: String,
        logprobs: Vec<Value>,
    },
    /// The part is whole.
    #[serde(rename = "response.content_part.done")]
    PartDone {
        #[serde(flatten)]
        place: PartPosition,
        part: ResponsesContentPart,
    },
    /// The message is whole.
    #[serde(rename = "response.output_item.done")]
    ItemDone { output_index: u32, item: ResponsesMessage },
    /// The response is whole.
    #[serde(rename = "response.completed")]
    Completed { response: Response },
    /// The response was cut short.
    #[serde(rename = "response.incomplete")]
    Incomplete { response: Response },
    /// The response broke off.
    #[serde(rename = "response.failed")]
    Failed { response: Response },
    /// There is no response.
    #[serde(rename = "error")]
    OpenAiErrorBody {
        code: String,
        message: String,
        #[schema(required)]
        param: Option<String>,
    },
}

/// The place of a part: the first of the first message.
#[derive(Serialize, ToSchema)]
#[schema(as = openai_responses::Place)]
struct PartPosition {
    item_id: String,
    output_index: u32,
    content_index: u32,
}

/// The steps of one response.
pub(in super::super) struct ResponsesEncoder {
    head: AnswerHead,
    /// The answer as sent so far.
    answer: Answer,
    /// The number of the next step.
    next: u64,
}

impl ResponsesEncoder {
    /// Starts a response.
    pub(in super::super) fn new(head: AnswerHead) -> Self {
        Self { head, answer: Answer::default(), next: 0 }
    }

    fn place(&self) -> PartPosition {
        PartPosition { item_id: item_id(&self.head), output_index: 0, content_index: 0 }
    }

    fn response(&self) -> Response {
        Response::of(&self.head, &self.answer)
    }

    fn begin(&self) -> Vec<ResponseEvent> {
        let response = self.response();
        vec![
            ResponseEvent::Created { response: response.clone() },
            ResponseEvent::InProgress { response },
            ResponseEvent::ItemAdded {
                output_index: 0,
                item: ResponsesMessage::new(&self.head, ResponseStatus::InProgress, Vec::new()),
            },
            ResponseEvent::PartAdded {
                place: self.place(),
                part: ResponsesContentPart::of("", Vec::new()),
            },
        ]
    }

    fn delta(&self, delta: String) -> ResponseEvent {
        ResponseEvent::Delta { place: self.place(), delta, logprobs: Vec::new() }
    }

    fn finish(&self) -> Vec<ResponseEvent> {
        let annotations = annotations(&self.head, &self.answer);
        let cited = annotations.iter().cloned().enumerate();
        let cited = cited.map(|(annotation_index, annotation)| ResponseEvent::CitationSpan {
            place: self.place(),
            annotation_index,
            annotation,
        });
        let mut events: Vec<_> = cited.collect();
        events.extend([
            ResponseEvent::TextDone {
                place: self.place(),
                text: self.answer.text.clone(),
                logprobs: Vec::new(),
            },
            ResponseEvent::PartDone {
                place: self.place(),
                part: ResponsesContentPart::of(&self.answer.text, annotations),
            },
            ResponseEvent::ItemDone {
                output_index: 0,
                item: ResponsesMessage::of(&self.head, &self.answer),
            },
            self.last(),
        ]);
        events
    }

    fn last(&self) -> ResponseEvent {
        let response = self.response();
        match ResponseStatus::of(&self.answer) {
            ResponseStatus::Completed | ResponseStatus::InProgress => {
                ResponseEvent::Completed { response }
            }
            ResponseStatus::Incomplete => ResponseEvent::Incomplete { response },
            ResponseStatus::Failed => ResponseEvent::Failed { response },
        }
    }

    /// The end of what broke off; nothing can fail as a response that has not begun.
    fn fail(&self, error: &ProtocolError) -> ResponseEvent {
        if self.next > 0 {
            return self.last();
        }
        ResponseEvent::OpenAiErrorBody {
            code: error::code(error.kind).to_owned(),
            message: error.message.clone(),
            param: None,
        }
    }
}

impl Encoder for ResponsesEncoder {
    fn lines(&mut self, event: AnswerEvent) -> Vec<Value> {
        self.answer.apply(event.clone());
        let events = match event {
            // Its id is told at once, however long is looked up.
            AnswerEvent::Step(_) | AnswerEvent::Grounded(_) if self.next == 0 => self.begin(),
            AnswerEvent::Delta(text) => vec![self.delta(text)],
            // These stand in the context of the whole response.
            AnswerEvent::Step(_)
            | AnswerEvent::Grounded(_)
            | AnswerEvent::RestsOn(_)
            | AnswerEvent::FollowUps(_)
            | AnswerEvent::Audited(_)
            | AnswerEvent::Reported(_)
            | AnswerEvent::Thoughts(_) => Vec::new(),
            AnswerEvent::Finished { .. } => self.finish(),
            AnswerEvent::Failed(error) => vec![self.fail(&error)],
        };
        let first = self.next;
        self.next += events.len() as u64;
        values(
            (first..)
                .zip(events)
                .map(|(sequence_number, event)| ResponseStreamEvent { sequence_number, event }),
        )
    }
}
