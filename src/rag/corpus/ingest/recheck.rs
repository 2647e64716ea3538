//! A second look at files that seem unchanged: their contents are compared, a few at a time.

use std::fs::File;
use std::sync::Arc;

use super::{IngestError, Library, blocking};
use crate::rag::corpus::folders::Folders;
use crate::rag::corpus::hash::hash_of;
use crate::rag::corpus::index::{Index, Record, Stamp};

/// Bytes that are read in one round: a folder of 10 GB takes three hours in rounds every 30 seconds.
const MOST_BYTES: u64 = 32 * 1024 * 1024;

/// Compares files with their records, in the order of their paths from the one behind `after` on. Files that
/// differ are read with the next pass. Returns the last path compared, or nothing once all are.
///
/// # Errors
///
/// If a worker thread panics. Files that cannot be read are left to the next pass.
pub async fn recheck(
    library: &Library,
    index: &Arc<Index>,
    after: String,
) -> Result<String, IngestError> {
    let folders = library.folders().clone();
    blocking(index, move |index| Ok(round(&folders, index, &after))).await
}

fn round(folders: &Folders, index: &Index, after: &str) -> String {
    let known: Vec<Arc<Record>> = index.records().iter().cloned().collect();
    let mut read = 0;
    for record in known.iter().filter(|record| record.path.as_str() > after) {
        let (length, is_same) = compare(folders, record);
        if !is_same {
            index.doubt(&record.path);
        }
        read += length;
        if read >= MOST_BYTES {
            return record.path.clone();
        }
    }
    String::new()
}

/// The number of bytes read of a file, and whether its content still has the recorded hash. A file with
/// another stamp is left to the next pass.
fn compare(folders: &Folders, record: &Record) -> (u64, bool) {
    let place = folders.file(&record.path).filter(|_| record.content != 0);
    let Some(file) = place.and_then(|place| File::open(place).ok()) else {
        return (0, true);
    };
    let is_as_read = file.metadata().is_ok_and(|metadata| Stamp::of(&metadata) == record.stamp);
    match hash_of(file, record.stamp.size) {
        Ok((hash, length)) if is_as_read => (length, hash == record.content),
        _ => (0, true),
    }
}
