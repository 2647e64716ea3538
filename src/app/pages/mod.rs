//! The pages, one file each.

pub mod chat;
pub mod document;
pub mod documents;
pub mod missing;

pub use chat::ChatPage;
pub use document::DocumentPage;
pub use documents::DocumentsPage;
pub use missing::MissingPage;
