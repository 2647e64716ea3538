//! A transaction that stays open on a connection of its own: what it has locked is free again when its machine ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use footnote_retrieval::store::StoreError;
use tokio::task::JoinHandle;
use tokio_postgres::Client;

use crate::Database;
use crate::error::failure;

/// The pause between two signs of life.
const BEAT: Duration = Duration::from_secs(10);

/// The database ends it once its holder has been silent for this long, as after a loss of power.
const BEGIN: &str = "BEGIN; SET LOCAL idle_in_transaction_session_timeout = '40s'";

/// A transaction that lasts until it is dropped, or its connection is lost. A pooler leaves it to one connection.
pub(crate) struct HeldTransaction {
    /// Its connection.
    pub(crate) client: Arc<Client>,
    /// True once the connection is lost.
    pub(crate) is_lost: Arc<AtomicBool>,
    connection: JoinHandle<()>,
}

impl HeldTransaction {
    /// Begins one.
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

/// Shows that the holder is still there, until the connection fails.
async fn beat(client: &Client) -> Result<(), tokio_postgres::Error> {
    loop {
        tokio::time::sleep(BEAT).await;
        client.batch_execute("SELECT 1").await?;
    }
}
