//! Files of vectors that are written once, and mapped into memory from then on.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use super::rows::{HEAD, Row, Rows};
use crate::rag::corpus::hash::hash_all;
use crate::rag::corpus::index::Mapped;

/// What such a file begins with.
const MAGIC: [u8; 8] = *b"vectors2";

/// The bytes before the first key: that, the length of a vector, their number, and a check of these
/// two and all keys.
const BEGIN: usize = 8 + 8 + 8 + 8;

/// The path of the file with this number beside the one at `path`.
pub(super) fn path(path: &Path, number: u64) -> PathBuf {
    path.with_extension(number.to_string())
}

/// Deletes all such files beside the one at `path`, but for that with this number.
pub(super) fn remove_others(beside: &Path, number: u64) -> io::Result<()> {
    let folder = beside.parent().unwrap_or(Path::new(""));
    for entry in fs::read_dir(folder)? {
        let found = entry?.path();
        let named = found
            .extension()
            .and_then(|ending| ending.to_str()?.parse().ok());
        let is_other =
            named.is_some_and(|named: u64| named != number && found == path(beside, named));
        if is_other && let Err(error) = fs::remove_file(&found) {
            // Some systems keep what is mapped; it is deleted when the files are opened again.
            tracing::debug!(%error, "an old file of vectors cannot be deleted yet");
        }
    }
    Ok(())
}

/// Writes a file that is durable when this returns.
pub(super) fn write<'a>(
    path: &Path,
    dimension: usize,
    rows: impl Iterator<Item = Row<'a>> + Clone,
) -> io::Result<()> {
    // A file that another process may have mapped must not change.
    let file = File::create_new(path)?;
    let mut file = BufWriter::new(file);
    let sizes = sizes(dimension, rows.clone().count());
    let check = hash_all(sizes.iter().chain(rows.clone().flat_map(|row| row.head)));
    file.write_all(&MAGIC)?;
    file.write_all(&sizes)?;
    file.write_all(&check.to_le_bytes())?;
    for row in rows.clone() {
        file.write_all(row.head)?;
    }
    for row in rows.clone() {
        file.write_all(row.coarse)?;
    }
    for row in rows {
        file.write_all(row.rest)?;
    }
    let file = file.into_inner();
    file.map_err(io::IntoInnerError::into_error)?.sync_all()
}

fn sizes(dimension: usize, rows: usize) -> Vec<u8> {
    let sizes = [dimension as u64, rows as u64].map(u64::to_le_bytes);
    sizes.concat()
}

/// The vectors of this length in a file, as far as they are whole.
pub(super) fn open(path: &Path, dimension: usize) -> io::Result<Rows<Mapped>> {
    let file = Mapped::open(path)?;
    Ok(rows(file, dimension).unwrap_or_default())
}

fn rows(file: Mapped, dimension: usize) -> Option<Rows<Mapped>> {
    let (begin, rest) = file.split(BEGIN);
    let (magic, begin) = begin.as_ref().split_first_chunk()?;
    let (sizes, check) = begin.split_at_checked(16)?;
    let (held, number) = sizes.split_first_chunk()?;
    let held = u64::from_le_bytes(*held);
    let number = usize::try_from(u64::from_le_bytes(number.try_into().ok()?)).ok()?;
    if *magic != MAGIC || held != dimension as u64 || dimension == 0 {
        return None;
    }
    let (heads, rest) = rest.split(number.checked_mul(HEAD)?);
    let (coarse, rest) = rest.split(number.checked_mul(dimension)?);
    if hash_all(sizes.iter().chain(heads.as_ref())).to_le_bytes() != check {
        return None;
    }
    // What comes last is cut first.
    let whole = (rest.as_ref().len() / dimension).min(number);
    Some(Rows {
        dimension,
        heads: heads.split(whole * HEAD).0,
        coarse: coarse.split(whole * dimension).0,
        rest: rest.split(whole * dimension).0,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::Key;
    use super::super::small::small;
    use super::*;

    const DIMENSION: usize = 3;

    fn made(count: u8) -> Rows<Vec<u8>> {
        let mut rows = Rows::default();
        for at in 0..count {
            let key = Key {
                id: at.into(),
                text: 7,
            };
            rows.add(&(key, small(&[1.0, f32::from(at), 0.5])));
        }
        rows
    }

    fn all<B: AsRef<[u8]>>(rows: &Rows<B>) -> Vec<(Key, Vec<u8>, Vec<u8>)> {
        let each = rows.iter();
        each.map(|row| (row.key(), row.coarse.to_vec(), row.rest.to_vec()))
            .collect()
    }

    proptest! {
        #[test]
        fn a_file_that_is_cut_anywhere_keeps_what_is_whole(count in 1..20_u8, at: prop::sample::Index) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("vectors.1");
            let rows = made(count);
            write(&path, DIMENSION, rows.iter()).unwrap();
            prop_assert_eq!(all(&open(&path, DIMENSION).unwrap()), all(&rows));
            prop_assert_eq!(open(&path, DIMENSION + 1).unwrap().len(), 0);
            let bytes = fs::read(&path).unwrap();
            let at = at.index(bytes.len());
            let cut = folder.path().join("vectors.2");
            fs::write(&cut, &bytes[..at]).unwrap();
            let lost = (bytes.len() - at).div_ceil(DIMENSION);
            let whole = usize::from(count).saturating_sub(lost);
            prop_assert_eq!(all(&open(&cut, DIMENSION).unwrap()), &all(&rows)[..whole]);
        }

        #[test]
        fn a_file_with_any_other_content_is_opened_too(
            at: prop::sample::Index, byte: u8, numbers in prop::collection::vec(any::<u64>(), 4),
        ) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("vectors.1");
            let rows = made(9);
            write(&path, DIMENSION, rows.iter()).unwrap();
            let mut bytes = fs::read(&path).unwrap();
            let at = at.index(bytes.len());
            bytes[at] = byte;
            let hit = folder.path().join("vectors.2");
            fs::write(&hit, &bytes).unwrap();
            // A key is right, or none is.
            let keys = |rows: &Rows<Mapped>| rows.iter().map(|row| row.key()).collect::<Vec<_>>();
            let (before, after) = (open(&path, DIMENSION).unwrap(), open(&hit, DIMENSION).unwrap());
            prop_assert!(after.len() == 0 || keys(&after) == keys(&before));
            let mut odd = MAGIC.to_vec();
            odd.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
            let other = folder.path().join("vectors.3");
            fs::write(&other, odd).unwrap();
            prop_assert_eq!(open(&other, DIMENSION).unwrap().len(), 0);
        }
    }

    #[test]
    fn a_file_that_is_there_is_not_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("vectors.1");
        fs::write(&path, "mapped by somebody").unwrap();
        assert!(write(&path, DIMENSION, std::iter::empty()).is_err());
    }
}
