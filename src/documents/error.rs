//! Errors of files that cannot be read, worded for readers.

use serde::{Deserialize, Serialize};

/// The error of a file that cannot be read. It reads as the end of a sentence that begins with the file's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum ExtractError {
    /// The file is empty, or has only whitespace.
    #[error("is empty")]
    Empty,
    /// The name promises one format, but the content is something else.
    #[error("is not what its file extension says")]
    Mislabelled,
    /// The name says text, but the content is something else.
    #[error("is not text, although its name says so")]
    NotText,
    /// A password is needed.
    #[error("is protected by a password")]
    Protected,
    /// The format was recognised, but the file is damaged.
    #[error("is damaged and cannot be read")]
    Damaged,
    /// The process that read it crashed: most likely the file is damaged.
    #[error("stopped the program that read it, and is probably damaged")]
    Died,
    /// It was read and has no text; its pages may be scans.
    #[error(
        "contains no text; if it is a scan, it is read in the background where tesseract-ocr is installed"
    )]
    NoText,
    /// It was read and has no text.
    #[error("contains no text")]
    NoWords,
    /// It has text, but its characters cannot be determined.
    #[error(
        "has text whose fonts do not tell its characters; text recognition (OCR) makes it readable"
    )]
    NoCharacters,
    /// Reading it took too long.
    #[error("took longer than 30 seconds")]
    TooSlow,
    /// Reading it took too much memory, or the text is too long.
    #[error("needs more memory than allowed")]
    TooLarge,
    /// Too many files are enclosed in one.
    #[error("was skipped: only the first 1,000 attachments of a file are read")]
    TooMany,
    /// The format is unknown.
    #[error(
        "has an unsupported format; if it is an old Office file, save it as .docx, .xlsx or .pptx"
    )]
    Unsupported,
    /// An image.
    #[error("is an image without text")]
    Image,
    /// The child process could not be started: a fault of the installation, not of the file.
    #[error("could not be read because the reading process did not start")]
    NotStarted,
}

impl ExtractError {
    /// All errors.
    pub const ALL: [Self; 15] = [
        Self::Empty,
        Self::Mislabelled,
        Self::NotText,
        Self::Protected,
        Self::Damaged,
        Self::Died,
        Self::NoText,
        Self::NoWords,
        Self::NoCharacters,
        Self::TooSlow,
        Self::TooLarge,
        Self::TooMany,
        Self::Unsupported,
        Self::Image,
        Self::NotStarted,
    ];

    /// Errors that may be temporary: reading the file again may succeed.
    const PASSING: [Self; 4] = [Self::Died, Self::TooSlow, Self::TooLarge, Self::NotStarted];

    /// Returns true if a file with this error may be readable the next time.
    pub fn may_pass(reason: &str) -> bool {
        let known = Self::ALL.iter().find(|error| error.to_string() == reason);
        known.is_none_or(|error| Self::PASSING.contains(error))
    }
}

#[cfg(test)]
mod tests {
    use super::ExtractError;

    #[test]
    fn a_file_may_be_read_the_next_time_where_the_reading_lacked_something() {
        for error in [ExtractError::TooSlow, ExtractError::TooLarge, ExtractError::Died] {
            assert!(ExtractError::may_pass(&error.to_string()), "{error}");
        }
        assert!(ExtractError::may_pass("was changed while it was read"));
        for error in [ExtractError::NoText, ExtractError::Unsupported, ExtractError::Empty] {
            assert!(!ExtractError::may_pass(&error.to_string()), "{error}");
        }
    }
}
