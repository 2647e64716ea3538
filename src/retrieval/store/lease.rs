//! Work that one process does at a time, whichever engine tells the processes apart.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::StoreFuture;

/// The name of the work of reading the folders.
pub const READING_LEASE: &str = "reading";

/// The name of the work of embedding passages.
pub const EMBEDDING_LEASE: &str = "embedding";

/// The name of the work of describing images.
pub const DESCRIBING_LEASE: &str = "describing";

/// A lease that is held until it is dropped, or lost.
pub struct HeldLease {
    #[expect(dead_code, reason = "dropping it gives the lease back")]
    guard: Box<dyn Any + Send>,
    is_lost: Arc<AtomicBool>,
}

impl HeldLease {
    /// A lease that is given back when `guard` is dropped.
    pub fn by(guard: impl Any + Send) -> Self {
        Self::until(Arc::default(), guard)
    }

    /// The same, which is lost once `is_lost` becomes true.
    pub fn until(is_lost: Arc<AtomicBool>, guard: impl Any + Send) -> Self {
        Self { guard: Box::new(guard), is_lost }
    }

    /// True as long as nobody else can have it.
    pub fn is_held(&self) -> bool {
        !self.is_lost.load(Ordering::Acquire)
    }
}

/// Leases for work that is done by one process at a time, and by another once that has ended or was killed.
pub trait Lease: Send + Sync {
    /// Takes the lease of this name; `None` while another has it.
    fn acquire<'a>(&'a self, name: &'a str) -> StoreFuture<'a, Option<HeldLease>>;
}
