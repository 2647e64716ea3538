//! The pages, one file each.

mod chat;
mod missing;

pub use chat::ChatPage;
pub use missing::MissingPage;
