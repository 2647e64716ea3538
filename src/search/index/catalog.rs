//! The catalog of an index: its records, held in memory.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Debug;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard, Weak};

use footnote_documents::acl::Acl;
use footnote_documents::{Record, natural};
use footnote_protocol::{Order, lies_in};
use footnote_store::{
    Access, Catalog, Counts, FileKind, FolderPage, RecordPage, Selection, StoreFuture,
};
use futures_util::FutureExt as _;

use super::Records;

/// The database that an index is a copy of.
pub trait Original: Debug + Send + Sync {
    /// Makes sure that the copy may be read.
    fn readable(&self) -> StoreFuture<'_, ()>;
}

/// The records of an index as of its last commit, shared by all readers.
#[derive(Debug, Default)]
pub struct MemoryCatalog {
    records: RwLock<Records>,
    version: AtomicU64,
    original: OnceLock<Weak<dyn Original>>,
}

impl MemoryCatalog {
    /// A catalog of these records.
    pub fn of(records: Records) -> Self {
        Self { records: RwLock::new(records), ..Self::default() }
    }

    /// Read access to the records; they cannot change while the guard is held.
    pub fn records(&self) -> RwLockReadGuard<'_, Records> {
        self.records.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Write access to the records, for changes without a commit.
    pub(super) fn records_mut(&self) -> RwLockWriteGuard<'_, Records> {
        self.records.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the records in a commit.
    pub fn commit(&self, change: impl FnOnce(&mut Records)) {
        change(&mut self.records_mut());
        self.version.fetch_add(1, Ordering::Release);
    }

    /// Makes the catalog the copy of an `original`, which is asked before each read.
    pub fn follow(&self, original: Weak<dyn Original>) {
        // Whoever made the index has no other.
        let _ = self.original.set(original);
    }

    /// Hides the documents that others may read now, or nobody, until the index has their new versions.
    pub fn hide_changed(&self, changed: &HashMap<String, Option<Acl>>) {
        self.commit(|records| {
            for (path, acl) in changed {
                let is_as_before = |record: &Arc<Record>| Some(&record.acl) == acl.as_ref();
                if records.get(path).is_some_and(|record| !is_as_before(record)) {
                    records.remove(path);
                }
            }
        });
    }

    /// Runs `work` on the records.
    fn with_records<'a, T: Send + 'a>(
        &'a self,
        work: impl FnOnce(&Records) -> T + Send + 'a,
    ) -> StoreFuture<'a, T> {
        async move {
            if let Some(original) = self.original.get().and_then(Weak::upgrade) {
                original.readable().await?;
            }
            Ok(work(&self.records()))
        }
        .boxed()
    }
}

impl FromIterator<Record> for MemoryCatalog {
    fn from_iter<T: IntoIterator<Item = Record>>(records: T) -> Self {
        Self::of(records.into_iter().collect())
    }
}

impl Catalog for MemoryCatalog {
    fn version(&self) -> u64 {
        self.version.load(Ordering::Acquire)
    }

    fn record<'a>(
        &'a self,
        path: &'a str,
        access: Access<'a>,
    ) -> StoreFuture<'a, Option<Arc<Record>>> {
        self.with_records(move |records| {
            records.get(path).filter(|one| access.admits(&one.acl)).cloned()
        })
    }

    fn enclosed<'a>(
        &'a self,
        path: &'a str,
        limit: usize,
        access: Access<'a>,
    ) -> StoreFuture<'a, Vec<Arc<Record>>> {
        self.with_records(move |records| first(records.within(path), limit, access))
    }

    fn after<'a>(
        &'a self,
        path: &'a str,
        limit: usize,
        access: Access<'a>,
    ) -> StoreFuture<'a, Vec<Arc<Record>>> {
        self.with_records(move |records| first(records.after(path), limit, access))
    }

    fn below<'a>(
        &'a self,
        paths: &'a [String],
        access: Access<'a>,
    ) -> StoreFuture<'a, Vec<Arc<Record>>> {
        self.with_records(move |records| {
            if paths.is_empty() {
                return first(records.iter(), usize::MAX, access);
            }
            let each = |path: &'a String| records.get(path).into_iter().chain(records.within(path));
            first(paths.iter().flat_map(each), usize::MAX, access)
        })
    }

    fn folder<'a>(
        &'a self,
        path: &'a str,
        piece: (usize, usize),
        access: Access<'a>,
    ) -> StoreFuture<'a, FolderPage> {
        self.with_records(move |records| folder(records, path, piece, access))
    }

    fn endings<'a>(&'a self, access: Access<'a>) -> StoreFuture<'a, Vec<(String, usize)>> {
        self.with_records(move |records| {
            let ready = records.of_kind(FileKind::Ready).filter(|file| access.admits(&file.acl));
            counted_endings(ready.map(|file| file.path.as_str()))
        })
    }

    fn list<'a>(
        &'a self,
        selection: Selection<'a>,
        access: Access<'a>,
    ) -> StoreFuture<'a, RecordPage> {
        self.with_records(move |records| list(records, selection, access))
    }

    fn counts<'a>(&'a self, access: Access<'a>) -> StoreFuture<'a, Counts> {
        self.with_records(move |records| records.counts(access))
    }

    fn restricted(&self) -> StoreFuture<'_, usize> {
        self.with_records(move |records| {
            let restricted = records.groups().filter(|(acl, _)| !acl.is_public());
            restricted.map(|(_, group)| group.counts.all()).sum()
        })
    }

    fn titled<'a>(
        &'a self,
        titles: &'a [&'a str],
        access: Access<'a>,
    ) -> StoreFuture<'a, Vec<u32>> {
        self.with_records(move |records| {
            let count = |title: &&str| records.admitted(access).map(|one| one.titled(title)).sum();
            titles.iter().map(count).collect()
        })
    }

    fn named<'a>(
        &'a self,
        stems: &'a BTreeSet<String>,
        access: Access<'a>,
    ) -> StoreFuture<'a, Vec<Arc<Record>>> {
        self.with_records(move |records| {
            let mut files = records.documents_with(stems, access);
            files.retain(|file| file.is_ready());
            files
        })
    }
}

