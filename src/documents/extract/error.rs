//! Errors of files that cannot be read, worded for their readers.

use serde::{Deserialize, Serialize};

/// The error of a file that cannot be read; it reads as the end of a sentence that begins with the file's
/// name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum ExtractError {
    /// There are no bytes, or nothing but whitespace.
    #[error("is empty")]
    Empty,
    /// The name promises one format, the content is none of it.
    #[error("is not what its file extension says")]
    Mislabelled,
    /// The name says text, the content is something else.
    #[error("is not text, although its name says so")]
    NotText,
    /// A password is needed.
    #[error("is protected by a password")]
    Protected,
    /// It was recognised, but is broken.
    #[error("is damaged and cannot be read")]
    Damaged,
    /// The process that read it ended over it: most likely it is broken.
    #[error("stopped the program that read it, and is probably damaged")]
    Died,
    /// It was read, and there is no text; its pages may be pictures of text.
    #[error(
        "contains no text; if it is a scan, it is read in the background where tesseract-ocr is installed"
    )]
    NoText,
    /// It was read, and there is no text.
    #[error("contains no text")]
    NoWords,
    /// It has text, of which nothing tells the characters.
    #[error(
        "has text whose fonts do not tell its characters; text recognition (OCR) makes it readable"
    )]
    NoCharacters,
    /// The time was up.
    #[error("took longer than 30 seconds")]
    TooSlow,
    /// The memory was used up, or the text is too long.
    #[error("needs more memory than allowed")]
    TooLarge,
    /// Too many are enclosed in one file.
    #[error("was skipped: only the first 1,000 attachments of a file are read")]
    TooMany,
    /// The format is unknown.
    #[error(
        "has an unsupported format; if it is an old Office file, save it as .docx, .xlsx or .pptx"
    )]
    Unsupported,
    /// A picture.
    #[error("is an image without text")]
    Image,
    /// The child process could not be started: a fault of the installation, not of the file.
    #[error("could not be read because the reading process did not start")]
    NotStarted,
}

impl ExtractError {
    /// All of them.
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

    /// The errors that are not the file's own: reading it again may end otherwise.
    const PASSING: [Self; 4] = [Self::Died, Self::TooSlow, Self::TooLarge, Self::NotStarted];

    /// True if a file that was not read for this reason may be read the next time.
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
