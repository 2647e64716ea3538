//! Leases for work that only one process may do at a time.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::StoreFuture;

/// Name of the lease for reading the folders.
pub const READING_LEASE: &str = "reading";

/// Name of the lease for embedding passages.
pub const EMBEDDING_LEASE: &str = "embedding";

/// Name of the lease for describing images.
pub const DESCRIBING_LEASE: &str = "describing";

/// A lease, held until it is dropped or lost.
pub struct HeldLease {
    #[expect(dead_code, reason = "dropping it gives the lease back")]
    guard: Box<dyn Any + Send>,
    is_lost: Arc<AtomicBool>,
}

impl HeldLease {
    /// A lease that is released when `guard` is dropped.
    pub fn by(guard: impl Any + Send) -> Self {
        Self::until(Arc::default(), guard)
    }

    /// The same, but lost once `is_lost` is set.
    pub fn until(is_lost: Arc<AtomicBool>, guard: impl Any + Send) -> Self {
        Self { guard: Box::new(guard), is_lost }
    }

    /// True as long as no one else can hold the lease.
    pub fn is_held(&self) -> bool {
        !self.is_lost.load(Ordering::Acquire)
    }
}

/// Leases for work done by one process at a time. Another process can take over once the holder has ended or was
/// killed.
pub trait Lease: Send + Sync {
    /// Acquires the lease of this name; `None` while another process holds it.
    fn acquire<'a>(&'a self, name: &'a str) -> StoreFuture<'a, Option<HeldLease>>;
}
