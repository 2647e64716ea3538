//! Writing documents: changes are collected in memory and written in one transaction, which a commit ends.

use footnote_documents::{Passage, Record, Stamp};
use footnote_store::{DocumentWriter, StoreError, StoreFuture};

use crate::changes::Changes;
use crate::error::failure;
use crate::parameters::{p, path_hash};
use crate::transaction::OpenTransaction;
use crate::{Documents, commits, rows};

/// Maximum number of passages collected before they are written into the transaction: some 20 MB.
const MAX_GATHERED: usize = 10_000;

impl DocumentWriter for Documents {
    fn begin_pass(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let mut changes = self.changes.lock().await;
            if !changes.in_progress.is_empty() {
                *changes = Changes::default();
            }
            drop(changes);
            self.copy.follow().await
        })
    }

    fn begin<'a>(&'a self, path: &'a str) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            self.changes.lock().await.begin(path);
            Ok(())
        })
    }

    fn append(&self, passages: Vec<Passage>) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let mut changes = self.changes.lock().await;
            changes.append(passages);
            if changes.gathered < MAX_GATHERED {
                return Ok(());
            }
            self.written(&mut changes).await
        })
    }

    fn finish(&self, record: Record) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.changes.lock().await.finish(record);
            Ok(())
        })
    }

    fn remove<'a>(&'a self, paths: &'a [String]) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let mut changes = self.changes.lock().await;
            for path in paths {
                changes.replace(path);
            }
            Ok(())
        })
    }

    fn commit(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let mut changes = self.changes.lock().await;
            if changes.is_empty() {
                return Ok(());
            }
            self.written(&mut changes).await?;
            let done = match changes.transaction.take() {
                Some(transaction) => transaction.commit(self.analysis).await,
                None => Ok(()),
            };
            if done.is_err() {
                *changes = Changes::default();
            }
            done?;
            self.copy.follow().await
        })
    }

    fn optimize(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            commits::forget(&self.database, self.analysis).await?;
            self.copy.index.optimize().await
        })
    }

    fn mark_stale<'a>(&'a self, path: &'a str) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let transaction = OpenTransaction::begin(&self.database).await?;
            if self.doubt(transaction, path).await? { self.copy.follow().await } else { Ok(()) }
        })
    }
}

impl Documents {
    /// Writes the collected changes into the transaction. If that fails, all changes since the last commit are lost.
    async fn written(&self, changes: &mut Changes) -> Result<(), StoreError> {
        let done = self.write(changes).await;
        if done.is_err() {
            *changes = Changes::default();
        }
        done
    }

    async fn write(&self, changes: &mut Changes) -> Result<(), StoreError> {
        let Changes { in_progress, finished, removed, abandoned, gathered, transaction } = changes;
        let transaction = match transaction {
            Some(transaction) => transaction,
            none => none.insert(OpenTransaction::begin(&self.database).await?),
        };
        let abandoned = std::mem::take(abandoned);
        rows::remove(transaction, self.analysis, &std::mem::take(removed), abandoned).await?;
        let mut finished = std::mem::take(finished);
        let client = transaction.client()?;
        rows::insert_passages(client, finished.values_mut().chain(in_progress)).await?;
        rows::insert_documents(client, self.analysis, &finished).await?;
        transaction.changed.extend(finished.into_keys());
        *gathered = 0;
        Ok(())
    }

    /// Marks the record at `path` as doubtful. Returns false if there is none, or if it was replaced meanwhile.
    async fn doubt(
        &self,
        mut transaction: OpenTransaction,
        path: &str,
    ) -> Result<bool, StoreError> {
        let client = transaction.client()?;
        let find = "SELECT record FROM footnote.documents WHERE analysis = $1 AND path_hash = $2";
        let hash = path_hash(path);
        let found = client.query_typed_opt(find, &[p(&self.analysis), p(&hash)]).await;
        let Some(row) = found.map_err(failure)? else {
            return Ok(false);
        };
        let former: &str = row.get(0);
        let record: Record = serde_json::from_str(former)?;
        let doubted = serde_json::to_string(&Record { stamp: Stamp::default(), ..record })?;
        // If the record was replaced meanwhile, it already describes the current file.
        let mark = "UPDATE footnote.documents SET record = $3 \
            WHERE analysis = $1 AND path_hash = $2 AND record = $4";
        let parameters = [p(&self.analysis), p(&hash), p(&doubted), p(&former)];
        let marked = client.execute_typed(mark, &parameters).await.map_err(failure)?;
        if marked > 0 {
            // Copies write a file together with what it encloses.
            transaction.changed = commits::with_inside(client, self.analysis, path).await?;
            transaction.commit(self.analysis).await?;
        }
        Ok(marked > 0)
    }
}
