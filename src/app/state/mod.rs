//! The memory of the page: plain data with its rules, and the signals that hold it.

pub mod announcer;
pub mod chat;
pub mod conversation;
pub mod conversation_store;
pub mod dates;
mod deliver;
pub mod evidence;
pub mod judgement;
pub mod library;
pub mod notes;
pub mod rendered;
pub mod replaced;
pub mod settings;
mod shared;
pub mod turn;
pub mod uploads;
pub mod viewport;
pub mod writer;

pub use announcer::Announcer;
pub use chat::Chat;
pub use conversation::{Conversation, Entry, StoredTurn};
pub use evidence::{EvidenceView, Tab};
pub use judgement::Judgement;
pub use library::{Library, LibraryAtHand};
pub use notes::{Footnotes, Note, Passage, footnotes, passages, with_sources};
pub use rendered::{Notices, RenderedPage};
pub use replaced::ReplacedTurns;
pub use settings::PageSettings;
pub(super) use shared::shared;
pub use turn::{Progress, Turn};
pub use uploads::FileUploads;
pub use viewport::Viewport;
pub use writer::AnswerWriter;
