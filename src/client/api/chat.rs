//! Server functions with which the page asks questions.

use footnote_protocol::{Answer, ChatRequest};
use leptos::prelude::*;

use super::codec::{AnswerStream, JsonBody, JsonLines, PageError};
use super::conversations::AnswerRun;

/// Streams the events of an answer. An answer with a run continues even if the connection breaks, until it is stopped,
/// and is stored in its conversation.
///
/// # Errors
///
/// Rejects invalid requests, and conversations of somebody else. Later failures are events.
#[server(prefix = "/page", endpoint = "stream", input = JsonBody, output = JsonLines)]
pub async fn stream_chat(
    /// The question with its conversation.
    request: ChatRequest,
    /// The run of the answer.
    run: Option<AnswerRun>,
    /// Session of the files attached to the conversation.
    attached: Option<String>,
) -> Result<AnswerStream, PageError> {
    use footnote_answers::Rag;
    use footnote_chat::insight::{Asked, Recorder};
    use footnote_chat::runs::{AnswerPermit, AnswerRuns, Asker};
    use footnote_protocol::ProtocolError;
    use futures_util::StreamExt;
    use tokio_util::sync::CancellationToken;

    use super::conversations::store::{self, AskedQuestion};

    // Read the context now; there is none when the stream is polled.
    let rag = use_context::<Rag>().ok_or_else(ProtocolError::failed)?;
    let stop = use_context::<CancellationToken>().ok_or_else(ProtocolError::failed)?;
    let recorder = use_context::<Recorder>().ok_or_else(ProtocolError::failed)?;
    let permit = use_context::<AnswerPermit>();
    request.validate()?;
    let place = run.as_ref().map(store::of_run).transpose()?.flatten();
    let mut request = request;
    request.earlier_rest_on = store::earlier_bases(run.as_ref(), &request).await;
    let text = request.messages.last().map(|last| last.content.clone()).unwrap_or_default();
    let scope = request.overrides.narrowed().cloned();
    let of_page = Asked::of(&request, "page");
    let is_temporary = run.as_ref().is_some_and(|run| run.temporary);
    let of_page = if is_temporary { of_page.without_words() } else { of_page };
    let (attached, files) = super::attached::of_question(attached).await?;
    let events = footnote_chat::answer_with(&rag, request, attached)?;
    let events = recorder.observe(of_page, events).inspect(move |_| _ = &permit);
    let events = AnswerStream::new(events).until(stop.cancelled_owned());
    let run = run.filter(|run| AnswerRuns::takes(&run.turn));
    let asker = use_context::<Asker>().unwrap_or_default();
    // If readers cannot be told apart, an answer ends with its connection.
    let run = run.filter(|_| !asker.holder.is_empty());
    let Some((run, runs)) = run.zip(use_context::<AnswerRuns>()) else {
        return Ok(events);
    };
    let question = AskedQuestion { text, scope, attached: files };
    let ended = store::keep_run(place, run.clone(), question).await?;
    Ok(AnswerStream::new(runs.begin((&asker.holder, &run.turn), events.boxed(), ended)))
}

/// Resumes an answer after its page was reloaded, from the start. The stream is empty if there is no such answer in
/// progress or recently finished.
///
/// # Errors
///
/// None.
#[server(prefix = "/page", endpoint = "resume", input = JsonBody, output = JsonLines)]
pub async fn resume_chat(
    /// Id of its turn.
    turn: String,
) -> Result<AnswerStream, PageError> {
    use footnote_chat::runs::{AnswerRuns, Asker};
    use footnote_protocol::ProtocolError;
    use futures_util::stream;

    let asker = use_context::<Asker>().unwrap_or_default();
    let runs = use_context::<AnswerRuns>().ok_or_else(ProtocolError::failed)?;
    Ok(match runs.resume(&asker.holder, &turn) {
        Some(events) => AnswerStream::new(events),
        None => AnswerStream::new(stream::empty()),
    })
}

/// Stops an answer that would otherwise continue; what exists of it is stored.
///
/// # Errors
///
/// None.
#[server(prefix = "/page", endpoint = "stop", input = JsonBody, output = JsonBody)]
pub async fn stop_chat(
    /// Id of its turn.
    turn: String,
) -> Result<(), PageError> {
    use footnote_chat::runs::{AnswerRuns, Asker};

    if let (Some(asker), Some(runs)) = (use_context::<Asker>(), use_context::<AnswerRuns>()) {
        runs.stop(&asker.holder, &turn).await;
    }
    Ok(())
}

/// Returns the answer to a request when it is complete, for pages with streaming turned off.
///
/// # Errors
///
/// As [`stream_chat`]; later failures are part of the answer.
#[server(prefix = "/page", endpoint = "answer", input = JsonBody, output = JsonBody)]
pub async fn complete_chat(
    /// The question with its conversation.
    request: ChatRequest,
    /// The run of the answer.
    run: Option<AnswerRun>,
    /// Session of the files attached to the conversation.
    attached: Option<String>,
) -> Result<Answer, PageError> {
    use futures_util::StreamExt;

    let events = stream_chat(request, run, attached).await?;
    Ok(events.collect::<Vec<_>>().await.into_iter().collect())
}
