//! The doors through which the page asks.

use footnote_protocol::{Answer, ChatRequest};
use leptos::prelude::*;

use super::codec::{AnswerStream, JsonBody, JsonLines, PageError};
use super::conversations::AnswerRun;

/// Answers a request, event by event. An answer that has a run goes on to its end unless it is stopped, and is kept in
/// its conversation.
///
/// # Errors
///
/// A refusal of a request that cannot be answered, or in a conversation of somebody else; later failures are events.
#[server(prefix = "/page", endpoint = "stream", input = JsonBody, output = JsonLines)]
pub async fn stream_chat(
    /// The question with its conversation.
    request: ChatRequest,
    /// The run of the answer.
    run: Option<AnswerRun>,
    /// The session of the files that are attached to its conversation.
    attached: Option<String>,
) -> Result<AnswerStream, PageError> {
    use footnote_chat::Rag;
    use footnote_chat::insight::{Asked, Recorder};
    use footnote_chat::runs::{AnswerPermit, AnswerRuns, Asker};
    use footnote_protocol::ProtocolError;
    use futures_util::StreamExt;
    use tokio_util::sync::CancellationToken;

    use super::conversations::store::{self, AskedQuestion};

    // Taken out here: there is no context left once the stream is read.
    let rag = use_context::<Rag>().ok_or_else(ProtocolError::failed)?;
    let stop = use_context::<CancellationToken>().ok_or_else(ProtocolError::failed)?;
    let recorder = use_context::<Recorder>().ok_or_else(ProtocolError::failed)?;
    let permit = use_context::<AnswerPermit>();
    request.validate()?;
    let place = run.as_ref().map(store::of_run).transpose()?.flatten();
    let mut request = request;
    request.earlier_rest_on = store::told(run.as_ref(), &request).await;
    let text = request.messages.last().map(|last| last.content.clone()).unwrap_or_default();
    let scope = request.overrides.narrowed().cloned();
    let of_page = Asked::of(&request, "page");
    let (attached, files) = super::attached::of_question(attached).await?;
    let events = footnote_chat::answer_with(&rag, request, attached)?;
    let events = recorder.observe(of_page, events).inspect(move |_| _ = &permit);
    let events = AnswerStream::new(events).until(stop.cancelled_owned());
    let run = run.filter(|run| AnswerRuns::takes(&run.turn));
    let asker = use_context::<Asker>().unwrap_or_default();
    // Where nobody is told from others, an answer is its connection's.
    let run = run.filter(|_| !asker.holder.is_empty());
    let Some((run, runs)) = run.zip(use_context::<AnswerRuns>()) else {
        return Ok(events);
    };
    let question = AskedQuestion { text, scope, attached: files };
    let ended = store::keep_run(place, run.clone(), question).await?;
    Ok(AnswerStream::new(runs.begin((&asker.holder, &run.turn), events.boxed(), ended)))
}

/// Goes on with an answer whose page was loaded anew, from its beginning; nothing comes if there is no such answer under
/// way, and none that has ended lately.
///
/// # Errors
///
/// None of its own.
#[server(prefix = "/page", endpoint = "resume", input = JsonBody, output = JsonLines)]
pub async fn resume_chat(
    /// The id of its turn.
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

/// Stops an answer that would go on; it is kept as far as it came.
///
/// # Errors
///
/// None of its own.
#[server(prefix = "/page", endpoint = "stop", input = JsonBody, output = JsonBody)]
pub async fn stop_chat(
    /// The id of its turn.
    turn: String,
) -> Result<(), PageError> {
    use footnote_chat::runs::{AnswerRuns, Asker};

    if let (Some(asker), Some(runs)) = (use_context::<Asker>(), use_context::<AnswerRuns>()) {
        runs.stop(&asker.holder, &turn).await;
    }
    Ok(())
}

/// Answers a request when the answer is whole, for pages whose streaming is off.
///
/// # Errors
///
/// As [`stream_chat`]; later failures stand in the answer.
#[server(prefix = "/page", endpoint = "answer", input = JsonBody, output = JsonBody)]
pub async fn complete_chat(
    /// The question with its conversation.
    request: ChatRequest,
    /// The run of the answer.
    run: Option<AnswerRun>,
    /// The session of the files that are attached to its conversation.
    attached: Option<String>,
) -> Result<Answer, PageError> {
    use futures_util::StreamExt;

    let events = stream_chat(request, run, attached).await?;
    Ok(events.collect::<Vec<_>>().await.into_iter().collect())
}
