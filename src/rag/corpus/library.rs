//! The library: the folders of documents and their files, as one reader may see them.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use tokio::sync::watch;

use super::acl::Reader;
use super::index::{Alike, Record, Records};
use super::others::Others;
use super::pending::Pending;
use super::statuses::Statuses;
use super::table::Tables;
use super::{Example, Folders, Progress, examples};
use crate::protocol::{Listing, Order, PendingFile};

/// The numbers of files that a reader may know of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Files that can be found.
    pub ready: usize,
    /// Files that could not be read.
    pub failed: usize,
    /// Images without text.
    pub images: usize,
}

/// A piece of the list of files.
#[derive(Clone, Debug, Default)]
pub struct Piece {
    /// The files of the piece, in the order of the list.
    pub files: Vec<Arc<Record>>,
    /// The number of files in the whole list.
    pub fitting: usize,
}

/// The folders of documents and how far their indexing has come, as one reader may see it. To ask it costs
/// the same for any number of files, but where all are listed.
#[derive(Debug)]
pub struct Library {
    folders: Folders,
    progress: Arc<RwLock<Progress>>,
    pending: Arc<RwLock<Pending>>,
    others: Arc<RwLock<Others>>,
    records: Arc<RwLock<Records>>,
    /// The number of changes so far.
    changes: Arc<watch::Sender<u64>>,
    statuses: Arc<Statuses>,
    tables: Arc<Tables>,
    reader: Reader,
}

impl Library {
    /// A library over `folders`, of which nothing is known yet, for readers who are not known.
    pub fn new(folders: impl Into<Folders>) -> Self {
        Self::over(folders, Arc::default())
    }

    /// A library over `folders`, whose files have these records, for readers who are not known.
    pub fn over(folders: impl Into<Folders>, records: Arc<RwLock<Records>>) -> Self {
        Self {
            folders: folders.into(),
            progress: Arc::default(),
            pending: Arc::default(),
            others: Arc::default(),
            records,
            changes: Arc::default(),
            statuses: Arc::default(),
            tables: Arc::default(),
            reader: Reader::default(),
        }
    }

    /// The same library as this reader may see it.
    #[must_use]
    pub fn seen_by(&self, reader: Reader) -> Self {
        Self {
            folders: self.folders.clone(),
            progress: Arc::clone(&self.progress),
            pending: Arc::clone(&self.pending),
            others: Arc::clone(&self.others),
            records: Arc::clone(&self.records),
            changes: Arc::clone(&self.changes),
            statuses: Arc::clone(&self.statuses),
            tables: Arc::clone(&self.tables),
            reader,
        }
    }

    /// The folders of documents.
    pub fn folders(&self) -> &Folders {
        &self.folders
    }

    /// The tables that were read a moment ago, of any document: whoever asks for one must be let see its record.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The states of the list that were made a moment ago.
    pub fn statuses(&self) -> &Statuses {
        &self.statuses
    }

    /// The progress of indexing, as far as the reader may know. Where any file is hidden, counts that include
    /// it are left out too.
    pub fn progress(&self) -> Progress {
        let mut progress = self.progress_with(|examples| {
            let admitted = examples.iter().filter(|one| one.acl.admits(&self.reader));
            admitted.take(examples::MOST).cloned().collect()
        });
        progress.closed.clear();
        let (seen, all) = (self.counts(), self.records().len());
        let seen = seen.ready + seen.failed + seen.images;
        if seen < all {
            let seen = u32::try_from(seen).unwrap_or(u32::MAX);
            (progress.seen, progress.done) = (seen, seen);
            progress.embedded = None;
        }
        progress
    }

    /// The progress of indexing for all documents: for operators of the server, not for readers.
    pub fn everything(&self) -> Progress {
        self.progress_with(<[_]>::to_vec)
    }

    /// The progress of indexing with a choice of the examples: each ACL has its own.
    fn progress_with(&self, choose: impl FnOnce(&[Example]) -> Vec<Example>) -> Progress {
        let progress = self.progress.read();
        let progress = progress.unwrap_or_else(PoisonError::into_inner);
        Progress {
            examples: choose(&progress.examples),
            problem: progress.problem.clone(),
            closed: progress.closed.clone(),
            ..*progress
        }
    }

    /// All files, by path: for operators of the server, not for readers.
    pub fn every_file(&self) -> Vec<Arc<Record>> {
        self.records().iter().cloned().collect()
    }

