//! Errors of folders without a usable model.

use std::io;
use std::path::PathBuf;

/// Error of a folder that cannot be used as a model.
#[derive(Debug, thiserror::Error)]
pub enum LocalError {
    /// A file is missing or cannot be read.
    #[error("the model's file {0} cannot be read")]
    File(PathBuf, #[source] io::Error),
    /// A file with unexpected content.
    #[error("the model's file {file} cannot be used: {why}")]
    Content {
        /// The file.
        file: PathBuf,
        /// The reason.
        why: String,
    },
    /// An unsupported kind of model.
    #[error(
        "the model's file {file} says {what}, which is not known here: use a model of \
         the BERT family, such as all-MiniLM-L6-v2, bge-small or e5-small"
    )]
    Unknown {
        /// The file.
        file: PathBuf,
        /// The unsupported part.
        what: String,
    },
}

impl LocalError {
    /// An error about the content of a file.
    pub(super) fn content(file: impl Into<PathBuf>, why: impl Into<String>) -> Self {
        Self::Content { file: file.into(), why: why.into() }
    }
}
