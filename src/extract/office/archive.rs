//! A ZIP archive whose files are unpacked in memory, within limits.

use std::borrow::Cow;
use std::io::{Cursor, ErrorKind, Read as _};

use encoding_rs::{Encoding, UTF_8};
use zip::ZipArchive;
use zip::result::ZipError;

use crate::ExtractError;

/// The first bytes of every archive with files.
const MAGIC: &[u8] = b"PK\x03\x04";

/// Maximum number of files in an archive. Presentations with a thousand slides have some ten thousand.
const MAX_FILES: usize = 50_000;

/// Maximum total size that an archive may declare. It is far more than fits into memory.
const MAX_DECLARED_BYTES: u64 = 1 << 30;

/// Maximum number of bytes unpacked from one archive, all files together.
const MAX_UNPACKED_BYTES: u64 = 100 << 20;

/// An archive, and how much of it may still be unpacked.
pub(crate) struct Archive<'a> {
    files: ZipArchive<Cursor<&'a [u8]>>,
    left: u64,
}

impl<'a> Archive<'a> {
    /// Returns true if the bytes begin like an archive.
    pub(crate) fn begins(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// Opens an archive.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are not an archive, or a malicious one: its files are too many or too large, or overlap.
    pub(crate) fn open(bytes: &'a [u8]) -> Result<Self, ExtractError> {
        let mut files = ZipArchive::new(Cursor::new(bytes)).map_err(|_| ExtractError::Damaged)?;
        if files.len() > MAX_FILES {
            return Err(ExtractError::TooLarge);
        }
        let mut stated = 0_u64;
        for at in 0..files.len() {
            let file = files.by_index_raw(at).map_err(|_| ExtractError::Damaged)?;
            stated = stated.saturating_add(file.size());
        }
        if stated > MAX_DECLARED_BYTES {
            return Err(ExtractError::TooLarge);
        }
        if files.has_overlapping_files().unwrap_or(true) {
            return Err(ExtractError::Damaged);
        }
        let left = MAX_UNPACKED_BYTES;
        Ok(Self { files, left })
    }

    /// Returns true if there are files in a folder.
    pub(crate) fn has_folder(&self, folder: &str) -> bool {
        let mut names = self.files.file_names_raw();
        names.any(|name| name.starts_with(folder.as_bytes()))
    }

    /// Returns the names of all files and folders.
    pub(crate) fn names(&self) -> Vec<String> {
        self.files.file_names().flatten().map(Cow::into_owned).collect()
    }

    /// Returns the bytes of a file; `None` if there is no file with this name.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be unpacked, or exceeds what may still be unpacked.
    pub(crate) fn bytes(&mut self, name: &str) -> Result<Option<Vec<u8>>, ExtractError> {
        let file = match self.files.by_name(name) {
            Ok(file) => file,
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(error) => return Err(extract_error(&error)),
        };
        let stated = file.size();
        self.left = self.left.checked_sub(stated).ok_or(ExtractError::TooLarge)?;
        let mut bytes = Vec::with_capacity(usize::try_from(stated).unwrap_or_default());
        // Honest archives never contain more than they declare.
        let read = file.take(stated + 1).read_to_end(&mut bytes);
        read.map_err(|error| match error.kind() {
            ErrorKind::OutOfMemory => ExtractError::TooLarge,
            _ => ExtractError::Damaged,
        })?;
        let is_honest = u64::try_from(bytes.len()).is_ok_and(|size| size <= stated);
        is_honest.then_some(Some(bytes)).ok_or(ExtractError::Damaged)
    }

    /// Returns a file as text; `None` if there is no file with this name.
    ///
    /// # Errors
    ///
    /// The same as for [`Self::bytes`].
    pub(crate) fn text(&mut self, name: &str) -> Result<Option<String>, ExtractError> {
        let bytes = self.bytes(name)?;
        Ok(bytes.map(|bytes| {
            let encoding = Encoding::for_bom(&bytes).map_or(UTF_8, |(encoding, _)| encoding);
            encoding.decode(&bytes).0.into_owned()
        }))
    }
}

fn extract_error(error: &ZipError) -> ExtractError {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) | ZipError::InvalidPassword => {
            ExtractError::Protected
        }
        _ => ExtractError::Damaged,
    }
}
