//! Locks that one process has at a time.

use std::fs::{File, TryLockError};
use std::io;
use std::time::{Duration, Instant};

/// Time that another process may take to let go: one that was killed a moment ago is still being cleared
/// away.
const TIMEOUT: Duration = Duration::from_secs(2);

/// The pause between two tries.
const BETWEEN_TRIES: Duration = Duration::from_millis(50);

/// Takes the lock of `file`; `false` if another process keeps it for two seconds. Blocks.
///
/// # Errors
///
/// If the file cannot be locked at all.
pub(super) fn acquire(file: &File) -> io::Result<bool> {
    let begun = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(true),
            Err(TryLockError::Error(error)) => return Err(error),
            Err(TryLockError::WouldBlock) if begun.elapsed() > TIMEOUT => return Ok(false),
            Err(TryLockError::WouldBlock) => std::thread::sleep(BETWEEN_TRIES),
        }
    }
}
