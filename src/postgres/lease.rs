//! Leases by advisory locks, each on a connection of its own: the end of its holder ends it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use footnote_documents::hash::hash;
use footnote_retrieval::store::{HeldLease, Lease, StoreError, StoreFuture};
use tokio::task::JoinHandle;

use crate::Documents;
use crate::error::failure;
use crate::parameters::p;

impl Lease for Documents {
    fn acquire<'a>(&'a self, name: &'a str) -> StoreFuture<'a, Option<HeldLease>> {
        Box::pin(self.lock(name))
    }
}

impl Documents {
    /// The lock lasts as long as a transaction, which a pooler leaves to one connection; the transaction does nothing,
    /// and so holds nothing else up.
    async fn lock(&self, name: &str) -> Result<Option<HeldLease>, StoreError> {
        self.database.migrate().await?;
        let (client, connection) = self.database.connect_alone().await?;
        let is_lost = Arc::<AtomicBool>::default();
        let lost = Arc::clone(&is_lost);
        #[expect(clippy::disallowed_methods, reason = "the guard ends it with the lease")]
        let guard = Connected(tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::warn!("the connection of a lease has ended: {error}");
            }
            lost.store(true, Ordering::Release);
        }));
        let begin = "BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0";
        client.batch_execute(begin).await.map_err(failure)?;
        let number = self.lock_number(name);
        let lock = "SELECT pg_try_advisory_xact_lock($1)";
        let row = client.query_typed_one(lock, &[p(&number)]).await.map_err(failure)?;
        Ok(row.get::<_, bool>(0).then(|| HeldLease::until(is_lost, (client, guard))))
    }

    /// The number of the lock of this name. Machines of another analysis have documents of their own.
    pub(crate) fn lock_number(&self, name: &str) -> i64 {
        let hash = hash(format!("footnote {} {name}", self.analysis).as_bytes());
        u64::try_from(hash >> 64).unwrap_or_default().cast_signed()
    }
}

/// Ends a connection when it is dropped.
struct Connected(JoinHandle<()>);

impl Drop for Connected {
    fn drop(&mut self) {
        self.0.abort();
    }
}
