//! Encodings of the server functions: JSON in, JSON or JSON Lines out, and the protocol's errors.

mod answer;
mod arguments;
mod error;
mod lines;

pub use answer::AnswerStream;
pub use arguments::{JsonArguments, JsonBody};
pub use error::{JsonError, PageError};
pub use lines::{JsonLines, StatusStream, ValueStream};

/// The error for an invalid body.
const INVALID_BODY: &str = "the body is not valid JSON of the expected shape";
