//! Leases by advisory locks, each on a connection of its own: the end of its holder ends it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use footnote_documents::hash::hash;
use footnote_retrieval::store::{HeldLease, Lease, StoreError, StoreFuture};
use tokio::task::JoinHandle;

use crate::Documents;
use crate::error::failure;
use crate::parameters::p;

/// The pause between two signs of life.
const BEAT: Duration = Duration::from_secs(10);

/// The database gives the lease to others once its holder has been silent for this long, as after a loss of power.
const BEGIN: &str = "BEGIN; SET LOCAL idle_in_transaction_session_timeout = '40s'";

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
        let client = Arc::new(client);
        let is_lost = Arc::<AtomicBool>::default();
        let (lost, beating) = (Arc::clone(&is_lost), Arc::clone(&client));
        #[expect(clippy::disallowed_methods, reason = "the guard ends it with the lease")]
        let guard = Connected(tokio::spawn(async move {
            let ended = tokio::select! {
                ended = connection => ended,
                ended = beat(&beating) => ended,
            };
            if let Err(error) = ended {
                tracing::warn!("the connection of a lease has ended: {error}");
            }
            lost.store(true, Ordering::Release);
        }));
        client.batch_execute(BEGIN).await.map_err(failure)?;
        let number = self.lock_number(name);
        let lock = "SELECT pg_try_advisory_xact_lock($1)";
        let row = client.query_typed_one(lock, &[p(&number)]).await.map_err(failure)?;
        Ok(row.get::<_, bool>(0).then(|| HeldLease::until(is_lost, guard)))
    }

    /// The number of the lock of this name. Machines of another analysis have documents of their own.
    pub(crate) fn lock_number(&self, name: &str) -> i64 {
        let hash = hash(format!("footnote {} {name}", self.analysis).as_bytes());
        u64::try_from(hash >> 64).unwrap_or_default().cast_signed()
    }
}

/// Shows that the holder is still there, until the connection fails.
async fn beat(client: &tokio_postgres::Client) -> Result<(), tokio_postgres::Error> {
    loop {
        tokio::time::sleep(BEAT).await;
        client.batch_execute("SELECT 1").await?;
    }
}

/// Ends a connection when it is dropped.
struct Connected(JoinHandle<()>);

impl Drop for Connected {
    fn drop(&mut self) {
        self.0.abort();
    }
}
