//! The door to why an answer does not stand on a source.

use footnote_protocol::ChatRequest;
use footnote_protocol::explanation::Explanation;
use leptos::prelude::*;

use super::codec::{JsonBody, PageError};

/// Tells the way of a source, `<path>` or `<path>#page=N`, to the answer of a request.
///
/// # Errors
///
/// A refusal of a request that cannot be answered, and a failure to read the index.
#[server(prefix = "/page", endpoint = "explain", input = JsonBody, output = JsonBody)]
pub async fn explain_source(
    /// The question with its conversation.
    request: ChatRequest,
    /// The source that was expected.
    source: String,
) -> Result<Explanation, PageError> {
    use footnote_chat::Rag;
    use footnote_protocol::ProtocolError;

    let rag = use_context::<Rag>().ok_or_else(ProtocolError::failed)?;
    Ok(footnote_chat::explain::explain(&rag, request, &source).await?)
}
