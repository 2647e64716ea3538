//! State of the page: plain data with its rules, and the signals that hold it.

mod account;
mod address;
pub mod announcer;
pub mod appearance;
mod asking;
mod attachment_changes;
pub mod attachments;
pub mod chat;
pub mod conversation;
pub mod dates;
mod deliver;
mod doubts;
mod draft;
mod earlier;
pub mod evidence;
pub mod fault;
pub mod judgement;
mod kept;
pub mod library;
pub mod notes;
pub mod other_turns;
pub mod prepared;
pub mod rendered;
pub mod replaced;
pub mod rights;
pub mod scope;
mod sessions;
pub mod settings;
mod shared;
mod taken;
pub mod turn;
pub mod uploads;
pub mod viewport;
mod window;
pub mod writer;
mod writing;

pub use account::Account;
pub use announcer::Announcer;
pub use attachments::Attachments;
pub use chat::Chat;
pub use conversation::Entry;
pub use doubts::{doubt_id, doubt_in_words, doubt_reason, doubts, is_not_in_source, note_id};
pub use evidence::{EvidenceView, Tab};
pub use library::{Library, LibraryAtHand};
pub use notes::{
    Footnotes, Note, Passage, footnotes, found_in_words, lines_and_text, passages, with_sources,
};
pub use other_turns::OtherTurns;
pub use rendered::{HasInsight, Notices, RenderedPage, ServerNotes};
pub use replaced::ReplacedTurns;
pub use rights::MissingRights;
pub use scope::Choice;
pub use settings::PageSettings;
pub use shared::shared;
use shared::shared_json;
pub use turn::{Progress, Turn};
pub use uploads::FileUploads;
pub use viewport::Viewport;
pub use writer::AnswerWriter;

pub use crate::api::judgement::Judgement;
pub use crate::api::turn::StoredTurn;
