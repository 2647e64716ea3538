//! The pages, one file each.

pub mod chat;
pub mod documents;
pub mod missing;

pub use chat::ChatPage;
pub use documents::DocumentsPage;
pub use missing::MissingPage;
