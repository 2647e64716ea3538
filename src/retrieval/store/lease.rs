//! Work that one process does at a time, whichever engine tells the processes apart.

use std::any::Any;

use super::StoreFuture;

/// The name of the work of reading the folders.
pub const READING_LEASE: &str = "reading";

/// A lease that is held until it is dropped.
pub struct HeldLease(
    #[expect(dead_code, reason = "dropping it gives the lease back")] Box<dyn Any + Send>,
);

impl HeldLease {
    /// A lease that is given back when `guard` is dropped.
    pub fn by(guard: impl Any + Send) -> Self {
        Self(Box::new(guard))
    }
}

/// Leases for work that is done by one process at a time, and by another once that has ended or was killed.
pub trait Lease: Send + Sync {
    /// Takes the lease of this name; `None` while another has it.
    fn acquire<'a>(&'a self, name: &'a str) -> StoreFuture<'a, Option<HeldLease>>;
}
