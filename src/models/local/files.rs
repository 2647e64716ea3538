//! The JSON files of a model's folder.

use std::path::Path;
use std::{fs, io};

use serde::de::DeserializeOwned;

use super::error::LocalError;

/// The content of a file that must be there.
///
/// # Errors
///
/// If it cannot be read, or is not of this form.
pub(super) fn json<T: DeserializeOwned>(file: &Path) -> Result<T, LocalError> {
    let bytes = fs::read(file).map_err(|error| LocalError::File(file.to_owned(), error))?;
    serde_json::from_slice(&bytes).map_err(|error| LocalError::content(file, error.to_string()))
}

/// The content of a file that may be missing.
///
/// # Errors
///
/// If it is there, and cannot be read or is not of this form.
pub(super) fn optional<T: DeserializeOwned>(file: &Path) -> Result<Option<T>, LocalError> {
    match json(file) {
        Ok(content) => Ok(Some(content)),
        Err(LocalError::File(_, error)) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
