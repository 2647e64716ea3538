//! Delivers an answer from the server to its turn.

use footnote_protocol::{ChatRequest, ProtocolError};
use futures_util::StreamExt;

use super::Turn;
use crate::api::chat::{complete_chat, resume_chat, stream_chat};
use crate::api::codec::AnswerStream;
use crate::api::conversations::AnswerRun;
use crate::browser;

/// Maximum number of events applied per frame; more wait for the next frame.
const EVENTS_PER_FRAME: usize = 512;

/// Delivers an answer to its turn, updating it at most once per frame while streaming. Fails if the server rejects the
/// question.
pub(super) async fn deliver(
    turn: &Turn,
    request: ChatRequest,
    run: AnswerRun,
    streams: bool,
) -> Result<(), ProtocolError> {
    let (run, attached) = (Some(run), turn.attached.session());
    if streams {
        take_in(turn, stream_chat(request, run, attached).await?).await;
    } else {
        turn.complete(complete_chat(request, run, attached).await?);
    }
    Ok(())
}

/// Delivers the rest of an answer to a turn after a reload; false if the answer is no longer in progress.
pub(super) async fn resume(turn: &Turn) -> bool {
    let Ok(mut events) = resume_chat(turn.uid.clone()).await else {
        return false;
    };
    let Some(first) = events.next().await else {
        return false;
    };
    turn.begin();
    turn.apply(vec![first]);
    take_in(turn, events).await;
    true
}

async fn take_in(turn: &Turn, events: AnswerStream) {
    let mut batches = events.ready_chunks(EVENTS_PER_FRAME);
    while let Some(events) = batches.next().await {
        turn.apply(events);
        browser::next_frame().await;
    }
    // Leaving a page breaks its streams. Such a page gets no further frame, so it does not report that as a failure.
    browser::next_frame().await;
}
