//! Leases by advisory locks, each on a connection of its own. A lease ends with its holder.

use std::sync::Arc;

use footnote_documents::hash::hash;
use footnote_store::{HeldLease, Lease, StoreError, StoreFuture};

use crate::Documents;
use crate::error::failure;
use crate::held::HeldTransaction;
use crate::parameters::p;

impl Lease for Documents {
    fn acquire<'a>(&'a self, name: &'a str) -> StoreFuture<'a, Option<HeldLease>> {
        Box::pin(self.lock(name))
    }
}

impl Documents {
    /// Returns the lock lasts as long as its transaction. The transaction does nothing else, so it blocks nothing else.
    async fn lock(&self, name: &str) -> Result<Option<HeldLease>, StoreError> {
        let held = HeldTransaction::begin(&self.database).await?;
        let number = self.lock_number(name);
        let lock = "SELECT pg_try_advisory_xact_lock($1)";
        let row = held.client.query_typed_one(lock, &[p(&number)]).await.map_err(failure)?;
        let is_lost = Arc::clone(&held.is_lost);
        Ok(row.get::<_, bool>(0).then(|| HeldLease::until(is_lost, held)))
    }

    /// Returns the number of the lock with this name. Machines of another analysis have documents, and so locks, of
    /// their own.
    pub(crate) fn lock_number(&self, name: &str) -> i64 {
        let hash = hash(format!("footnote {} {name}", self.analysis).as_bytes());
        u64::try_from(hash >> 64).unwrap_or_default().cast_signed()
    }
}
