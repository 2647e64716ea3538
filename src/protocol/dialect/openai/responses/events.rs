//! The events of a streamed response.

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

/// An event, named after its type; events are numbered from 0.
#[derive(Serialize, ToSchema)]
pub(in super::super) struct ResponseStreamEvent {
    sequence_number: u64,
    #[serde(flatten)]
    event: ResponseEvent,
}

/// Types of events.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type")]
#[schema(as = openai_responses::Event)]
enum ResponseEvent {
    /// The response starts.
    #[serde(rename = "response.created")]
    Created { response: Response },
    /// The response is in progress.
    #[serde(rename = "response.in_progress")]
    InProgress { response: Response },
    /// The message starts.
    #[serde(rename = "response.output_item.added")]
    ItemAdded { output_index: u32, item: ResponsesMessage },
    /// The part of the message starts.
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
    /// The text is complete.
    #[serde(rename = "response.output_text.done")]
    TextDone {
        #[serde(flatten)]
        place: PartPosition,
        text: String,
        logprobs: Vec<Value>,
    },
    /// The part is complete.
    #[serde(rename = "response.content_part.done")]
    PartDone {
        #[serde(flatten)]
        place: PartPosition,
        part: ResponsesContentPart,
    },
    /// The message is complete.
    #[serde(rename = "response.output_item.done")]
    ItemDone { output_index: u32, item: ResponsesMessage },
    /// The response is complete.
    #[serde(rename = "response.completed")]
    Completed { response: Response },
    /// The response was cut short.
    #[serde(rename = "response.incomplete")]
    Incomplete { response: Response },
    /// The response failed.
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

/// Position of a part: the first part of the first message.
#[derive(Serialize, ToSchema)]
#[schema(as = openai_responses::Place)]
struct PartPosition {
    item_id: String,
    output_index: u32,
    content_index: u32,
}

/// Encodes the events of one response.
pub(in super::super) struct ResponsesEncoder {
    head: AnswerHead,
    /// The answer sent so far.
    answer: Answer,
    /// Number of the next event.
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

    /// Returns the event that ends a failed response. A response that has not started can only end with an error.
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
            // Sends the id at once, however long the look-ups take.
            AnswerEvent::Step(_) | AnswerEvent::Grounded(_) if self.next == 0 => self.begin(),
            AnswerEvent::Delta(text) => vec![self.delta(text)],
            // These are in the context of the complete response.
            AnswerEvent::Step(_)
            | AnswerEvent::Remark
            | AnswerEvent::Sources(_)
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
