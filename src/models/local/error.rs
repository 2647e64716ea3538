//! Errors of folders that cannot be used as a model.

use std::io;
use std::path::PathBuf;

/// The error of a folder without a model that can be used here.
#[derive(Debug, thiserror::Error)]
pub enum LocalError {
    /// A file is missing or cannot be read.
    #[error("the model's file {0} cannot be read")]
    File(PathBuf, #[source] io::Error),
    /// A file holds something else than it should.
    #[error("the model's file {file} cannot be used: {why}")]
    Content {
        /// The file.
        file: PathBuf,
        /// The fault in it.
        why: String,
    },
    /// The model is of a kind that is not known here.
    #[error(
        "the model's file {file} says {what}, which is not known here: use a model of \
         the BERT family, such as all-MiniLM-L6-v2, bge-small or e5-small"
    )]
    Unknown {
        /// The file.
        file: PathBuf,
        /// The part that is not known.
        what: String,
    },
}

impl LocalError {
    /// A file with something in it that is not right.
    pub(super) fn content(file: impl Into<PathBuf>, why: impl Into<String>) -> Self {
        Self::Content { file: file.into(), why: why.into() }
    }
}
