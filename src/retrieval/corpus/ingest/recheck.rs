//! A second check of files that seem unchanged: their contents are compared, a few at a time.

use footnote_documents::Record;
use footnote_documents::hash::hash_of;

use super::{IngestError, Library};
use crate::corpus::folders::Folders;
use crate::store::{Access, Stores};

/// Bytes that are read in one round: a folder of 10 GB takes three hours in rounds every 30 seconds.
const MOST_BYTES: u64 = 32 * 1024 * 1024;

/// The records that are asked for at once.
const RECORD_BATCH: usize = 100;

/// Compares files with their records, in the order of their paths from the one behind `after` on. Files that
/// differ are read with the next pass. Returns the last path compared, or nothing once all are.
///
/// # Errors
///
/// If the records cannot be read, or a worker thread panics. Files that cannot be read are left to the next pass.
pub async fn recheck(
    library: &Library,
    stores: &Stores,
    mut after: String,
) -> Result<String, IngestError> {
    let mut read = 0;
    loop {
        let records = stores.catalog.after(&after, RECORD_BATCH, Access::Full).await?;
        if records.is_empty() {
            return Ok(String::new());
        }
        for record in records {
            let (folders, path) = (library.folders().clone(), record.path.clone());
            let compared = tokio::task::spawn_blocking(move || compare(&folders, &record)).await?;
            let (length, is_same) = compared;
            if !is_same {
                stores.writer.mark_stale(&path).await?;
            }
            read += length;
            after = path;
            if read >= MOST_BYTES {
                return Ok(after);
            }
        }
    }
}

/// The number of bytes read of a file, and whether its content still has the recorded hash. A file with
/// another stamp is left to the next pass.
fn compare(folders: &Folders, record: &Record) -> (u64, bool) {
    if record.content == 0 {
        return (0, true);
    }
    let Ok(Some(file)) = folders.open(&record.path) else {
        return (0, true);
    };
    let is_as_read = file.metadata().is_ok_and(|metadata| record.stamp.is_of(&metadata));
    match hash_of(file, record.stamp.size) {
        Ok((hash, length)) if is_as_read => (length, hash == record.content),
        _ => (0, true),
    }
}
