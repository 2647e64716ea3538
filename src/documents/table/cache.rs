//! A cache of what is made of documents, limited by bytes.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::Record;

/// Approximate maximum size of a cache in bytes: the tables of a list of 200,000 rows.
const MAX_BYTES: usize = 32 * 1024 * 1024;

/// A key that changes with the document at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentKey {
    path: String,
    content: u128,
    passages: u32,
}

/// Values made of documents, each with its key and size in bytes; the most recently used is the last.
pub struct DocumentCache<K, V>(Mutex<Vec<(K, V, usize)>>);

impl DocumentKey {
    /// Returns the key of a document.
    pub fn of(record: &Record) -> Self {
        Self { path: record.path.clone(), content: record.content, passages: record.passages() }
    }
}

impl<K: PartialEq, V> DocumentCache<K, V> {
    /// Removes a value and returns it.
    pub fn take(&self, key: &K) -> Option<V> {
        let mut all = self.lock();
        let at = all.iter().position(|(known, ..)| known == key)?;
        Some(all.remove(at).1)
    }

    /// Returns a copy of a value.
    pub fn get(&self, key: &K) -> Option<V>
    where
        V: Clone,
    {
        let mut all = self.lock();
        let at = all.iter().position(|(known, ..)| known == key)?;
        let used = all.remove(at);
        let value = used.1.clone();
        all.push(used);
        Some(value)
    }

    /// Keeps a value, and drops those that were not used for longest beyond the limit.
    pub fn keep(&self, key: K, value: V, size: usize) {
        let mut all = self.lock();
        all.retain(|(known, ..)| *known != key);
        all.push((key, value, size));
        let mut room = MAX_BYTES;
        let fits = |(.., size): &&(K, V, usize)| {
            room = room.saturating_sub((*size).max(1));
            room > 0
        };
        // The newest is kept even if it exceeds the limit, because further questions about it are likely.
        let fitting = all.iter().rev().take_while(fits).count().max(1);
        let old = all.len() - fitting;
        all.drain(..old);
    }

    fn lock(&self) -> MutexGuard<'_, Vec<(K, V, usize)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K, V> Default for DocumentCache<K, V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K, V> fmt::Debug for DocumentCache<K, V> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("DocumentCache")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_used_for_longest_gives_way_and_the_newest_stays() {
        let cache = DocumentCache::default();
        let third = MAX_BYTES / 3;
        for key in 0..3 {
            cache.keep(key, key, third);
        }
        assert_eq!(cache.get(&0), Some(0));
        cache.keep(3, 3, third);
        assert_eq!([0, 1, 2, 3].map(|key| cache.get(&key)), [Some(0), None, Some(2), Some(3)]);
        cache.keep(4, 4, 2 * MAX_BYTES);
        assert_eq!((cache.take(&4), cache.take(&4), cache.take(&3)), (Some(4), None, None));
    }
}
