//! Documents that were brought and are not read yet.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::owner::own_name;
use crate::rag::corpus::acl::Reader;
use crate::rag::corpus::index::Stamp;
use crate::rag::corpus::{Library, natural};

/// The documents that were brought and may not be read yet, by path, with the state of their files.
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
        all.retain(|path, stamp| is_unread(path, stamp, library));
        let own = all.keys().filter(|path| own_name(reader, path).is_some());
        let mut own: Vec<String> = own.cloned().collect();
        own.sort_by(|one, other| natural::paths(one, other));
        own
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
