//! File locks held by one process at a time.

use std::fs::{File, TryLockError};
use std::io;
use std::time::{Duration, Instant};

/// Time to wait for another process to release the lock: a process killed a moment ago may still be exiting.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Interval between attempts.
const BETWEEN_TRIES: Duration = Duration::from_millis(50);

/// Acquires the lock of `file`; returns false if another process holds it for two seconds. Blocks the thread.
///
/// # Errors
///
/// Fails if the file does not support locks.
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