    /// The number of files that are not public: for operators of the server, not for readers.
    pub fn restricted(&self) -> usize {
        let records = self.records();
        let restricted = records.alike().filter(|(acl, _)| !acl.is_public());
        restricted.map(|(_, alike)| alike.all()).sum()
    }

    /// The numbers of files that the reader may know of.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for alike in self.admitted(&self.records()) {
            counts.ready += alike.ready;
            counts.failed += alike.failed;
            counts.images += alike.images;
        }
        counts
    }

    /// The file at `path`, if the reader may know of it.
    pub fn file(&self, path: &str) -> Option<Arc<Record>> {
        let record = self.records().get(path).cloned();
        record.filter(|record| record.acl.admits(&self.reader))
    }

    /// The paths of the first documents that the one at `path` encloses, as a mail its attachments, if the reader may
    /// know of them.
    pub fn enclosed(&self, path: &str, most: usize) -> Vec<String> {
        let records = self.records();
        let within = records.within(path).filter(|record| record.is_ready());
        let known = within.filter(|record| record.acl.admits(&self.reader));
        known.take(most).map(|record| record.path.clone()).collect()
    }

    /// The record of the file at `path`: for operators of the server, not for readers.
    pub fn record(&self, path: &str) -> Option<Arc<Record>> {
        self.records().get(path).cloned()
    }

    /// Returns the result of `look` over the files that the reader may know of, by name. Changes wait until
    /// it is done.
    pub fn with_files<T>(
        &self,
        look: impl FnOnce(&mut dyn Iterator<Item = &Arc<Record>>) -> T,
    ) -> T {
        let records = self.records();
        look(&mut records.listed().filter(|record| record.acl.admits(&self.reader)))
    }

    /// A page of the documents that can be found and whose path or title holds the listing's letters.
    pub fn ready(&self, listing: &Listing) -> Piece {
        let named = listing.named.trim().to_lowercase();
        let holds = |text: &str| text.to_lowercase().contains(&named);
        let shown = listing.before()..listing.before().saturating_add(Listing::DOCUMENTS);
        let all = self.counts().ready;
        self.with_files(|files| {
            let ready = files.filter(|file| file.is_ready());
            if listing.order != Order::Name {
                let fitting = ready.filter(|file| holds(&file.path) || holds(&file.title));
                return sorted(fitting.cloned().collect(), listing.order, shown);
            }
            if named.is_empty() {
                let files = ready.skip(shown.start).take(shown.len()).cloned().collect();
                return Piece { files, fitting: all };
            }
            let mut piece = Piece::default();
            for file in ready.filter(|file| holds(&file.path) || holds(&file.title)) {
                if shown.contains(&piece.fitting) {
                    piece.files.push(Arc::clone(file));
                }
                piece.fitting += 1;
            }
            piece
        })
    }

    /// The first files that could not be read and whose path holds these letters, by name.
    pub fn failed(&self, named: &str, most: usize) -> Vec<Arc<Record>> {
        self.first(named, most, self.records().failed())
    }

    /// The first images without text whose path holds these letters, by name.
    pub fn images(&self, named: &str, most: usize) -> Vec<Arc<Record>> {
        self.first(named, most, self.records().images())
    }

    /// The first of these files that hold these letters and that the reader may know of.
    fn first<'a>(
        &self,
        named: &str,
        most: usize,
        files: impl Iterator<Item = &'a Arc<Record>>,
    ) -> Vec<Arc<Record>> {
        let named = named.trim().to_lowercase();
        let admitted = files.filter(|file| file.acl.admits(&self.reader));
        let fitting = admitted.filter(|file| file.path.to_lowercase().contains(&named));
        fitting.take(most).cloned().collect()
    }

    /// The number of files in formats that are not read, and the first of them whose path holds these letters.
    pub fn others(&self, named: &str) -> (usize, Vec<String>) {
        self.others.read().unwrap_or_else(PoisonError::into_inner).of(&self.reader, named)
    }

    /// Notes the files in formats that are not read.
    pub(super) fn leave(&self, others: Others) {
        *self.others.write().unwrap_or_else(PoisonError::into_inner) = others;
    }

    /// The first files that are still to be read, were not read before and whose path holds these letters, in
    /// their order.
    pub fn pending(&self, named: &str, most: usize) -> Vec<PendingFile> {
        let named = named.trim().to_lowercase();
        let pending = self.pending.read().unwrap_or_else(PoisonError::into_inner);
        let records = self.records();
        let is_new = |path: &str| records.get(path).is_none_or(|record| !record.is_ready());
        let new = pending.of(&self.reader).filter(|file| is_new(&file.path));
        let fitting = new.filter(|file| file.path.to_lowercase().contains(&named));
        fitting.take(most).cloned().collect()
    }

    /// Changes what is still to be read.
    pub(super) fn pend(&self, change: impl FnOnce(&mut Pending)) {
        change(&mut self.pending.write().unwrap_or_else(PoisonError::into_inner));
        self.changes.send_modify(|changes| *changes += 1);
    }

    /// True if several documents have this title, so that it names none of them.
    pub fn shares_title(&self, title: &str) -> bool {
        let records = self.records();
        self.admitted(&records).map(|alike| alike.titled(title)).sum::<u32>() > 1
    }

    /// The readable files whose names have all of these stems; some of them, if they are many.
    pub fn named(&self, stems: &BTreeSet<String>) -> Vec<Arc<Record>> {
        let mut files = self.records().having(stems, &self.reader);
        files.retain(|file| file.is_ready());
        files
    }

    /// True if this word, in small letters, stands in the path or the title of a document.
    pub fn has_name_word(&self, word: &str) -> bool {
        self.admitted(&self.records()).any(|alike| alike.has_word(word))
    }

    /// Changes the progress.
    pub fn update(&self, change: impl FnOnce(&mut Progress)) {
        change(&mut self.progress.write().unwrap_or_else(PoisonError::into_inner));
        self.changes.send_modify(|changes| *changes += 1);
    }

    /// Tells of each change of the progress.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// The counts of the files that the reader may know of.
    fn admitted<'a>(&'a self, records: &'a Records) -> impl Iterator<Item = &'a Alike> {
        let admitted = records.alike().filter(|(acl, _)| acl.admits(&self.reader));
        admitted.map(|(_, alike)| alike)
    }

    fn records(&self) -> RwLockReadGuard<'_, Records> {
        self.records.read().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The piece of the files that is `shown` in this order.
