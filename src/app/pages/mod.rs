//! The pages, one file each.

pub mod chat;
pub mod missing;

pub use chat::ChatPage;
pub use missing::MissingPage;
