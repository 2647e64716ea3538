//! Documents extracted from their enclosing files, to be opened and downloaded.

use std::fs::File;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use footnote_documents::Stamp;
use tokio::sync::Semaphore;

use super::unpack;

/// Maximum number of cached files. They are cached because a browser requests a file in many parts.
const MAX_CACHED: usize = 8;

/// Maximum number of files unpacked at once.
const AT_ONCE: usize = 2;

/// Maximum time to wait for a turn.
const TIMEOUT: Duration = Duration::from_secs(30);

static PERMITS: Semaphore = Semaphore::const_new(AT_ONCE);

/// The files extracted last. They have no name in the file system, so none outlives the process.
static CACHE: Mutex<Vec<(Key, Arc<File>)>> = Mutex::new(Vec::new());

/// The path of a file, its state, and a path inside it.
type Key = (String, Stamp, String);

/// The document at the second of `paths` inside `file`, which is called by the first of them, as a file of its own;
/// `None` if it does not exist. `program` reads the file.
pub async fn take(
    file: File,
    stamp: Stamp,
    [path, within]: [&str; 2],
    program: &Path,
) -> Option<Arc<File>> {
    let key = (path.to_owned(), stamp, within.to_owned());
    let turn = tokio::time::timeout(TIMEOUT, PERMITS.acquire()).await;
    let _turn = turn.ok()?.ok()?;
    if let Some(cached) = cached(&key) {
        return Some(cached);
    }
    let out = tempfile::tempfile().ok()?;
    let files = [file, out.try_clone().ok()?];
    if let Err(error) = unpack(program, path, within, files).await {
        tracing::warn!(path, within, %error, "an attachment cannot be taken out");
        return None;
    }
    let taken = Arc::new(out);
    let mut all = all();
    all.insert(0, (key, Arc::clone(&taken)));
    all.truncate(MAX_CACHED);
    Some(taken)
}

/// Returns the file with this key, which becomes the last to be evicted.
fn cached(key: &Key) -> Option<Arc<File>> {
    let mut all = all();
    let at = all.iter().position(|(cached, _)| cached == key)?;
    let one = all.remove(at);
    let file = Arc::clone(&one.1);
    all.insert(0, one);
    Some(file)
}

fn all() -> MutexGuard<'static, Vec<(Key, Arc<File>)>> {
    CACHE.lock().unwrap_or_else(PoisonError::into_inner)
}
