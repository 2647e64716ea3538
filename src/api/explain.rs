//! The door to why an answer does not stand on a source.

use leptos::prelude::*;

use super::codec::JsonBody;
use crate::protocol::explanation::Explanation;
use crate::protocol::{ChatRequest, ProtocolError};

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
) -> Result<Explanation, ProtocolError> {
    use crate::rag::{Rag, chat};

    let rag = use_context::<Rag>().ok_or_else(ProtocolError::failed)?;
    chat::explain::explain(&rag, request, &source).await
}
