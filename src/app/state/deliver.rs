//! The way of an answer from the server to its turn.

use footnote_protocol::{ChatRequest, ProtocolError};
use futures_util::StreamExt;

use super::Turn;
use crate::api::chat::{complete_chat, resume_chat, stream_chat};
use crate::api::codec::AnswerStream;
use crate::api::conversations::AnswerRun;
use crate::browser;

/// The most events that one frame takes in; more wait for the next.
const EVENTS_PER_FRAME: usize = 512;

/// Brings an answer to its turn, where it streams at most once for each frame of the screen; an error if the server
/// does not take the question.
pub(super) async fn deliver(
    turn: &Turn,
    request: ChatRequest,
    run: Option<AnswerRun>,
    streams: bool,
) -> Result<(), ProtocolError> {
    let attached = turn.attached.session();
    if streams {
        take_in(turn, stream_chat(request, run, attached).await?).await;
    } else {
        turn.complete(complete_chat(request, run, attached).await?);
    }
    Ok(())
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
