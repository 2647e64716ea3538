//! The way of an answer from the server to its turn.

use footnote_protocol::ChatRequest;
use futures_util::StreamExt;

use super::Turn;
use crate::api::chat::{complete_chat, resume_chat, stream_chat};
use crate::api::codec::AnswerStream;
use crate::api::conversations::AnswerRun;
use crate::browser;

/// The most events that one frame takes in; more wait for the next.
const EVENTS_PER_FRAME: usize = 512;

/// The run of the answer of a turn, in a conversation that the server keeps, if it does.
pub(super) fn run_of(turn: &Turn, conversation: Option<String>) -> AnswerRun {
    let attached = turn.attached.clone();
    AnswerRun { turn: turn.uid.clone(), conversation: conversation.unwrap_or_default(), attached }
}

/// Brings an answer to its turn, at most once for each frame of the screen; where it streams, as this run.
pub(super) async fn deliver(turn: Turn, request: ChatRequest, run: Option<AnswerRun>) {
    let attached = turn.attached.session();
    let Some(run) = run else {
        match complete_chat(request, attached).await {
            Ok(answer) => turn.complete(answer),
            Err(error) => turn.fail(error.into()),
        }
        return;
    };
    match stream_chat(request, Some(run), attached).await {
        Ok(events) => take_in(&turn, events).await,
        Err(error) => turn.fail(error.into()),
    }
}

/// Brings the rest of an answer to a turn whose page was loaded anew; false if it is not under way any more.
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
    // A page that is left breaks its streams off. It comes to no further frame, and so does not take that for a
    // failure.
    browser::next_frame().await;
}
