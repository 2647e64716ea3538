//! The way of an answer from the server to its turn.

use footnote_protocol::ChatRequest;
use futures_util::StreamExt;

use super::Turn;
use crate::api::chat::{complete_chat, stream_chat};
use crate::browser;

/// The most events that one frame takes in; more wait for the next.
const EVENTS_PER_FRAME: usize = 512;

/// Brings an answer to its turn, at most once for each frame of the screen.
pub(super) async fn deliver(turn: Turn, request: ChatRequest, streaming: bool) {
    if !streaming {
        match complete_chat(request).await {
            Ok(answer) => turn.complete(answer),
            Err(error) => turn.fail(error.into()),
        }
        return;
    }
    match stream_chat(request).await {
        Ok(events) => {
            let mut batches = events.ready_chunks(EVENTS_PER_FRAME);
            while let Some(events) = batches.next().await {
                turn.apply(events);
                browser::next_frame().await;
            }
            // A page that is left breaks its streams off. It comes to no further frame, and so does not take
            // that for a failure.
            browser::next_frame().await;
        }
        Err(error) => turn.fail(error.into()),
    }
}
