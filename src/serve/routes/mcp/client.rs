//! The MCP client that sent a message.

use footnote_answers::Rag;
use footnote_chat::insight::Recorder;
use http::Extensions;
use tokio_util::sync::CancellationToken;

use crate::net::capacity::Capacity;

/// The client, and the protocol version that it speaks.
pub(super) struct McpClient<'a> {
    /// The engine for the reader who asks.
    pub(super) rag: Rag,
    /// Limits on answers.
    pub(super) capacity: &'a Capacity,
    /// Counts the outcomes of questions.
    pub(super) recorder: &'a Recorder,
    /// Cancelled at shutdown.
    pub(super) stop: &'a CancellationToken,
    /// The negotiated protocol version.
    pub(super) version: &'static str,
    /// True if it is notified when the list of documents has changed.
    pub(super) hears_changes: bool,
    /// The beginning of the addresses of documents, as the client sees it.
    pub(super) origin: String,
    /// Extensions of its request, which hold the client's network address.
    pub(super) extensions: &'a Extensions,
}
