//! Replacing a file that others may be reading.

use std::io::{self, Write as _};
use std::path::Path;

use tempfile::NamedTempFile;

/// Gives the file at `place` this content. The content is written beside it and renamed, so concurrent readers see the
/// former content or the new one, never a part. A file that already has this content is left alone.
///
/// # Errors
///
/// Fails if it has no folder, or cannot be written.
pub fn replace(place: &Path, content: &[u8]) -> io::Result<()> {
    if std::fs::read(place).is_ok_and(|held| held == content) {
        return Ok(());
    }
    let folder = place.parent().ok_or(io::ErrorKind::InvalidInput)?;
    let mut file = NamedTempFile::new_in(folder)?;
    file.write_all(content)?;
    // Otherwise, a power failure could leave the new name without its content.
    file.as_file().sync_all()?;
    file.persist(place)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::MetadataExt as _;

    use super::*;

    #[test]
    fn a_file_is_replaced_as_a_whole_and_only_by_another_content() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join(".access");
        let number = || fs::metadata(&place).unwrap().ino();
        replace(&place, b"user: alice\n").unwrap();
        // Held open so that its inode number is not reused.
        let (first, _held) = (number(), fs::File::open(&place).unwrap());
        replace(&place, b"user: alice\n").unwrap();
        assert_eq!(number(), first, "the same content is not written again");
        replace(&place, b"public\n").unwrap();
        assert_ne!(number(), first, "whoever reads the former one reads it to its end");
        assert_eq!(fs::read(&place).unwrap(), b"public\n");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
    }
}
