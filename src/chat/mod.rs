//! Chat: a conversation over documents, from a request to a stream of events.

mod answer;
pub mod attachments;
mod audit;
mod basis;
mod captions;
mod choices;
mod cite;
mod claims;
mod collection;
mod composed;
mod ended_runs;
mod ending;
pub mod examples;
pub mod explain;
mod first_prompt;
mod grounding;
pub mod insight;
pub mod kept_turn;
mod kinds;
mod lookups;
pub mod memory;
pub mod once;
mod open;
mod outside;
mod packed;
mod parked_hits;
mod phrases;
mod plan;
mod propose;
mod question;
pub mod queues;
mod quote;
pub mod rag;
mod retrieval_outcome;
mod retrieve;
pub mod runs;
mod side_prompt;
mod sources;
mod status;
mod tables;
mod thoughts;
pub mod tools;
mod trials;
mod turn;
mod unknown_citations;
pub mod weigh;
mod workers;
mod write;

use std::time::Duration;

use answer::Answer;
pub use audit::{SourceText, audit};
use footnote_documents::attach::Attached;
use footnote_protocol::{AnswerEvent, ChatRequest, ProtocolError, confidence};
use footnote_retrieval::Technique;
use futures_util::stream::BoxStream;
use futures_util::{FutureExt, StreamExt};
use once::BeginError;
pub use phrases::before_closest;
pub use question::openings;
pub use rag::Rag;
pub use retrieval_outcome::{RetrievalOutcome, examine, find};
pub use trials::examples;
use turn::Turn;
pub use unknown_citations::drop_unknown_citations;
pub use workers::Workers;

/// The settings of answers, where a request has none of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The number of passages to retrieve.
    pub top: u32,
    /// True if the first passages are ranked again by the meaning of their sentences.
    pub ranker: bool,
    /// The sampling temperature.
    pub temperature: f32,
    /// The most tokens of conversation that a prompt keeps.
    pub history_tokens: u32,
    /// The most tokens of an answer.
    pub answer_tokens: u32,
    /// The most tokens of sources that a prompt begins with.
    pub source_tokens: u32,
    /// The time in which a model may look things up before it must answer.
    pub lookup_time: Duration,
    /// The least probability, from 0 to 1, that the documents answer, for a quoted answer to count as one.
    pub confidence: f32,
    /// True if the documents are those that come with Footnote.
    pub is_sample: bool,
    /// Techniques of retrieval that are left out, to measure what they are worth.
    pub without: Vec<Technique>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            // Five: the northwind questions gain four points of citation recall over three,
            // and the prompt stays under two thousand tokens.
            top: 5,
            ranker: false,
            temperature: 0.3,
            history_tokens: 2_000,
            answer_tokens: 1_024,
            // As much as the strongest peers give, and a tenth of what most models take.
            source_tokens: 12_000,
            lookup_time: Duration::from_mins(1),
            confidence: confidence::LEAST,
            is_sample: false,
            without: Vec::new(),
        }
    }
}

/// An answer in the making. Dropping it cancels it, to the model's socket.
pub type Events = BoxStream<'static, AnswerEvent>;

/// Answers the last message of `request`.
///
/// Nothing happens before the stream is polled; everything that fails from then on is an event.
///
/// # Errors
///
/// Errors of [`ChatRequest::validate`], and a refusal while too many answers wait.
pub fn answer(rag: &Rag, request: ChatRequest) -> Result<Events, ProtocolError> {
    answer_with(rag, request, Attached::default())
}

/// Answers the last message of `request` from the documents and the files `attached` to its conversation.
///
/// # Errors
///
/// As [`answer`].
pub fn answer_with(
    rag: &Rag,
    request: ChatRequest,
    attached: Attached,
) -> Result<Events, ProtocolError> {
    request.validate()?;
    rag.workers.admit()?;
    let workers = rag.workers.clone();
    let begun = begin(rag.clone(), request, attached).boxed();
    Ok(async_stream::stream! {
        // Workers compute; while a model writes, its answer holds none of them.
        let begun = workers.run(begun).await;
        let mut answer = match begun.unwrap_or_else(|error| Err(BeginError::from(error))) {
            Ok(answer) => answer,
            Err(BeginError { context, error }) => {
                yield AnswerEvent::Grounded(context);
                yield AnswerEvent::Failed(error);
                return;
            }
        };
        loop {
            // The work of tools is work like any other.
            let looked_up = workers.run(answer.look_up()).await;
            let step;
            (answer, step) = match looked_up {
                Ok(looked_up) => looked_up,
                Err(error) => {
                    yield AnswerEvent::Grounded(Box::default());
                    yield AnswerEvent::Failed(error);
                    return;
                }
            };
            match step {
                Some(step) => yield AnswerEvent::Step(step),
                None => break,
            }
        }
        yield AnswerEvent::Grounded(Box::new(answer.take_context()));
        yield AnswerEvent::RestsOn(answer.take_basis());
        while let Some(event) = answer.next().await {
            yield event;
        }
        match workers.run(end(answer)).await {
            Ok(events) => for event in events { yield event },
            Err(error) => yield AnswerEvent::Failed(error),
        }
    }
    .boxed())
}

/// The first steps, up to the beginning of an answer's text.
async fn begin(
    rag: Rag,
    request: ChatRequest,
    attached: Attached,
) -> Result<Box<Answer>, BeginError> {
    // 1. The question is read.
    let turn = Turn::new(&rag, request).with(attached).in_scope().await;
    let turn = turn.map_err(ProtocolError::from)?;
    // 2. to 4. Its search is planned, passages are retrieved, and their statements weighed.
    let grounding = once::ground(&turn).await?;
    workers::pause().await;
    // 5. The answer is looked up, or a model begins to write it, or it is composed of quotations.
    Ok(Box::new(answer::begin(turn, grounding).await))
}

/// The last steps, from the end of an answer's text to its last event.
async fn end(answer: Box<Answer>) -> Vec<AnswerEvent> {
    // 5. A model that failed before its first word is stood in for by composing.
    let mut ending = answer.end();
    // 6. The answer is checked against its sources.
    let audit = ending.check();
    // 7. Questions to ask next are proposed.
    let questions = ending.propose().await;
    ending.events(audit, questions)
}

#[cfg(test)]
mod tests;
