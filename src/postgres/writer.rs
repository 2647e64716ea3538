//! Writing documents: changes are gathered in memory, and written in one transaction that a commit ends.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use footnote_documents::{Passage, Record, Stamp};
use footnote_retrieval::names;
use footnote_retrieval::store::{DocumentWriter, StoreError, StoreFuture};
use footnote_text::analysis::{self, Language};

use crate::Documents;
use crate::documents::path_hash;
use crate::parameters::p;
use crate::segment::Segment;
use crate::transaction::OpenTransaction;

/// The passages that are gathered before they are written into the transaction: some 20 MB.
const MOST_GATHERED: usize = 10_000;

/// The changes since the last commit.
#[derive(Default)]
pub(crate) struct Changes {
    /// The document whose passages are appended now, and those that enclose it.
    in_progress: Vec<Draft>,
    /// The documents that are finished and not written, by path.
    finished: BTreeMap<String, Draft>,
    /// The paths of documents that are to go, with those that they enclose.
    removed: BTreeSet<String>,
    /// The documents to go that are not finished, but have passages in the transaction.
    abandoned: Vec<i64>,
    gathered: usize,
    /// The transaction, once anything is written.
    transaction: Option<OpenTransaction>,
}

/// A document that is being written.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    /// Its id, once any of it is written.
    pub(crate) id: Option<i64>,
    path: String,
    language: Option<Language>,
    opening: String,
    /// The passages that are not written yet, each with its language.
    pub(crate) passages: Vec<(Passage, Language)>,
    /// Its record, once it is finished.
    pub(crate) record: Option<Record>,
}

impl std::fmt::Debug for Changes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Changes").field("gathered", &self.gathered).finish_non_exhaustive()
    }
}

impl Changes {
    /// Forgets what was gathered for a path and what it encloses, and has what is stored of it removed.
    fn replace(&mut self, path: &str) {
        let within = format!("{path}/");
        let from = (Bound::Included(path), Bound::Unbounded);
        let known = self.finished.range::<str, _>(from);
        let gone = known.map(|(known, _)| known).take_while(|known| known.starts_with(path));
        let gone: Vec<String> =
            gone.filter(|known| *known == path || known.starts_with(&within)).cloned().collect();
        for path in gone {
            self.abandon(&path);
        }
        self.removed.insert(path.to_owned());
    }

    fn abandon(&mut self, path: &str) {
        if let Some(draft) = self.finished.remove(path) {
            self.gathered -= draft.passages.len();
            self.abandoned.extend(draft.id);
        }
    }

    /// Begins the document at `path`.
    fn begin(&mut self, path: &str) {
        self.replace(path);
        self.in_progress.push(Draft { path: path.to_owned(), ..Draft::default() });
    }

    /// Appends passages to the document that was begun last.
    fn append(&mut self, passages: Vec<Passage>) {
        let Some(draft) = self.in_progress.last_mut() else {
            return;
        };
        self.gathered += passages.len();
        let language = *draft.language.get_or_insert_with(|| {
            draft.opening = names::opening(&passages);
            analysis::of_document(passages.iter().map(|passage| &*passage.text))
        });
        let with_language = |passage: Passage| {
            let language = analysis::of_passage(&passage.text, language);
            (passage, language)
        };
        draft.passages.extend(passages.into_iter().map(with_language));
    }

    /// Finishes the document that was begun last.
    fn finish(&mut self, mut record: Record) {
        let mut draft = self.in_progress.pop().unwrap_or_default();
        record.opening = std::mem::take(&mut draft.opening);
        if !record.is_ready() {
            self.gathered -= draft.passages.len();
            self.abandoned.extend(draft.id.take());
            draft.passages.clear();
            // What it encloses goes with it.
            self.replace(&draft.path);
        }
        let path = std::mem::take(&mut draft.path);
        self.finished.insert(path, Draft { record: Some(record), ..draft });
    }

    /// True if there is nothing to commit.
    fn is_empty(&self) -> bool {
        self.finished.is_empty() && self.removed.is_empty() && self.transaction.is_none()
    }
}

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
            if changes.gathered < MOST_GATHERED {
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
            self.snapshots.doubt();
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
            let record: Record = serde_json::from_str(row.get(0))?;
            let doubted = serde_json::to_string(&Record { stamp: Stamp::default(), ..record })?;
            let mark =
                "UPDATE footnote.documents SET record = $3 WHERE analysis = $1 AND path_hash = $2";
            let parameters = [p(&self.analysis), p(&hash), p(&doubted)];
            self.database.execute(mark, &parameters).await.map(drop)
        })
    }
}

impl Documents {
    /// Writes what was gathered into the transaction. Where that fails, all changes since the last commit are lost.
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
