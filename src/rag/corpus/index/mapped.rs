//! Files mapped into memory: only the parts that are looked at take up room.

use std::io;
use std::path::Path;

use tantivy::directory::error::OpenReadError;
use tantivy::directory::{Directory as _, MmapDirectory, OwnedBytes};

/// A file, or a part of one, mapped into memory.
///
/// The file must never be written again, nor cut; it may be deleted where the system lets it be.
#[derive(Clone, Debug)]
pub struct Mapped(OwnedBytes);

impl Mapped {
    /// Maps the file at `path`.
    ///
    /// # Errors
    ///
    /// When there is none, or it cannot be read.
    pub fn open(path: &Path) -> io::Result<Self> {
        let folder = path.parent().unwrap_or(Path::new(""));
        let name = path.file_name().unwrap_or_default();
        let folder = MmapDirectory::open(folder).map_err(io::Error::other)?;
        let file = folder.open_read(Path::new(name));
        let file = file.map_err(|error| match error {
            OpenReadError::FileDoesNotExist(_) => io::ErrorKind::NotFound.into(),
            error => io::Error::other(error),
        })?;
        file.read_bytes().map(Self)
    }

    /// The first so many bytes, or as many as there are, and the others.
    pub fn split(self, at: usize) -> (Self, Self) {
        let at = at.min(self.0.len());
        let (first, others) = self.0.split(at);
        (Self(first), Self(others))
    }
}

impl AsRef<[u8]> for Mapped {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Default for Mapped {
    fn default() -> Self {
        Self(OwnedBytes::empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_seen_as_it_is_even_when_it_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        std::fs::write(&path, "tea at four").unwrap();
        let mapped = Mapped::open(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        let (first, others) = mapped.split(3);
        assert_eq!(
            (first.as_ref(), others.as_ref()),
            (&b"tea"[..], &b" at four"[..])
        );
        assert!(others.split(99).1.as_ref().is_empty());
        std::fs::write(&path, "").unwrap();
        assert!(Mapped::open(&path).unwrap().as_ref().is_empty());
        let missing = Mapped::open(&folder.path().join("other")).unwrap_err();
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
    }
}
