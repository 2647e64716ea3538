//! Documents that were brought and are not read yet, or could not be.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::owner::own_name;
use crate::rag::corpus::acl::Reader;
use crate::rag::corpus::index::{Record, Stamp};
use crate::rag::corpus::{Library, natural};

/// The most documents that could not be read which are told of.
const MOST_UNREADABLE: usize = 100;

/// The documents that were brought and may not be read yet, or could not be, by path, with the state of their
/// files.
#[derive(Clone, Debug, Default)]
pub(super) struct Waiting(Arc<Mutex<BTreeMap<String, Stamp>>>);

impl Waiting {
    /// Adds one.
    pub(super) fn add(&self, path: &str, stamp: Stamp) {
        self.lock().insert(path.to_owned(), stamp);
    }

    /// Takes one away.
    pub(super) fn forget(&self, path: &str) {
        self.lock().remove(path);
    }

    /// True if the library does not have the one at `path` yet.
    pub(super) fn holds(&self, path: &str, library: &Library) -> bool {
        let stamp = self.lock().get(path).copied();
        stamp.is_some_and(|stamp| is_unread(path, &stamp, library))
    }

    /// The documents of this reader that the library does not have yet, by name.
    pub(super) fn of(&self, reader: &Reader, library: &Library) -> Vec<String> {
        let mut all = self.lock();
        all.retain(|path, stamp| {
            let record = library.record(path);
            is_unread(path, stamp, library) || record.is_none_or(|record| !record.is_ready())
        });
        let own = all.iter().filter(|(path, stamp)| {
            own_name(reader, path).is_some() && is_unread(path, stamp, library)
        });
        let mut own: Vec<String> = own.map(|(path, _)| path.clone()).collect();
        own.sort_by(|one, other| natural::paths(one, other));
        own
    }

    /// The records of this reader's documents that could not be read, the newest first.
    pub(super) fn unreadable(&self, reader: &Reader, library: &Library) -> Vec<Arc<Record>> {
        let all = self.lock();
        let read = all.iter().filter(|(path, stamp)| {
            own_name(reader, path).is_some() && !is_unread(path, stamp, library)
        });
        let records = read.filter_map(|(path, _)| library.record(path));
        let mut failed: Vec<_> = records.filter(|record| !record.is_ready()).collect();
        failed.sort_by_key(|record| Reverse(record.stamp.changed));
        failed.truncate(MOST_UNREADABLE);
        failed
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Stamp>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// True if the library knows no file, or an older one, where one was brought.
fn is_unread(path: &str, stamp: &Stamp, library: &Library) -> bool {
    let read = library.record(path).map(|record| record.stamp.changed);
    read.is_none_or(|read| read < stamp.changed)
}
