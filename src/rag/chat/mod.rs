//! A conversation: from a request to a stream of events.

mod aside;
mod audit;
mod away;
mod captions;
mod claims;
mod error;
mod events;
pub mod explain;
mod genuine;
mod ground;
pub mod memory;
mod plan;
mod propose;
mod question;
pub mod queues;
mod quote;
mod retrieve;
mod spans;
mod thoughts;
mod turn;
pub mod weigh;
mod work;
mod write;

use std::time::{Duration, Instant};

use futures_util::stream::BoxStream;
use futures_util::{FutureExt, StreamExt};

use crate::protocol::confidence::{self, Confidence, Outcome};
use crate::protocol::{AnswerEvent, ChatRequest, ProtocolError, ResponseContext, Thought};
use crate::rag::Rag;
use crate::rag::corpus::attach::Attached;
use crate::rag::retrieval::{Found, Query, RetrieveError, Technique};
use events::Writing;
use ground::Ground;
use question::Question;
use turn::Turn;
use weigh::{Sample, Weighed};

pub use audit::audit;
pub use genuine::genuine;
pub use plan::usual;
pub use question::openings;
pub use quote::NEAREST_PASSAGES;
pub use work::Workers;

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
    /// The least probability, from 0 to 1, that the documents answer, for a quoted answer to count as one.
    pub confidence: f32,
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
            confidence: confidence::LEAST,
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
        let begun = workers.run(begun).await;
        let (context, begun) =
            begun.unwrap_or_else(|error| (ResponseContext::default(), Err(error)));
        yield AnswerEvent::Grounded(Box::new(context));
        let mut writing = begun;
        while let Ok(mut written) = writing {
            while let Some(event) = written.next().await {
                yield event;
            }
            let Some(ending) = written.take_ending() else { return };
            writing = workers.run(async move { Box::new(written.end(ending)) }).await;
        }
        if let Err(error) = writing {
            yield AnswerEvent::Failed(error);
        }
    }
    .boxed())
}

/// Finds the ground of an answer and begins to write it: returns the first event's context, and the
/// writing.
async fn begin(
    rag: Rag,
    request: ChatRequest,
    attached: Attached,
) -> (ResponseContext, Result<Box<Writing>, ProtocolError>) {
    // 1. The question is read.
    let turn = Turn::new(&rag, request).with(attached);
    match ground(&turn).await {
        Ok(ground) => {
            work::pause().await;
            // 5. The answer is quoted, or a model writes it. At its end (for a model's, in
            // [`Writing::end`]), 6. it is checked, and 7. questions to ask next are proposed.
            let (context, writing) = events::begin(turn, ground);
            (context, Ok(Box::new(writing)))
        }
        Err((thoughts, error)) => {
            let context = ResponseContext { thoughts, ..ResponseContext::default() };
            (context, Err(error.into()))
        }
    }
}

/// The ground of an answer; if the search fails, its error with the thoughts up to then.
async fn ground(turn: &Turn) -> Result<Ground, (Vec<Thought>, RetrieveError)> {
    // 2. The search is planned.
    let planned = plan::plan(turn).await;
    let begun = Instant::now();
    // 3. Passages are retrieved.
    let answer = |found: &Found, question: &Question| {
        let weighed = Weighed::of(&found.clone().into(), question);
        weighed.confidence(turn.least()).outcome == Outcome::Answered
    };
    let retrieved = match retrieve::retrieve(turn, &planned.query, &answer).await {
        Ok(retrieved) => retrieved,
        Err(error) => return Err((ground::before(turn, &planned, None), error)),
    };
    // 4. Their statements are weighed: by meaning here, and by all features where answers quote.
    let compared = weigh::meaning::compare(turn, &planned.query, retrieved).await;
    let elapsed = turn::elapsed_ms(begun);
    Ok(Ground::new(turn, &planned, compared, elapsed))
}

/// Finds passages for a query that stands alone.
///
/// # Errors
///
/// A refusal while too many answers wait, and a failure to read the index.
pub async fn search(rag: &Rag, query: Query) -> Result<Found, ProtocolError> {
    rag.workers.admit()?;
    let (retriever, searches) = (rag.retriever.clone(), rag.workers.clone());
    let work = async move {
        let query = question::long::bounded(query);
        searches.search(retriever.retrieve(&query)).await
    };
    Ok(rag.workers.run(work).await??)
}

/// The basis of an answer, found without writing it.
#[derive(Clone, Debug)]
pub struct Basis {
    /// The passages.
    pub found: Found,
    /// The probability that they answer, with the outcome that follows.
    pub confidence: Confidence,
    /// The time from the request to the last passage.
    pub search: Duration,
    /// The time that weighing them took.
    pub check: Duration,
}

/// Finds the passages for an answer to `request`, and the confidence that they answer.
///
/// # Errors
///
/// Errors of [`ChatRequest::validate`], and a failure to read the index.
pub async fn find(rag: &Rag, request: ChatRequest) -> Result<Basis, ProtocolError> {
    request.validate()?;
    rag.workers.admit()?;
    rag.workers.run(found(rag.clone(), request)).await?
}

/// Measures all statements of the passages found for `request`, to fit weights on.
///
/// # Errors
///
/// As [`find`].
pub async fn examine(rag: &Rag, request: ChatRequest) -> Result<Vec<Sample>, ProtocolError> {
    request.validate()?;
    let turn = Turn::new(rag, request);
    let ground = ground(&turn).await.map_err(|(_, error)| error)?;
    Ok(weigh::samples(&ground.evidence, &turn.question))
}

async fn found(rag: Rag, request: ChatRequest) -> Result<Basis, ProtocolError> {
    let turn = Turn::new(&rag, request);
    let ground = ground(&turn).await.map_err(|(_, error)| error)?;
    let begun = Instant::now();
    let weighed = Weighed::of(&ground.evidence, &turn.question);
    let confidence = weighed.confidence(turn.least());
    Ok(Basis {
        confidence,
        check: begun.elapsed(),
        search: ground.took,
        found: ground.evidence.found,
    })
}

#[cfg(test)]
mod tests;