fn folder(
    records: &Records,
    path: &str,
    (offset, limit): (usize, usize),
    access: Access<'_>,
) -> FolderPage {
    let prefix = if path.is_empty() { String::new() } else { format!("{path}/") };
    let (mut page, mut folders) = (FolderPage::default(), HashMap::<&str, usize>::new());
    let ready = records.of_kind(FileKind::Ready).filter(|file| access.admits(&file.acl));
    for file in ready {
        match file.path.strip_prefix(&prefix).map(|rest| rest.split_once('/')) {
            None => {}
            Some(Some((folder, _))) => *folders.entry(folder).or_default() += 1,
            Some(None) => {
                if page.fitting >= offset && page.files.len() < limit {
                    page.files.push(Arc::clone(file));
                }
                page.fitting += 1;
            }
        }
    }
    let is_file = |name: &str| records.get(&format!("{prefix}{name}")).is_some();
    let folders = folders.into_iter().filter(|(name, _)| !is_file(name));
    page.folders = folders.map(|(name, count)| (name.to_owned(), count)).collect();
    page.folders.sort_by(|(one, _), (other, _)| natural::names(one, other));
    page
}

/// The lower-case extensions of these paths, each with its count.
pub fn counted_endings<'a>(paths: impl Iterator<Item = &'a str>) -> Vec<(String, usize)> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    let names = paths.map(|path| path.rsplit('/').next().unwrap_or(path));
    for (_, ending) in names.filter_map(|name| name.rsplit_once('.')) {
        *counts.entry(ending.to_lowercase()).or_default() += 1;
    }
    counts.into_iter().collect()
}

/// The first of these records that may be read.
fn first<'a>(
    records: impl Iterator<Item = &'a Arc<Record>>,
    limit: usize,
    access: Access<'_>,
) -> Vec<Arc<Record>> {
    let admitted = records.filter(|record| access.admits(&record.acl));
    admitted.take(limit).cloned().collect()
}

fn list(records: &Records, selection: Selection<'_>, access: Access<'_>) -> RecordPage {
    let files = records.of_kind(selection.kind).filter(|file| access.admits(&file.acl));
    let fitting = fitting(files, selection);
    if selection.order != Order::Name {
        return sorted(fitting.cloned().collect(), selection);
    }
    if selection.named.trim().is_empty() && selection.folder.is_empty() {
        // Most lists are of all files, so stop after the requested page.
        let files = fitting.skip(selection.offset).take(selection.limit).cloned().collect();
        return RecordPage { files, fitting: records.counts(access).of(selection.kind) };
    }
    let shown = selection.offset..selection.offset.saturating_add(selection.limit);
    let mut piece = RecordPage::default();
    for file in fitting {
        if shown.contains(&piece.fitting) {
            piece.files.push(Arc::clone(file));
        }
        piece.fitting += 1;
    }
    piece
}

/// The files in the folder of a selection whose path or title contains its text.
pub fn fitting<'f>(
    files: impl Iterator<Item = &'f Arc<Record>>,
    selection: Selection<'_>,
) -> impl Iterator<Item = &'f Arc<Record>> {
    let named = selection.named.trim().to_lowercase();
    let is_there =
        move |file: &Record| selection.folder.is_empty() || lies_in(&file.path, selection.folder);
    files.filter(move |file| {
        let holds = |text: &str| text.to_lowercase().contains(&named);
        is_there(file) && (named.is_empty() || holds(&file.path) || holds(&file.title))
    })
}

/// The page of `fitting` files, which are sorted by name, in the order of the selection.
pub fn sorted(mut files: Vec<Arc<Record>>, selection: Selection<'_>) -> RecordPage {
    files.sort_by_key(|file| {
        std::cmp::Reverse(match selection.order {
            Order::Name => 0,
            Order::Changed => file.stamp.modified.cast_unsigned(),
            Order::Size => file.stamp.size,
            Order::Pages => u64::from(file.pages()),
        })
    });
    let fitting = files.len();
    let files = files.into_iter().skip(selection.offset).take(selection.limit);
    RecordPage { files: files.collect(), fitting }
}
