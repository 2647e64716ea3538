//! The memory of the page: plain data with its rules, and the signals that hold it.

pub mod announcer;
pub mod bringing;
pub mod chat;
pub mod conversation;
pub mod dates;
mod deliver;
pub mod evidence;
pub mod judgement;
pub mod library;
pub mod notes;
pub mod place;
pub mod replaced;
pub mod settings;
mod shared;
pub mod shelf;
pub mod turn;
pub mod viewport;
pub mod writer;

pub use announcer::Announcer;
pub use bringing::Bringing;
pub use chat::Chat;
pub use conversation::{Conversation, Entry, KeptTurn};
pub use evidence::{EvidenceView, Tab};
pub use judgement::Judgement;
pub use library::Library;
pub use notes::{Footnotes, Note, Passage, footnotes, passages, with_sources};
pub use place::{Notices, Place};
pub use replaced::Replaced;
pub use settings::Settings;
pub(super) use shared::shared;
pub use turn::{Progress, Turn};
pub use viewport::Viewport;
pub use writer::AnswerWriter;
