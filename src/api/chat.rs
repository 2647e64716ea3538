//! The doors through which the page asks.

use leptos::prelude::*;

use super::codec::{AnswerStream, JsonBody, JsonLines};
use crate::protocol::{Answer, ChatRequest, ProtocolError};

/// Answers a request, event by event.
///
/// # Errors
///
/// A refusal of what cannot be answered; what fails later is an event.
#[server(prefix = "/page", endpoint = "stream", input = JsonBody, output = JsonLines)]
pub async fn stream_chat(request: ChatRequest) -> Result<AnswerStream, ProtocolError> {
    request.validate()?;
    Err(ProtocolError::failed())
}

/// Answers a request when the answer is whole, for pages whose streaming is off.
///
/// # Errors
///
/// A refusal of what cannot be answered; what fails later stands in the answer.
#[server(prefix = "/page", endpoint = "answer", input = JsonBody, output = JsonBody)]
pub async fn complete_chat(request: ChatRequest) -> Result<Answer, ProtocolError> {
    request.validate()?;
    Err(ProtocolError::failed())
}
