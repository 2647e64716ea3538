//! An index as the engine uses it: a writer and a lease that do blocking work on a separate thread.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use footnote_documents::{Passage, Record};
use footnote_store::{DocumentWriter, HeldLease, Lease, StoreError, StoreFuture};
use futures_util::FutureExt as _;

use super::{Index, IndexError, MemoryCatalog};

/// The stores backed by one index, in the only process that has its folder open.
#[derive(Clone)]
pub struct EmbeddedIndex {
    index: Arc<Index>,
    leases: Arc<Mutex<HashSet<String>>>,
}

impl EmbeddedIndex {
    /// The stores of `index`.
    pub fn new(index: Arc<Index>) -> Self {
        Self { index, leases: Arc::default() }
    }

    /// The catalog of its files.
    pub fn catalog(&self) -> Arc<MemoryCatalog> {
        self.index.catalog()
    }

    /// The mark of the last commit, see [`Index::mark`].
    pub fn mark(&self) -> Option<String> {
        self.index.mark()
    }

    /// Runs blocking `work` on a separate thread.
    ///
    /// # Errors
    ///
    /// Fails if the work fails or panics.
    pub async fn run<T: Send + 'static, E: Into<StoreError> + Send + 'static>(
        &self,
        work: impl FnOnce(&Index) -> Result<T, E> + Send + 'static,
    ) -> Result<T, StoreError> {
        let index = Arc::clone(&self.index);
        let done = tokio::task::spawn_blocking(move || work(&index)).await;
        done.map_err(|error| StoreError::Index(error.into()))?.map_err(Into::into)
    }
}

impl From<IndexError> for StoreError {
    fn from(error: IndexError) -> Self {
        Self::Index(error.into())
    }
}

impl DocumentWriter for EmbeddedIndex {
    fn begin_pass(&self) -> StoreFuture<'_, ()> {
        let begin = |index: &Index| {
            if index.is_lost() {
                tracing::error!("the folder of the index is gone; all documents are read again");
                index.restore()?;
            }
            index.forget_unfinished();
            Ok::<(), IndexError>(())
        };
        self.run(begin).boxed()
    }

    fn begin<'a>(&'a self, path: &'a str) -> StoreFuture<'a, ()> {
        let path = path.to_owned();
        self.run(move |index| index.begin(&path)).boxed()
    }

    fn append(&self, passages: Vec<Passage>) -> StoreFuture<'_, ()> {
        self.run(move |index| index.append(&passages)).boxed()
    }

    fn finish(&self, record: Record) -> StoreFuture<'_, ()> {
        self.run(move |index| index.finish(record)).boxed()
    }

    fn remove<'a>(&'a self, paths: &'a [String]) -> StoreFuture<'a, ()> {
        let paths = paths.to_vec();
        self.run(move |index| paths.iter().try_for_each(|path| index.remove(path))).boxed()
    }

    fn commit(&self) -> StoreFuture<'_, ()> {
        self.run(Index::commit).boxed()
    }

    fn optimize(&self) -> StoreFuture<'_, ()> {
        self.run(Index::merge_segments).boxed()
    }

    fn mark_stale<'a>(&'a self, path: &'a str) -> StoreFuture<'a, ()> {
        let path = path.to_owned();
        let mark = move |index: &Index| {
            index.mark_stale(&path);
            Ok::<(), IndexError>(())
        };
        self.run(mark).boxed()
    }
}

impl Lease for EmbeddedIndex {
    /// No other process can have the folder open, so the lease only excludes other tasks.
    fn acquire<'a>(&'a self, name: &'a str) -> StoreFuture<'a, Option<HeldLease>> {
        let mut held = self.leases.lock().unwrap_or_else(PoisonError::into_inner);
        let is_free = held.insert(name.to_owned());
        let guard = || Guard { name: name.to_owned(), leases: Arc::clone(&self.leases) };
        std::future::ready(Ok(is_free.then(|| HeldLease::by(guard())))).boxed()
    }
}

/// Releases a lease on drop.
struct Guard {
    name: String,
    leases: Arc<Mutex<HashSet<String>>>,
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.leases.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.name);
    }
}
