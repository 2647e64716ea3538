//! The folders of documents, their files and the progress of indexing, as one reader may see them.

use std::collections::{BTreeSet, HashSet};
use std::sync::{Arc, PoisonError, RwLock};

use footnote_documents::Record;
use footnote_documents::acl::Reader;
use footnote_documents::table::{DocumentCache, DocumentKey, Table};
use footnote_protocol::{Listing, PendingFile, Scope};
use footnote_store::{
    Access, Catalog, Counts, DocumentSet, FileKind, FolderPage, RecordPage, Selection, StoreError,
};
use footnote_tables::TableDb;
use tokio::sync::watch;

use super::pending::PendingFiles;
use super::scope::ScopeCache;
use super::scoped_catalog::ScopedCatalog;
use super::skipped::SkippedFiles;
use super::status_cache::StatusCache;
use super::unreachable::Unreachable;
use super::{Example, Folders, Progress, examples};

/// The tables of recently used documents.
type TableCache = DocumentCache<DocumentKey, Arc<Vec<Table>>>;

/// Databases of the tables of recently queried documents.
type DatabaseCache = DocumentCache<Vec<DocumentKey>, TableDb>;

/// The folders of documents and the progress of indexing, as one reader may see them. The cost of a query does not
/// depend on the number of files, except for lists of all files.
#[derive(Clone, Debug)]
pub struct Library {
    folders: Folders,
    progress: Arc<RwLock<Progress>>,
    pending: Arc<RwLock<PendingFiles>>,
    skipped: Arc<RwLock<SkippedFiles>>,
    pub(super) unreachable: Arc<RwLock<Unreachable>>,
    catalog: Arc<dyn Catalog>,
    /// Number of changes so far.
    changes: Arc<watch::Sender<u64>>,
    statuses: Arc<StatusCache>,
    tables: Arc<TableCache>,
    databases: Arc<DatabaseCache>,
    scopes: Arc<ScopeCache>,
    reader: Reader,
}

impl Library {
    /// A library of `folders` with the records in `catalog`, for an unidentified reader.
    pub fn over(folders: impl Into<Folders>, catalog: Arc<dyn Catalog>) -> Self {
        Self {
            folders: folders.into(),
            progress: Arc::default(),
            pending: Arc::default(),
            skipped: Arc::default(),
            unreachable: Arc::default(),
            catalog,
            changes: Arc::default(),
            statuses: Arc::default(),
            tables: Arc::default(),
            databases: Arc::default(),
            scopes: Arc::default(),
            reader: Reader::default(),
        }
    }

    /// The same library for another reader.
    #[must_use]
    pub fn seen_by(&self, reader: Reader) -> Self {
        Self { reader, ..self.clone() }
    }

    /// The documents in this scope that the reader may know of.
    ///
    /// # Errors
    ///
    /// Fails if the catalog cannot be read.
    pub async fn documents_of(&self, scope: &Scope) -> Result<Arc<DocumentSet>, StoreError> {
        self.scopes.documents(self.catalog.as_ref(), &self.reader, scope).await
    }

    /// The same library restricted to these files.
    #[must_use]
    pub fn within(&self, scope: Arc<DocumentSet>) -> Self {
        let catalog = ScopedCatalog { all: Arc::clone(&self.catalog), scope };
        // Cached scopes do not apply: within a restricted library, a scope admits fewer documents.
        Self { catalog: Arc::new(catalog), scopes: Arc::default(), ..self.clone() }
    }

    /// The folders of documents.
    pub fn folders(&self) -> &Folders {
        &self.folders
    }

    /// Cache of recently read tables of all documents. Callers must check first that the reader may see the document's
    /// record.
    pub fn tables(&self) -> &TableCache {
        &self.tables
    }

    /// Cache of databases of tables, under the same condition. A query takes one out while it runs.
    pub fn databases(&self) -> &DatabaseCache {
        &self.databases
    }

    /// Cache of recent states of the list.
    pub fn statuses(&self) -> &StatusCache {
        &self.statuses
    }

    /// The progress of indexing, as far as the reader may know. If any file is hidden from the reader, counts that
    /// include it are omitted.
    ///
    /// # Errors
    ///
    /// Fails if the catalog cannot be read.
    pub async fn progress(&self) -> Result<Progress, StoreError> {
        let mut progress = self.progress_with(|examples| {
            let admitted = examples.iter().filter(|one| one.acl.admits(&self.reader));
            admitted.take(examples::MAX).cloned().collect()
        });
        progress.closed.clear();
        if !self.reader.is_operator() {
            progress.set_aside.clear();
        }
        // In this order, a commit in between can only make `all` larger.
        let seen = self.counts().await?.all();
        let all = self.catalog.counts(Access::Full).await?.all();
        if seen < all {
            let seen = u32::try_from(seen).unwrap_or(u32::MAX);
            (progress.seen, progress.done) = (seen, seen);
            progress.embedded = None;
        }
        Ok(progress)
    }

