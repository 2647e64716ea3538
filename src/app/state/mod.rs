//! What the page remembers: plain data with its rules, and the signals that hold it.

mod announcer;
mod chat;
mod conversation;
mod evidence;
mod library;
mod notes;
mod settings;
mod shelf;
mod turn;

pub use announcer::Announcer;
pub use chat::Chat;
pub use conversation::{Conversation, Entry, KeptTurn};
pub use evidence::{EvidenceView, Tab};
pub use library::Library;
pub use notes::{Note, Passage, notes, passages, with_sources};
pub use settings::Settings;
pub use turn::{Progress, Turn};
