//! A second check of files that seem unchanged: compares their contents, a few at a time.

use footnote_documents::Record;
use footnote_documents::hash::hash_of;
use footnote_store::{Access, Stores};

use super::{IngestError, Library};
use crate::folders::Folders;

/// Number of bytes read per round: with a round every 30 seconds, a folder of 10 GB takes three hours.
const MAX_BYTES: u64 = 32 * 1024 * 1024;

/// Number of records requested at a time.
const RECORD_BATCH: usize = 100;

/// Compares files with their records in the order of their paths, starting after `after`. Files that differ are read in
/// the next pass. Returns the last path compared, or an empty string after the last file.
///
/// # Errors
///
/// Fails if the records cannot be read or a worker thread panics. Unreadable files are left to the next pass.
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
            if read >= MAX_BYTES {
                return Ok(after);
            }
        }
    }
}

/// Number of bytes read of a file, and whether its content still has the recorded hash. A file with a new stamp is left
/// to the next pass.
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