fn sorted(mut files: Vec<Arc<Record>>, order: Order, shown: Range<usize>) -> Piece {
    files.sort_by_key(|file| {
        Reverse(match order {
            Order::Name => 0,
            Order::Changed => file.stamp.modified.cast_unsigned(),
            Order::Size => file.stamp.size,
            Order::Pages => u64::from(file.pages()),
        })
    });
    let fitting = files.len();
    let files = files.into_iter().skip(shown.start).take(shown.len());
    Piece { files: files.collect(), fitting }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rag::corpus::acl::Acl;

    /// A library of these files, each with its title and its ACL.
    fn library(files: [(&str, &str, &str); 3]) -> Library {
        let record = |(path, title, folder): (&str, &str, &str)| Record {
            path: path.to_owned(),
            title: title.to_owned(),
            acl: Acl::of_folder(folder).unwrap(),
            ..Record::default()
        };
        let records = files.into_iter().map(record).collect();
        Library::over("folder", Arc::new(RwLock::new(records)))
    }

    #[test]
    fn files_are_listed_as_people_look_for_them() {
        let files = ["Plan10.md", "plan2.md", "Äpfel.md"].map(|path| (path, "", "public"));
        let library = library(files);
        let listed: Vec<_> = library.failed("", 9);
        let paths: Vec<_> = listed.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(paths, ["Äpfel.md", "plan2.md", "Plan10.md"]);
        assert_eq!(library.failed(" PLAN", 9).len(), 2);
    }

    #[test]
    fn no_reader_sees_files_of_others() {
        let library = library([
            ("a.md", "Leave", "public"),
            ("b.md", "Leave", "user: alice"),
            ("gold.md", "", "user: bob"),
        ]);
        let seen = |library: &Library| {
            let paths = library.with_files(|files| files.map(|file| file.path.clone()).collect());
            let paths: Vec<String> = paths;
            let is_known = library.file("b.md").is_some();
            assert_eq!(library.counts().failed, paths.len());
            assert_eq!(library.progress().seen as usize, paths.len());
            assert!(!library.has_name_word("gold"));
            assert_eq!(is_known, library.shares_title("Leave"));
            paths
        };
        assert_eq!(seen(&library), ["a.md"]);
        let alice = library.seen_by(Reader::new(Some("alice"), []));
        assert_eq!(seen(&alice), ["a.md", "b.md"]);
        assert_eq!((library.restricted(), library.every_file().len()), (2, 3));
    }
}
