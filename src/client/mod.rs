//! The page without its views: its state, its server functions, its texts, and the browser.

pub mod api;
pub mod browser;
pub mod state;
pub mod words;

pub use state::{
    Account, HasInsight, LibraryAtHand, MissingRights, Notices, RenderedPage, ServerNotes,
};
pub use words::Locale;
