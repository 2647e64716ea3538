//! Exports conversations: a tree of a conversation with its footnotes, and writers of several formats.

pub mod docx;
mod file_name;
pub mod html;
pub mod markdown;
mod note;
mod numbering;
mod paper;
#[cfg(test)]
mod tests;
pub mod wording;

pub use file_name::file_name;
pub use note::PaperNote;
pub use paper::{Paper, PaperAnswer, PaperTurn};
