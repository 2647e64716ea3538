//! A transaction that several methods share.

use deadpool_postgres::Client;
use footnote_retrieval::store::StoreError;

use crate::Database;
use crate::error::failure;
use crate::parameters::p;

/// An open transaction. Dropping it closes its connection and rolls back all changes.
pub(crate) struct OpenTransaction {
    client: Option<Client>,
}

impl OpenTransaction {
    /// Begins a transaction.
    pub(crate) async fn begin(database: &Database) -> Result<Self, StoreError> {
        // Created before BEGIN, so that the connection is closed even if the caller gives up waiting.
        let transaction = Self { client: Some(database.client().await?) };
        transaction.client()?.batch_execute("BEGIN").await.map_err(failure)?;
        Ok(transaction)
    }

    /// Its connection.
    pub(crate) fn client(&self) -> Result<&tokio_postgres::Client, StoreError> {
        self.client.as_ref().map(|client| &***client).ok_or(StoreError::Ended)
    }

    /// Commits a new version of the documents of this analysis, and notifies other machines.
    pub(crate) async fn commit(mut self, analysis: i32) -> Result<(), StoreError> {
        let client = self.client()?;
        // The version is updated last, because that blocks concurrent commits.
        let version = "INSERT INTO footnote.catalogs VALUES ($1, 1) \
            ON CONFLICT (analysis) DO UPDATE SET version = footnote.catalogs.version + 1";
        client.execute_typed(version, &[p(&analysis)]).await.map_err(failure)?;
        let notice = "SELECT pg_notify('footnote', $1::int::text)";
        client.query_typed(notice, &[p(&analysis)]).await.map_err(failure)?;
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
