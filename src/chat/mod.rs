//! Chat: a conversation over documents, from a request to a stream of events.

mod answer;
pub mod attachments;
mod basis;
mod cite;
mod ended_runs;
mod ending;
mod first_prompt;
pub mod insight;
pub mod kept_turn;
mod lookups;
pub mod memory;
mod own_task;
mod packed;
mod parked_hits;
mod propose;
pub mod queues;
pub mod runs;
mod unknown_citations;
mod write;

use answer::{Answer, Next};
use footnote_answers::grounding::{self, BeginError};
use footnote_answers::turn::Turn;
use footnote_answers::{Rag, Workers, workers};
use footnote_documents::attach::Attached;
use footnote_protocol::{AnswerEvent, ChatRequest, ProtocolError};
use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use futures_util::{FutureExt, StreamExt};
pub use unknown_citations::drop_unknown_citations;

/// The events of an answer under way. Dropping the stream cancels the answer, down to the model's socket.
pub type Events = BoxStream<'static, AnswerEvent>;

/// Answers the last message of `request`.
///
/// Nothing happens before the stream is polled. Every failure from then on is an event.
///
/// # Errors
///
/// Returns the errors of [`ChatRequest::validate`], and a refusal while too many answers wait.
pub fn answer(rag: &Rag, request: ChatRequest) -> Result<Events, ProtocolError> {
    answer_with(rag, request, Attached::default())
}

/// Answers the last message of `request` from the documents and the files `attached` to its conversation.
///
/// # Errors
///
/// Fails as [`answer`] does.
pub fn answer_with(
    rag: &Rag,
    request: ChatRequest,
    attached: Attached,
) -> Result<Events, ProtocolError> {
    request.validate()?;
    if request.is_task {
        return Ok(own_task::answer(rag, request));
    }
    rag.workers.admit()?;
    Ok(events(rag.workers.clone(), begin(rag.clone(), request, attached).boxed()))
}

/// Returns the events of an answer, from its first steps on.
fn events(workers: Workers, begun: BoxFuture<'static, Result<Box<Answer>, BeginError>>) -> Events {
    async_stream::stream! {
        // Workers are for computing; an answer holds none while a model writes it.
        let begun = workers.run(begun).await;
        let mut answer = match begun.unwrap_or_else(|error| Err(BeginError::from(error))) {
            Ok(answer) => answer,
            Err(BeginError { context, error }) => {
                yield AnswerEvent::Grounded(context);
                yield AnswerEvent::Failed(error);
                return;
            }
        };
        while let Some(next) = answer.next().await {
            match next {
                Next::Event(event) => yield event,
                // The check and tools compute too, so they run on a worker.
                Next::Compute => loop {
                    if let Some(event) = answer.take_ready() {
                        yield event;
                    }
                    let step;
                    (answer, step) = match workers.run(answer.compute()).await {
                        Ok(computed) => computed,
                        Err(error) => {
                            yield AnswerEvent::Failed(error);
                            return;
                        }
                    };
                    match step {
                        Some(step) => yield AnswerEvent::Step(step.thought()),
                        None => break,
                    }
                },
            }
        }
        match workers.run(end(answer)).await {
            Ok(events) => for event in events { yield event },
            Err(error) => yield AnswerEvent::Failed(error),
        }
    }
    .boxed()
}

/// Runs the first steps, up to the beginning of the answer's text.
async fn begin(
    rag: Rag,
    request: ChatRequest,
    attached: Attached,
) -> Result<Box<Answer>, BeginError> {
    // 1. Read the question.
    let turn = Turn::new(&rag, request).with(attached).in_scope().await;
    let turn = turn.map_err(ProtocolError::from)?;
    // 2. and 3. Plan its search and retrieve passages.
    let grounding = grounding::ground(&turn).await?;
    workers::pause().await;
    // 4. Choose the sources of a model, which begins to write, or the passages that are shown without one.
    Ok(Box::new(answer::begin(turn, grounding).await))
}

/// Runs the last steps, from the end of the answer's text to its last event.
async fn end(answer: Box<Answer>) -> Vec<AnswerEvent> {
    // 5. If the model failed before its first word, show passages.
    let mut ending = answer.end().await;
    // 6. Check the answer against its sources.
    let audit = ending.check();
    // 7. Propose questions to ask next.
    let questions = ending.propose().await;
    ending.events(audit, questions)
}

#[cfg(test)]
mod tests;
