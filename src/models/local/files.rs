//! Reads the JSON files in a model's folder.

use std::path::Path;
use std::{fs, io};

use serde::de::DeserializeOwned;

use super::error::LocalError;

/// Reads a required file.
///
/// # Errors
///
/// Fails if the file cannot be read or parsed.
pub(super) fn json<T: DeserializeOwned>(file: &Path) -> Result<T, LocalError> {
    let bytes = fs::read(file).map_err(|error| LocalError::File(file.to_owned(), error))?;
    serde_json::from_slice(&bytes).map_err(|error| LocalError::content(file, error.to_string()))
}

/// Reads an optional file.
///
/// # Errors
///
/// Fails if the file exists but cannot be read or parsed.
pub(super) fn optional<T: DeserializeOwned>(file: &Path) -> Result<Option<T>, LocalError> {
    match json(file) {
        Ok(content) => Ok(Some(content)),
        Err(LocalError::File(_, error)) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
