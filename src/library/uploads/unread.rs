//! Uploaded documents that have not been read yet, or could not be.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use footnote_documents::acl::Reader;
use footnote_documents::{Record, natural};

use super::owner::own_name;
use crate::Library;

/// Maximum number of unreadable documents in the list.
const MAX_UNREADABLE: usize = 100;

/// Uploaded documents that may be unread or unreadable, by path, with their upload times.
#[derive(Clone, Debug, Default)]
pub(super) struct UnreadUploads {
    brought: Arc<Mutex<BTreeMap<String, SystemTime>>>,
    changes: Arc<AtomicU64>,
}

impl UnreadUploads {
    /// Adds a document.
    pub(super) fn add(&self, path: &str, brought: SystemTime) {
        self.lock().insert(path.to_owned(), brought);
        self.changes.fetch_add(1, Ordering::Release);
    }

    /// Removes a document.
    pub(super) fn forget(&self, path: &str) {
        self.lock().remove(path);
        self.changes.fetch_add(1, Ordering::Release);
    }

    /// Number of documents added or removed so far.
    pub(super) fn changes(&self) -> u64 {
        self.changes.load(Ordering::Acquire)
    }

    /// True if the document at `path` is not indexed yet.
    pub(super) async fn holds(&self, path: &str, library: &Library) -> bool {
        let stamp = self.lock().get(path).copied();
        match stamp {
            Some(stamp) => is_unread(stamp, record(library, path).await.as_deref()),
            None => false,
        }
    }

    /// This reader's documents that are not indexed yet, by name.
    pub(super) async fn of(&self, reader: &Reader, library: &Library) -> Vec<String> {
        let mut own = Vec::new();
        for (path, stamp) in self.all() {
            let record = record(library, &path).await;
            let is_unread = is_unread(stamp, record.as_deref());
            if !is_unread && record.is_some_and(|record| record.is_ready()) {
                let mut all = self.lock();
                // It may have been uploaded again meanwhile.
                if all.get(&path) == Some(&stamp) {
                    all.remove(&path);
                }
            } else if is_unread && own_name(reader, &path).is_some() {
                own.push(path);
            }
        }
        own.sort_by(|one, other| natural::paths(one, other));
        own
    }

    /// Records of this reader's documents that could not be read, newest first.
    pub(super) async fn unreadable(&self, reader: &Reader, library: &Library) -> Vec<Arc<Record>> {
        let mut failed = Vec::new();
        for (path, stamp) in self.all() {
            if own_name(reader, &path).is_some() {
                let record = record(library, &path).await;
                let read = record.filter(|record| !is_unread(stamp, Some(record)));
                failed.extend(read.filter(|record| !record.is_ready()));
            }
        }
        failed.sort_by_key(|record| Reverse(record.stamp.changed));
        failed.truncate(MAX_UNREADABLE);
        failed
    }

    fn all(&self) -> Vec<(String, SystemTime)> {
        self.lock().iter().map(|(path, stamp)| (path.clone(), *stamp)).collect()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, SystemTime>> {
        self.brought.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The record of a document. `None` also if the catalog cannot be read, so that callers keep waiting.
async fn record(library: &Library, path: &str) -> Option<Arc<Record>> {
    let record = library.record(path).await;
    record.inspect_err(|error| tracing::warn!("looking for an uploaded document: {error}")).ok()?
}

/// True if there is no record, or only one of an older file.
fn is_unread(brought: SystemTime, record: Option<&Record>) -> bool {
    let since = brought.duration_since(UNIX_EPOCH).unwrap_or_default();
    let brought = i64::try_from(since.as_nanos()).unwrap_or(i64::MAX);
    record.is_none_or(|record| record.stamp.modified < brought)
}
