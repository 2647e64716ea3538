//! The MCP client that sent a message.

use footnote_answers::Rag;
use http::Extensions;

use crate::serve::state::AppState;

/// The client, and the protocol version that it speaks.
pub(super) struct McpClient<'a> {
    /// The state that every handler shares.
    pub(super) state: &'a AppState,
    /// The engine for the reader who asks.
    pub(super) rag: Rag,
    /// The negotiated protocol version.
    pub(super) version: &'static str,
    /// The address of this server as the client sees it.
    pub(super) origin: String,
    /// Extensions of its request, which hold the client's network address.
    pub(super) extensions: &'a Extensions,
}
