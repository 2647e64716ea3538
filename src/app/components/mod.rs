//! The parts of the page, one component each; the style of each has the same name in `style/components`.

mod announcements;
mod answer;
mod composer;
mod conversations;
mod document;
mod evidence;
mod failure;
mod followups;
mod header;
mod keys;
mod mark;
mod markdown;
mod notes;
mod passages;
mod settings;
mod thought;
mod thoughts;
mod transcript;
mod turn;
mod welcome;

pub use announcements::Announcements;
pub use composer::Composer;
pub use conversations::Conversations;
pub use evidence::Evidence;
pub use header::Header;
pub use keys::Keys;
pub use settings::SettingsDialog;
pub use transcript::Transcript;
