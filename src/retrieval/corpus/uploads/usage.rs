//! The bytes of uploads that are coming in to this machine.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The bytes of all of them.
#[derive(Clone, Debug, Default)]
pub(super) struct IncomingTotal(Arc<AtomicU64>);

/// The bytes of one of them so far, counted until it is dropped.
#[derive(Debug)]
pub(super) struct IncomingBytes {
    total: IncomingTotal,
    bytes: u64,
}

impl IncomingTotal {
    /// The bytes so far.
    pub(super) fn bytes(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// One that has no bytes yet.
    pub(super) fn begin(&self) -> IncomingBytes {
        IncomingBytes { total: self.clone(), bytes: 0 }
    }
}

impl IncomingBytes {
    /// The bytes so far.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Adds some.
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