    /// The progress of indexing for all documents; for operators, not for readers.
    pub fn unfiltered_progress(&self) -> Progress {
        self.progress_with(<[_]>::to_vec)
    }

    /// The progress of indexing; `choose` selects among the examples, which each have an ACL.
    fn progress_with(&self, choose: impl FnOnce(&[Example]) -> Vec<Example>) -> Progress {
        let progress = self.progress.read();
        let progress = progress.unwrap_or_else(PoisonError::into_inner);
        Progress {
            examples: choose(&progress.examples),
            problem: progress.problem.clone(),
            closed: progress.closed.clone(),
            set_aside: progress.set_aside.clone(),
            ..*progress
        }
    }

    /// All files, by path; for operators, not for readers.
    ///
    /// # Errors
    ///
    /// Fails if the catalog cannot be read.
    pub async fn every_file(&self) -> Result<Vec<Arc<Record>>, StoreError> {
        self.catalog.after("", usize::MAX, Access::Full).await
    }

    /// All images and scans without text, and documents with unread pictures; for operators, not for readers.
    ///
    /// # Errors
    ///
    /// Fails if the catalog cannot be read.
    pub async fn every_wordless(&self) -> Result<Vec<Arc<Record>>, StoreError> {
        let files = self.every_file().await?.into_iter();
        Ok(files.filter(|file| file.is_wordless()).collect())
    }

    /// The number of files that are not public; for operators, not for readers.
    ///
    /// # Errors
    ///
    /// Fails if the catalog cannot be read.
    pub async fn restricted(&self) -> Result<usize, StoreError> {
        self.catalog.restricted().await
    }

    /// Counts of the files that the reader may know of.
    ///
    /// # Errors
    ///
    /// Fails if the catalog cannot be read.
    pub async fn counts(&self) -> Result<Counts, StoreError> {
        self.catalog.counts(self.access()).await
    }

    /// Counts of all files; for operators, not for readers.
    ///
    /// # Errors
    ///
    /// Fails if the catalog cannot be read.
    pub async fn every_count(&self) -> Result<Counts, StoreError> {
        self.catalog.counts(Access::Full).await
    }

    /// The files after `path` that the reader may know of, by path.
    ///
    /// # Errors
    ///
    /// Fails if the catalog cannot be read.
    pub async fn after(&self, path: &str, limit: usize) -> Result<Vec<Arc<Record>>, StoreError> {
        self.catalog.after(path, limit, self.access()).await
    }

    /// The file at `path`, if the reader may know of it.
    ///
    /// # Errors
    ///
    /// Fails if the catalog cannot be read.
    pub async fn file(&self, path: &str) -> Result<Option<Arc<Record>>, StoreError> {
        self.catalog.record(path, self.access()).await
    }

    /// Paths of the first documents contained in the one at `path`, such as the attachments of a mail, that the reader
    /// may know of.
    ///
    /// # Errors
    ///
    /// Fails if the catalog cannot be read.
    pub async fn enclosed(&self, path: &str, most: usize) -> Result<Vec<String>, StoreError> {
        let within = self.catalog.enclosed(path, usize::MAX, self.access()).await?;
        let ready = within.iter().filter(|record| record.is_ready());
        Ok(ready.take(most).map(|record| record.path.clone()).collect())
    }

    /// The record of the file at `path`; for operators, not for readers.
    ///
    /// # Errors
    ///
    /// Fails if the catalog cannot be read.
    pub async fn record(&self, path: &str) -> Result<Option<Arc<Record>>, StoreError> {
        self.catalog.record(path, Access::Full).await
    }

    /// A page of a list of the files that the reader may know of.
    ///
    /// # Errors
    ///
    /// Fails if the catalog cannot be read.
    pub async fn list(&self, selection: Selection<'_>) -> Result<RecordPage, StoreError> {
        self.catalog.list(selection, self.access()).await
    }

    /// The contents of a folder, see [`Catalog::folder`].
    ///
    /// # Errors
    ///
    /// Fails if the catalog cannot be read.
    pub async fn folder(
        &self,
        path: &str,
        piece: (usize, usize),
    ) -> Result<FolderPage, StoreError> {
        self.catalog.folder(path, piece, self.access()).await
    }

