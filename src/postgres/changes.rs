//! The changes since the last commit: collected in memory, and written into a transaction once there are many.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use footnote_documents::{Passage, Record};

use crate::transaction::OpenTransaction;

/// The changes since the last commit.
#[derive(Default)]
pub(crate) struct Changes {
    /// The document whose passages are being appended, and the documents that enclose it.
    pub(crate) in_progress: Vec<Draft>,
    /// Finished documents that are not written yet, by path.
    pub(crate) finished: BTreeMap<String, Draft>,
    /// Paths of documents to remove, together with the documents that they enclose.
    pub(crate) removed: BTreeSet<String>,
    /// Documents to remove that are not finished but have passages in the transaction.
    pub(crate) abandoned: Vec<i64>,
    pub(crate) gathered: usize,
    /// The transaction; `None` until something is written.
    pub(crate) transaction: Option<OpenTransaction>,
}

/// A document that is being written.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    /// Its id; `None` until some of it is written.
    pub(crate) id: Option<i64>,
    path: String,
    /// The passages not written yet.
    pub(crate) passages: Vec<Passage>,
    /// Its record; `None` until it is finished.
    pub(crate) record: Option<Record>,
}

impl std::fmt::Debug for Changes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Changes").field("gathered", &self.gathered).finish_non_exhaustive()
    }
}

impl Changes {
    /// Drops what was collected for a path and for everything that it encloses, and removes the stored version.
    pub(crate) fn replace(&mut self, path: &str) {
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
    pub(crate) fn begin(&mut self, path: &str) {
        self.replace(path);
        self.in_progress.push(Draft { path: path.to_owned(), ..Draft::default() });
    }

    /// Appends passages to the document begun last.
    pub(crate) fn append(&mut self, passages: Vec<Passage>) {
        let Some(draft) = self.in_progress.last_mut() else {
            return;
        };
        self.gathered += passages.len();
        draft.passages.extend(passages);
    }

    /// Finishes the document begun last.
    pub(crate) fn finish(&mut self, record: Record) {
        let mut draft = self.in_progress.pop().unwrap_or_default();
        if !record.is_ready() {
            self.gathered -= draft.passages.len();
            self.abandoned.extend(draft.id.take());
            draft.passages.clear();
            // The documents that it encloses are replaced too.
            self.replace(&draft.path);
        }
        let path = std::mem::take(&mut draft.path);
        self.finished.insert(path, Draft { record: Some(record), ..draft });
    }

    /// Returns true if there is nothing to commit.
    pub(crate) fn is_empty(&self) -> bool {
        self.finished.is_empty() && self.removed.is_empty() && self.transaction.is_none()
    }
}
