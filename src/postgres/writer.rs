//! Writing documents: changes are collected in memory and written in one transaction, which a commit ends.

use footnote_documents::{Passage, Record, Stamp};
use footnote_retrieval::store::{DocumentWriter, StoreError, StoreFuture};

use crate::Documents;
use crate::changes::Changes;
use crate::parameters::{p, path_hash};
use crate::segment::Segment;
use crate::transaction::OpenTransaction;

/// Maximum number of passages collected before they are written into the transaction: some 20 MB.
const MAX_GATHERED: usize = 10_000;

impl DocumentWriter for Documents {
    fn begin_pass(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let mut changes = self.changes.lock().await;
            if !changes.in_progress.is_empty() {
                *changes = Changes::default();
            }
            Ok(())
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
            self.snapshots.invalidate();
            if done.is_err() {
                *changes = Changes::default();
            }
            done?;
            self.snapshots.newest().await.map(drop)
        })
    }

    fn optimize(&self) -> StoreFuture<'_, ()> {
        Box::pin(self.merge())
    }

    fn mark_stale<'a>(&'a self, path: &'a str) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let find =
                "SELECT record FROM footnote.documents WHERE analysis = $1 AND path_hash = $2";
            let hash = path_hash(path);
            let found = self.database.row(find, &[p(&self.analysis), p(&hash)]).await?;
            let Some(row) = found else {
                return Ok(());
            };
            let former: &str = row.get(0);
            let record: Record = serde_json::from_str(former)?;
            let doubted = serde_json::to_string(&Record { stamp: Stamp::default(), ..record })?;
            // If the record was replaced meanwhile, it already describes the current file.
            let mark = "UPDATE footnote.documents SET record = $3 \
                WHERE analysis = $1 AND path_hash = $2 AND record = $4";
            let parameters = [p(&self.analysis), p(&hash), p(&doubted), p(&former)];
            self.database.execute(mark, &parameters).await.map(drop)
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
        let (client, mut segment) = (transaction.client()?, Segment::default());
        let abandoned = std::mem::take(abandoned);
        self.remove_stored(client, &std::mem::take(removed), abandoned, &mut segment).await?;
        let mut finished = std::mem::take(finished);
        let drafts = finished.values_mut().chain(in_progress);
        self.insert_passages(client, drafts, &mut segment).await?;
        self.insert_documents(client, &finished).await?;
        *gathered = 0;
        segment.write(client).await
    }
}
