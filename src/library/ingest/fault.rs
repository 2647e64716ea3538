//! Faults of files that could not be read: permanent ones, and temporary ones.

use footnote_documents::ExtractError;

/// The fault for which a file could not be read, in words for the reader.
pub(super) enum ReadFault {
    /// An external problem: a retry may succeed.
    Transient(String),
    /// A problem of the file itself.
    Permanent(String),
}

impl ReadFault {
    /// The reason behind an extraction error. A crashed child process may have lacked time or memory because others
    /// used it, so the error counts as permanent only if the document has failed before, that is unless `is_first`.
    pub(super) fn of(error: ExtractError, is_first: bool) -> Self {
        match error {
            ExtractError::NotStarted => Self::Transient(error.to_string()),
            ExtractError::TooSlow | ExtractError::TooLarge | ExtractError::Died if is_first => {
                Self::Transient(error.to_string())
            }
            _ => Self::Permanent(error.to_string()),
        }
    }
}
