//! The page that the server has rendered, and the notices that come with it.

use footnote_protocol::Notice;
use serde::{Deserialize, Serialize};

/// The page at a rendered address; the chat by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum RenderedPage {
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

/// The notices about documents just brought, shared or removed.
#[derive(Clone, Debug, Default)]
pub struct Notices(pub Vec<Notice>);
