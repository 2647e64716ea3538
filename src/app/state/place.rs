//! What the server says of a page with its first rendering.

use serde::{Deserialize, Serialize};

use crate::protocol::Notice;

/// What the address of a rendered page leads to; the chat where nothing is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// The chat.
    #[default]
    Chat,
    /// The documents.
    Documents,
    /// One document.
    Document,
    /// Nothing.
    Nowhere,
}

/// What the page says of documents that were just brought, shared or removed.
#[derive(Clone, Debug, Default)]
pub struct Notices(pub Vec<Notice>);
