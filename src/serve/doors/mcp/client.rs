//! The client that sent a message.

use footnote_chat::Rag;
use http::Extensions;

use crate::serve::state::AppState;

/// The client, and the version of the protocol that it speaks.
pub(super) struct McpClient<'a> {
    /// The state that every handler shares.
    pub(super) state: &'a AppState,
    /// The engine for the reader who asks.
    pub(super) rag: Rag,
    /// The version that was agreed on.
    pub(super) version: &'static str,
    /// The address under which the client reaches this server.
    pub(super) origin: String,
    /// The extensions of its request, with its address.
    pub(super) extensions: &'a Extensions,
}
