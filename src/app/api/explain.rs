//! The server function that explains why an answer does not use a source.

use footnote_protocol::ChatRequest;
use footnote_protocol::explanation::Explanation;
use leptos::prelude::*;

use super::codec::{JsonBody, PageError};

/// Explains what happened to a source, `<path>` or `<path>#page=N`, on its way to the answer.
///
/// # Errors
///
/// Rejects invalid requests; fails if the index cannot be read.
#[server(prefix = "/page", endpoint = "explain", input = JsonBody, output = JsonBody)]
pub async fn explain_source(
    /// The question with its conversation.
    request: ChatRequest,
    /// The expected source.
    source: String,
) -> Result<Explanation, PageError> {
    use footnote_answers::Rag;
    use footnote_protocol::ProtocolError;

    let rag = use_context::<Rag>().ok_or_else(ProtocolError::failed)?;
    Ok(footnote_chat::explain::explain(&rag, request, &source).await?)
}
