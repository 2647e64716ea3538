//! A transaction that several methods share.

use std::collections::BTreeSet;

use deadpool_postgres::Client;
use footnote_store::StoreError;

use crate::error::failure;
use crate::{Database, commits};

/// An open transaction. Dropping it closes its connection and rolls back all changes.
pub(crate) struct OpenTransaction {
    client: Option<Client>,
    /// Paths of the documents that it has changed or removed.
    pub(crate) changed: BTreeSet<String>,
}

impl OpenTransaction {
    /// Begins a transaction.
    pub(crate) async fn begin(database: &Database) -> Result<Self, StoreError> {
        // Created before BEGIN, so that the connection is closed even if the caller gives up waiting.
        let transaction =
            Self { client: Some(database.client().await?), changed: BTreeSet::default() };
        transaction.client()?.batch_execute("BEGIN").await.map_err(failure)?;
        Ok(transaction)
    }

    /// Its connection.
    pub(crate) fn client(&self) -> Result<&tokio_postgres::Client, StoreError> {
        self.client.as_ref().map(|client| &***client).ok_or(StoreError::Cancelled)
    }

    /// Commits the changes to the documents of this analysis.
    pub(crate) async fn commit(mut self, analysis: i32) -> Result<(), StoreError> {
        let client = self.client()?;
        // Last, because that blocks concurrent commits.
        commits::count(client, analysis, &self.changed).await?;
        client.batch_execute("COMMIT").await.map_err(failure)?;
        // Returns the connection to the pool.
        drop(self.client.take());
        Ok(())
    }
}

impl Drop for OpenTransaction {
    fn drop(&mut self) {
        if let Some(client) = self.client.take() {
            drop(Client::take(client));
        }
    }
}
