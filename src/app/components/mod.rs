//! The parts of the page, one component each; the style of each has the same name in `style/components`.

pub mod announcements;
pub mod answer;
pub mod checks;
pub mod chip;
pub mod composer;
pub mod conversations;
pub mod document;
pub mod evidence;
pub mod failure;
pub mod followups;
pub mod header;
pub mod keys;
pub mod listing;
pub mod mark;
pub mod markdown;
pub mod notes;
pub mod passages;
pub mod settings;
pub mod thought;
pub mod thoughts;
pub mod transcript;
pub mod turn;
pub mod welcome;
pub mod why_not;

pub use announcements::Announcements;
pub use composer::Composer;
pub use conversations::Conversations;
pub use evidence::Evidence;
pub use header::Header;
pub use keys::Keys;
pub use settings::SettingsDialog;
pub use transcript::Transcript;
