//! The page that the server has rendered, and the notices that come with it.

use footnote_protocol::Notice;
use serde::{Deserialize, Serialize};

/// The page at an address; the chat by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum RenderedPage {
    /// The chat.
    #[default]
    Chat,
    /// The list of documents.
    Documents,
    /// A single document.
    Document,
    /// Page not found.
    Nowhere,
}

/// True if the reader may see the insights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HasInsight(pub bool);

/// Facts about the server for the reader of the page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerNotes {
    /// True if the reader has just become its operator by opening the printed link.
    pub is_new_operator: bool,
    /// True if it keeps one list of conversations for everybody who opens the page at its machine.
    pub has_common_list: bool,
    /// True if it writes down what is spoken.
    pub dictates: bool,
    /// Folders whose documents it reads; empty unless the reader is its operator.
    pub folders: Vec<String>,
}

/// Notices after uploads, removals and changes of sharing.
#[derive(Clone, Debug, Default)]
pub struct Notices(pub Vec<Notice>);
