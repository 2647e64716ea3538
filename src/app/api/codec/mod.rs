//! The encodings of the doors: JSON in, JSON or JSON Lines out, and errors as the protocol has them.

mod answer;
mod arguments;
mod error;
mod lines;

pub use answer::AnswerStream;
pub use arguments::{JsonArguments, JsonBody};
pub use error::{JsonError, PageError};
pub use lines::{JsonLines, StatusStream, ValueStream};

/// The refusal of a body that the door cannot read.
const INVALID_BODY: &str = "the body is not valid JSON of the expected shape";