    /// The extensions of the documents, see [`Catalog::endings`].
    ///
    /// # Errors
    ///
    /// Fails if the catalog cannot be read.
    pub async fn endings(&self) -> Result<Vec<(String, usize)>, StoreError> {
        self.catalog.endings(self.access()).await
    }

    /// A page of the searchable documents whose path or title contains the listing's text.
    ///
    /// # Errors
    ///
    /// Fails if the catalog cannot be read.
    pub async fn ready(&self, listing: &Listing) -> Result<RecordPage, StoreError> {
        let selection = Selection {
            kind: FileKind::Ready,
            named: &listing.named,
            folder: listing.chosen_folder().unwrap_or_default(),
            order: listing.order,
            offset: listing.before(),
            limit: Listing::DOCUMENTS,
        };
        self.list(selection).await
    }

    /// The first files of a kind whose path or title contains this text, by name.
    ///
    /// # Errors
    ///
    /// Fails if the catalog cannot be read.
    pub async fn first(
        &self,
        kind: FileKind,
        named: &str,
        limit: usize,
    ) -> Result<Vec<Arc<Record>>, StoreError> {
        let selection = Selection { kind, named, limit, ..Selection::default() };
        Ok(self.list(selection).await?.files)
    }

    /// The number of files in unsupported formats, and the first of them that match the listing.
    pub fn skipped(&self, listing: &Listing) -> (usize, Vec<String>) {
        self.skipped.read().unwrap_or_else(PoisonError::into_inner).of(&self.reader, listing)
    }

    /// Records the files in unsupported formats.
    pub(super) fn set_skipped(&self, skipped: SkippedFiles) {
        *self.skipped.write().unwrap_or_else(PoisonError::into_inner) = skipped;
    }

    /// The first new files waiting to be read that match the listing, in their order.
    ///
    /// # Errors
    ///
    /// Fails if the catalog cannot be read.
    pub async fn pending(
        &self,
        listing: &Listing,
        most: usize,
    ) -> Result<Vec<PendingFile>, StoreError> {
        let mut new = Vec::new();
        for file in self.pending_matching(listing) {
            let record = self.record(&file.path).await?;
            if record.is_none_or(|record| !record.is_ready()) {
                new.push(file);
            }
            if new.len() >= most {
                break;
            }
        }
        Ok(new)
    }

    /// The files waiting to be read that match the listing.
    fn pending_matching(&self, listing: &Listing) -> Vec<PendingFile> {
        let pending = self.pending.read().unwrap_or_else(PoisonError::into_inner);
        let files = pending.of(&self.reader);
        files.filter(|file| listing.asks_for(&file.path)).cloned().collect()
    }

    /// Changes the queue of files to read.
    pub(super) fn update_pending(&self, change: impl FnOnce(&mut PendingFiles)) {
        change(&mut self.pending.write().unwrap_or_else(PoisonError::into_inner));
        self.changes.send_modify(|changes| *changes += 1);
    }

    /// Returns the titles that several documents share, which therefore identify none.
    ///
    /// # Errors
    ///
    /// Fails if the catalog cannot be read.
    pub async fn shared_titles<'t>(
        &self,
        titles: &[&'t str],
    ) -> Result<HashSet<&'t str>, StoreError> {
        let counts = self.catalog.titled(titles, self.access()).await?;
        let counted = titles.iter().zip(counts).filter(|(_, count)| *count > 1);
        Ok(counted.map(|(title, _)| *title).collect())
    }

    /// The readable files whose title and name together have all of these stems; empty if every stem is in many names.
    ///
    /// # Errors
    ///
    /// Fails if the catalog cannot be read.
    pub async fn named(&self, stems: &BTreeSet<String>) -> Result<Vec<Arc<Record>>, StoreError> {
        self.catalog.named(stems, self.access()).await
    }

    /// Changes the progress.
    pub fn update(&self, change: impl FnOnce(&mut Progress)) {
        change(&mut self.progress.write().unwrap_or_else(PoisonError::into_inner));
        self.changes.send_modify(|changes| *changes += 1);
    }

    /// Versions of the queue of files to read, and of the index.
    pub fn version(&self) -> [u64; 2] {
        [*self.changes.borrow(), self.catalog.version()]
    }

    /// A receiver of changes to the progress.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    fn access(&self) -> Access<'_> {
        Access::Of(&self.reader)
    }
}
