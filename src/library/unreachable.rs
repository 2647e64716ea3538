//! Folders and files that cannot be read at the moment; their documents stay as last read.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::PoisonError;

use footnote_documents::{Record, stamp};
use footnote_protocol::DocumentSummary;

use super::Library;
use super::ingest::now;

/// Folders and files that could not be read at the last attempt, with the time since when, in seconds since 1970.
#[derive(Debug, Default)]
pub(super) struct Unreachable {
    places: BTreeMap<String, u64>,
    /// All mount points seen so far.
    mounts: BTreeSet<String>,
}

impl Unreachable {
    /// Replaces the set; paths that were unreadable before keep their time. Returns true if the set has changed.
    pub(super) fn replace(&mut self, paths: impl IntoIterator<Item = String>, now: u64) -> bool {
        let before = std::mem::take(&mut self.places);
        let since = |path: String| {
            let since = before.get(&path).copied().unwrap_or(now);
            (path, since)
        };
        self.places = paths.into_iter().map(since).collect();
        self.places != before
    }

    /// Time since which one of these `places` cannot be read; `None` if all can.
    pub(super) fn since<'p>(&self, mut places: impl Iterator<Item = &'p str>) -> Option<u64> {
        places.find_map(|place| self.places.get(place)).copied()
    }
}

impl Library {
    /// Time since which the file of the document `path` cannot be read, in seconds since 1970; `None` if the last
    /// attempt succeeded.
    pub fn unreachable_since(&self, path: &str) -> Option<u64> {
        let unreachable = self.unreachable.read().unwrap_or_else(PoisonError::into_inner);
        unreachable.since(self.folders().places(path))
    }

    /// The same time in UTC, to the minute; the current time if the file could be read.
    pub fn unreachable_at(&self, path: &str) -> String {
        stamp::minute(self.unreachable_since(path).or_else(now).unwrap_or_default())
    }

    /// The entry of a document in a list; `own` if the reader may remove it.
    pub fn summary(&self, record: &Record, own: bool) -> DocumentSummary {
        let since = self.unreachable_since(&record.path);
        let unreachable = since.map(stamp::minute).unwrap_or_default();
        DocumentSummary { unreachable, ..record.summary(own) }
    }

    /// All mount points seen since the start.
    pub(super) fn mounts(&self) -> BTreeSet<String> {
        self.unreachable.read().unwrap_or_else(PoisonError::into_inner).mounts.clone()
    }

    /// Adds mount points.
    pub(super) fn add_mounts(&self, mounts: &BTreeSet<String>) {
        let mut unreachable = self.unreachable.write().unwrap_or_else(PoisonError::into_inner);
        unreachable.mounts.extend(mounts.iter().cloned());
    }

    /// Records which folders and files cannot be read. A file that failed when it was read stays in the set if it
    /// `is_read_again` in this pass.
    pub(super) fn set_unreachable(
        &self,
        places: impl Iterator<Item = String>,
        is_read_again: impl Fn(&str) -> bool,
    ) {
        self.update_unreachable(|unreachable| {
            let again = unreachable.places.keys().filter(|path| is_read_again(path)).cloned();
            let again: Vec<String> = again.collect();
            unreachable.replace(places.chain(again), now().unwrap_or_default())
        });
    }

    /// Records whether the file at `path` can be read.
    pub(super) fn set_reachable(&self, path: &str, is_reachable: bool) {
        self.update_unreachable(|Unreachable { places, .. }| {
            if is_reachable {
                return places.remove(path).is_some();
            }
            let is_new = !places.contains_key(path);
            places.entry(path.to_owned()).or_insert(now().unwrap_or_default());
            is_new
        });
    }

    /// Applies `change`, and publishes the new count if it returns true.
    fn update_unreachable(&self, change: impl FnOnce(&mut Unreachable) -> bool) {
        let mut unreachable = self.unreachable.write().unwrap_or_else(PoisonError::into_inner);
        if !change(&mut unreachable) {
            return;
        }
        // Whole folders of documents are reported as a problem instead.
        let roots =
            self.folders().iter().filter(|folder| unreachable.places.contains_key(&folder.name));
        let count = unreachable.places.len().saturating_sub(roots.count());
        drop(unreachable);
        self.update(|progress| progress.unreachable = u32::try_from(count).unwrap_or(u32::MAX));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stays_away_keeps_the_time_since_when() {
        let mut unreachable = Unreachable::default();
        let names =
            |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        unreachable.replace(names(&["hr", "it"]), 10);
        unreachable.replace(names(&["hr", "b"]), 20);
        let since = |path| unreachable.since([path].into_iter());
        assert_eq!(["hr", "it", "b"].map(since), [Some(10), None, Some(20)]);
    }
}
