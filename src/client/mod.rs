//! What the page knows and does: its state, server functions, texts, and the browser.

pub mod api;
pub mod browser;
pub mod state;
pub mod words;

pub use state::{
    Account, HasInsight, LibraryAtHand, MissingRights, Notices, RenderedPage, ServerNotes,
};
pub use words::Locale;
