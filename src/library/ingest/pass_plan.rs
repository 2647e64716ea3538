//! Decides which files a pass reads and which it removes.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::error::Error;
use std::sync::Arc;

use footnote_documents::acl::Acl;
use footnote_documents::{Record, names};

use super::scan::File;
use crate::describe::{Descriptions, Outcomes};

/// The work of a pass.
pub(super) struct PassPlan {
    /// Files to read, newest first, large ones last.
    pub(super) changed: Vec<File>,
    /// Paths of deleted files.
    pub(super) removed: Vec<String>,
    /// Paths of changed files whose folder has a new ACL.
    pub(super) acl_changed: Vec<String>,
}

impl PassPlan {
    /// Plans a pass over these files; `known` are the records of the last pass. A known file that is missing counts as
    /// deleted, unless it `may_be_there`.
    pub(super) fn new(
        files: BTreeMap<String, File>,
        known: &[Arc<Record>],
        may_be_there: impl Fn(&str) -> bool,
        described: Option<&HashMap<u128, Outcomes>>,
    ) -> Self {
        let by_path: HashMap<&str, &Arc<Record>> =
            known.iter().map(|record| (record.path.as_str(), record)).collect();
        let is_gone = |path: &str| !is_there(path, &files) && !may_be_there(path);
        let removed = known.iter().filter(|record| is_gone(&record.path));
        let mut removed: BTreeMap<_, _> = removed.map(|record| (&record.path, record)).collect();
        let by_file = removed.values().map(|record| (record.stamp.file(), *record));
        let mut movable: HashMap<_, _> = by_file.collect();
        let (mut changed, mut acl_changed) = (Vec::new(), Vec::new());
        let described = paths_of(described, known);
        for file in files.into_values() {
            let record = by_path.get(file.path.as_str()).copied();
            let is_closing = record.is_some_and(|record| record.folder != file.acl);
            let is_read = |record: &Record| {
                record.stamp == file.stamp && !described.contains(record.path.as_str())
            };
            if !is_closing && record.is_some_and(|record| is_read(record)) {
                continue;
            }
            if is_closing {
                acl_changed.push(file.path.clone());
            }
            let before = record.or_else(|| movable.remove(&file.stamp.file()));
            if let Some(before) = before {
                removed.remove(&before.path);
            }
            let own = before.and_then(|before| own(before));
            let known = before.cloned();
            changed.push(File { own, known, ..file });
        }
        // Most recently added or changed first, because somebody is waiting for it; large files after all others, which
        // would wait for them. Files whose last reading was inconclusive come last, since they may never settle.
        changed.sort_by_key(|file| {
            (file.is_unsettled(), file.is_large(), Reverse(file.stamp.changed))
        });
        Self { changed, removed: removed.into_keys().cloned().collect(), acl_changed }
    }

    /// True if the file at `path` will be read.
    pub(super) fn reads(&self, path: &str) -> bool {
        self.changed.iter().any(|file| file.path == path)
    }
}

/// The images and scans that were described, with the outcomes. `None` if unknown; the descriptions then wait for the
/// next pass.
pub(super) async fn described(
    descriptions: Option<&Descriptions>,
) -> Option<HashMap<u128, Outcomes>> {
    let known = descriptions?.known().await;
    let known = known.inspect_err(|error| {
        tracing::warn!(
            error = error as &dyn Error,
            "the descriptions of images and scans cannot be listed"
        );
    });
    known.ok()
}

/// The paths of images and scans that have been described since they were read, and of the files that may enclose them.
fn paths_of<'a>(
    described: Option<&HashMap<u128, Outcomes>>,
    known: &'a [Arc<Record>],
) -> HashSet<&'a str> {
    let Some(described) = described else {
        return HashSet::new();
    };
    let has_words =
        |one: &&Arc<Record>| described.get(&one.content).is_some_and(|it| it.has_words());
    let wordless = known.iter().filter(|one| one.is_wordless());
    let paths = wordless.filter(has_words).map(|one| one.path.as_str());
    paths.flat_map(|path| std::iter::once(path).chain(names::outer(path))).collect()
}

/// True if the document `path` has a file, or a file that contains it.
fn is_there(path: &str, files: &BTreeMap<String, File>) -> bool {
    files.contains_key(path) || names::outer(path).any(|outer| files.contains_key(outer))
}

/// The ACL in a document's own text; `None` if it has that of its folder.
pub(super) fn own(record: &Record) -> Option<Acl> {
    let folder = record.folder.clone().unwrap_or_default();
    (record.acl != folder).then(|| record.acl.clone())
}
