//! Answers that a chat model writes: its prompt, and its words as they come.

mod first;
mod prompt;
mod written;

pub(super) use self::first::first_prompt;
pub(super) use self::written::{ModelOutput, WrittenText};
