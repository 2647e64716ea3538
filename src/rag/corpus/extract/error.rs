//! Why a file cannot be read, in words for its reader.

use serde::{Deserialize, Serialize};

/// Why a file cannot be read; each reads as the end of a sentence that begins with its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum ExtractError {
    /// There are no bytes, or nothing but whitespace.
    #[error("is empty")]
    Empty,
    /// The name ends in `.pdf`, the content does not begin like one.
    #[error("is not a PDF although its name says so")]
    NotPdf,
    /// The name says text, the content is something else.
    #[error("is not text although its name says so")]
    NotText,
    /// A password is needed.
    #[error("is protected by a password")]
    Protected,
    /// It was recognised, but is broken.
    #[error("is damaged and cannot be read")]
    Damaged,
    /// It was read, and there is no text.
    #[error("contains no text; it may be a scan")]
    NoText,
    /// The time was up.
    #[error("took longer than 30 seconds")]
    TooSlow,
    /// The memory was used up, or the text is too long.
    #[error("needs more memory than allowed")]
    TooLarge,
    /// The extension is unknown.
    #[error("has a format that is not supported")]
    Unsupported,
    /// The child process could not be started: a fault of the installation, not of the file.
    #[error("could not be read because the reading process did not start")]
    NotStarted,
}
