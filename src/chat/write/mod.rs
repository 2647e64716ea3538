//! Answers that a chat model writes: its prompt, and its output as it arrives.

mod prompt;
mod written;

pub(super) use self::prompt::{prompt, with_sources};
pub(super) use self::written::{MAX_ANSWER_BYTES, ModelOutput, Output, TokenStream, WrittenText};
