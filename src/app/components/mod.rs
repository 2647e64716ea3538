//! The parts of the page, one component each, in folders that mirror the page. The style of a component has the same
//! name in `style/components`.

pub mod ahead;
pub mod answer;
pub mod chip;
pub mod click;
pub mod composer;
pub mod conversations;
pub mod documents;
pub mod drop;
pub mod evidence;
pub mod file_group;
pub mod header;
pub mod late;
pub mod listing;
pub mod page_name;
pub mod scope;
pub mod settings;
pub mod speech;
pub mod viewer;

pub use answer::announcements::Announcements;
pub use composer::Composer;
pub use composer::keys::Keys;
pub use conversations::Conversations;
pub use conversations::transcript::Transcript;
pub use drop::DropSheet;
pub use evidence::Evidence;
pub use header::Header;
pub use settings::SettingsDialog;
