//! The doors through which the page asks.

use footnote_protocol::{Answer, ChatRequest};
use leptos::prelude::*;

use super::codec::{AnswerStream, JsonBody, JsonLines, PageError};

/// Answers a request, event by event.
///
/// # Errors
///
/// A refusal of a request that cannot be answered; later failures are events.
#[server(prefix = "/page", endpoint = "stream", input = JsonBody, output = JsonLines)]
pub async fn stream_chat(
    /// The question with its conversation.
    request: ChatRequest,
) -> Result<AnswerStream, PageError> {
    use footnote_chat::Rag;
    use footnote_protocol::ProtocolError;
    use tokio_util::sync::CancellationToken;

    // Taken out here: there is no context left once the stream is read.
    let rag = use_context::<Rag>().ok_or_else(ProtocolError::failed)?;
    let stop = use_context::<CancellationToken>().ok_or_else(ProtocolError::failed)?;
    request.validate()?;
    let events = footnote_chat::answer(&rag, request)?;
    Ok(AnswerStream::new(events).until(stop.cancelled_owned()))
}

/// Answers a request when the answer is whole, for pages whose streaming is off.
///
/// # Errors
///
/// A refusal of a request that cannot be answered; later failures stand in the answer.
#[server(prefix = "/page", endpoint = "answer", input = JsonBody, output = JsonBody)]
pub async fn complete_chat(
    /// The question with its conversation.
    request: ChatRequest,
) -> Result<Answer, PageError> {
    use futures_util::StreamExt;

    let events = stream_chat(request).await?;
    Ok(events.collect::<Vec<_>>().await.into_iter().collect())
}
