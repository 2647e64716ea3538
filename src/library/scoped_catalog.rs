//! A catalog restricted to the scope of a question.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use footnote_documents::{Record, natural};
use footnote_search::index::{counted_endings, fitting, sorted};
use footnote_store::{
    Access, Catalog, Counts, DocumentSet, FileKind, FolderPage, RecordPage, Selection, StoreFuture,
};
use futures_util::FutureExt as _;

/// The part of a catalog that belongs to a set of documents.
#[derive(Debug)]
pub(super) struct ScopedCatalog {
    pub(super) all: Arc<dyn Catalog>,
    pub(super) scope: Arc<DocumentSet>,
}

impl ScopedCatalog {
    fn holds(&self, record: &Record) -> bool {
        self.scope.get(&record.path).is_some()
    }

    /// Filters the records that belong to the set.
    fn only(&self, mut records: Vec<Arc<Record>>) -> Vec<Arc<Record>> {
        records.retain(|record| self.holds(record));
        records
    }

    /// The files of the set that may be read.
    fn admitted<'s>(&'s self, access: Access<'s>) -> impl Iterator<Item = &'s Arc<Record>> {
        self.scope.records().iter().filter(move |record| access.admits(&record.acl))
    }

    /// A future that is already complete.
    fn ready<'a, T: Send + 'a>(result: T) -> StoreFuture<'a, T> {
        std::future::ready(Ok(result)).boxed()
    }
}

impl Catalog for ScopedCatalog {
    fn version(&self) -> u64 {
        self.all.version()
    }

    fn record<'a>(
        &'a self,
        path: &'a str,
        access: Access<'a>,
    ) -> StoreFuture<'a, Option<Arc<Record>>> {
        match self.scope.get(path) {
            Some(_) => self.all.record(path, access),
            None => Self::ready(None),
        }
    }

    fn enclosed<'a>(
        &'a self,
        path: &'a str,
        limit: usize,
        access: Access<'a>,
    ) -> StoreFuture<'a, Vec<Arc<Record>>> {
        let prefix = format!("{path}/");
        let enclosed = self.admitted(access).filter(|record| record.path.starts_with(&prefix));
        Self::ready(enclosed.take(limit).cloned().collect())
    }

    fn after<'a>(
        &'a self,
        path: &'a str,
        limit: usize,
        access: Access<'a>,
    ) -> StoreFuture<'a, Vec<Arc<Record>>> {
        let behind = self.admitted(access).filter(|record| record.path.as_str() > path);
        Self::ready(behind.take(limit).cloned().collect())
    }

    fn below<'a>(
        &'a self,
        paths: &'a [String],
        access: Access<'a>,
    ) -> StoreFuture<'a, Vec<Arc<Record>>> {
        async move { Ok(self.only(self.all.below(paths, access).await?)) }.boxed()
    }

    fn folder<'a>(
        &'a self,
        path: &'a str,
        (offset, limit): (usize, usize),
        access: Access<'a>,
    ) -> StoreFuture<'a, FolderPage> {
        async move {
            let mut page = self.all.folder(path, (0, usize::MAX), access).await?;
            page.files = self.only(page.files);
            page.fitting = page.files.len();
            page.files = page.files.into_iter().skip(offset).take(limit).collect();
            for (name, count) in &mut page.folders {
                let folder = [path, name].join("/");
                let prefix = format!("{}/", folder.trim_start_matches('/'));
                let ready = self.admitted(access).filter(|record| record.is_ready());
                *count = ready.filter(|record| record.path.starts_with(&prefix)).count();
            }
            page.folders.retain(|(_, count)| *count > 0);
            Ok(page)
        }
        .boxed()
    }

    fn endings<'a>(&'a self, access: Access<'a>) -> StoreFuture<'a, Vec<(String, usize)>> {
        let ready = self.admitted(access).filter(|record| record.is_ready());
        Self::ready(counted_endings(ready.map(|record| record.path.as_str())))
    }

    fn list<'a>(
        &'a self,
        selection: Selection<'a>,
        access: Access<'a>,
    ) -> StoreFuture<'a, RecordPage> {
        let fitting = fitting(self.admitted(access), selection);
        let of_kind = fitting.filter(|record| FileKind::of(record) == selection.kind);
        let mut files: Vec<Arc<Record>> = of_kind.cloned().collect();
        files.sort_by(|one, other| natural::paths(&one.path, &other.path));
        Self::ready(sorted(files, selection))
    }

    fn counts<'a>(&'a self, access: Access<'a>) -> StoreFuture<'a, Counts> {
        let mut counts = Counts::default();
        for record in self.admitted(access) {
            *counts.of_mut(FileKind::of(record)) += 1;
            counts.passages += record.passages() as usize;
        }
        Self::ready(counts)
    }

    fn restricted(&self) -> StoreFuture<'_, usize> {
        let restricted = self.scope.records().iter().filter(|record| !record.acl.is_public());
        Self::ready(restricted.count())
    }

    fn titled<'a>(
        &'a self,
        titles: &'a [&'a str],
        access: Access<'a>,
    ) -> StoreFuture<'a, Vec<u32>> {
        let mut counts: HashMap<&str, u32> = titles.iter().map(|title| (*title, 0)).collect();
        for record in self.admitted(access) {
            if let Some(count) = counts.get_mut(record.title.as_str()) {
                *count += 1;
            }
        }
        let is_title = |title: &&&str| !title.is_empty();
        let count = |title: &&str| {
            let known = Some(title).filter(is_title).and_then(|title| counts.get(title));
            known.copied().unwrap_or_default()
        };
        Self::ready(titles.iter().map(count).collect())
    }

    fn named<'a>(
        &'a self,
        stems: &'a BTreeSet<String>,
        access: Access<'a>,
    ) -> StoreFuture<'a, Vec<Arc<Record>>> {
        async move { Ok(self.only(self.all.named(stems, access).await?)) }.boxed()
    }
}
