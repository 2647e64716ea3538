//! A transaction that stays open on a connection of its own. Its locks are released when its machine ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use footnote_store::StoreError;
use tokio::task::JoinHandle;
use tokio_postgres::Client;

use crate::Database;
use crate::error::failure;

/// Interval between two keep-alive statements.
const BEAT: Duration = Duration::from_secs(10);

/// The database ends the transaction if its holder is silent for this long, as after a power failure.
const BEGIN: &str = "BEGIN; SET LOCAL idle_in_transaction_session_timeout = '40s'";

/// A transaction that lasts until it is dropped or its connection is lost. A pooler assigns one connection to it.
pub(crate) struct HeldTransaction {
    /// Its connection.
    pub(crate) client: Arc<Client>,
    /// True once the connection is lost.
    pub(crate) is_lost: Arc<AtomicBool>,
    connection: JoinHandle<()>,
}

impl HeldTransaction {
    /// Begins a transaction.
    pub(crate) async fn begin(database: &Database) -> Result<Self, StoreError> {
        database.migrate().await?;
        let (client, connection) = database.connect_alone().await?;
        let client = Arc::new(client);
        let is_lost = Arc::<AtomicBool>::default();
        let (lost, beating) = (Arc::clone(&is_lost), Arc::clone(&client));
        #[expect(clippy::disallowed_methods, reason = "it ends with the transaction")]
        let connection = tokio::spawn(async move {
            let ended = tokio::select! {
                ended = connection => ended,
                ended = beat(&beating) => ended,
            };
            if let Err(error) = ended {
                tracing::warn!("a connection that held a lock has ended: {error}");
            }
            lost.store(true, Ordering::Release);
        });
        let held = Self { client, is_lost, connection };
        held.client.batch_execute(BEGIN).await.map_err(failure)?;
        Ok(held)
    }
}

impl Drop for HeldTransaction {
    fn drop(&mut self) {
        self.connection.abort();
    }
}

/// Keeps the transaction alive until the connection fails.
async fn beat(client: &Client) -> Result<(), tokio_postgres::Error> {
    loop {
        tokio::time::sleep(BEAT).await;
        client.batch_execute("SELECT 1").await?;
    }
}
