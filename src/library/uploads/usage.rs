//! Counts the bytes of uploads in progress on this machine.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Total number of bytes of all uploads in progress.
#[derive(Clone, Debug, Default)]
pub(super) struct IncomingTotal(Arc<AtomicU64>);

/// Number of bytes of one upload so far; subtracted on drop.
#[derive(Debug)]
pub(super) struct IncomingBytes {
    total: IncomingTotal,
    bytes: u64,
}

impl IncomingTotal {
    /// The total so far.
    pub(super) fn bytes(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Starts counting an upload.
    pub(super) fn begin(&self) -> IncomingBytes {
        IncomingBytes { total: self.clone(), bytes: 0 }
    }
}

impl IncomingBytes {
    /// Number of bytes so far.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Adds bytes.
    pub(super) fn add(&mut self, bytes: u64) {
        self.bytes += bytes;
        self.total.0.fetch_add(bytes, Ordering::Relaxed);
    }
}

impl Drop for IncomingBytes {
    fn drop(&mut self) {
        self.total.0.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}
