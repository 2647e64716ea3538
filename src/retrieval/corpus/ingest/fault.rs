//! Faults of files that cannot be read: those that last, and those that may pass.

use footnote_documents::extract::ExtractError;

/// The fault of a file that cannot be read, in words for its reader.
pub(super) enum ReadFault {
    /// Something around it: it may be readable the next time.
    Transient(String),
    /// The file itself.
    Permanent(String),
}

impl ReadFault {
    /// The fault of a document. A reader that ends over it may have lacked time or memory that others took: unless
    /// it `is_first`, that lasts.
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
