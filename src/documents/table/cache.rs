//! A cache of recently read tables.

use std::sync::{Arc, Mutex, PoisonError};

use super::Table;
use crate::Record;

/// Approximate maximum size of the cache in bytes: the tables of a list of 200,000 rows.
const MAX_BYTES: usize = 32 * 1024 * 1024;

/// A key that changes with the document at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
struct DocumentKey {
    path: String,
    content: u128,
    passages: u32,
}

/// The tables of a document.
#[derive(Debug)]
struct CachedTables {
    key: DocumentKey,
    tables: Arc<Vec<Table>>,
    size: usize,
}

/// The tables of recently used documents, newest last.
#[derive(Debug, Default)]
pub struct TableCache(Mutex<Vec<CachedTables>>);

impl DocumentKey {
    fn of(record: &Record) -> Self {
        Self { path: record.path.clone(), content: record.content, passages: record.passages() }
    }
}

impl TableCache {
    /// Returns the tables of a document, if they are cached and it has not changed.
    pub fn of(&self, record: &Record) -> Option<Arc<Vec<Table>>> {
        let key = DocumentKey::of(record);
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = all.iter().position(|cached| cached.key == key)?;
        let cached = all.remove(at);
        let tables = Arc::clone(&cached.tables);
        all.push(cached);
        Some(tables)
    }

    /// Caches the tables of a document, if there is room.
    pub fn keep(&self, record: &Record, tables: &Arc<Vec<Table>>) {
        let key = DocumentKey::of(record);
        let size = tables.iter().map(Table::size).sum();
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|cached| cached.key.path != key.path);
        all.push(CachedTables { key, tables: Arc::clone(tables), size });
        let mut room = MAX_BYTES;
        let fits = |cached: &&CachedTables| {
            room = room.saturating_sub(cached.size.max(1));
            room > 0
        };
        // The newest tables are kept even if they exceed the limit, because further questions about them are likely.
        let fitting = all.iter().rev().take_while(fits).count().max(1);
        let old = all.len() - fitting;
        all.drain(..old);
    }
}
