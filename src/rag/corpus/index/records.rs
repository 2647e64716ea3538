//! The records of files, and the counts of files with the same ACL.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Bound;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Stamp;
use super::names::{self, Known, MOST_NAMED, Names, decrease, increase};
use super::ordered::{ByName, ByPath};
use crate::protocol::{DocumentSummary, FailedFile};
use crate::rag::corpus::FileState;
use crate::rag::corpus::acl::{Acl, Reader};
use crate::rag::corpus::extract::error::ExtractError;
use crate::text::words;

/// The record of one file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The path relative to the folder.
    pub path: String,
    /// The file's state when it was read; the default where that is not known.
    pub stamp: Stamp,
    /// A hash of its content; 0 if there is none.
    pub content: u128,
    /// The number of its characters that were left out since no reader sees them.
    pub hidden: usize,
    /// The document's title; empty if unknown.
    pub title: String,
    /// The names at its beginning: its first heading, and the capitalised words and numbers of its title
    /// page.
    pub opening: String,
    /// The result of reading it.
    pub state: FileState,
    /// The users and groups that may read it.
    #[serde(rename = "access")]
    pub acl: Acl,
    /// The ACL of its folder when it was read; `None` if it had none.
    pub folder: Option<Acl>,
}

impl Record {
    /// True if its passages can be found.
    pub fn is_ready(&self) -> bool {
        matches!(self.state, FileState::Ready { .. })
    }

    /// The number of pages that it has; none if it could not be read.
    pub fn pages(&self) -> u32 {
        match self.state {
            FileState::Ready { pages, .. } => pages,
            FileState::Failed(_) => 0,
        }
    }

    /// The number of its passages; none if it could not be read.
    pub fn passages(&self) -> u32 {
        match self.state {
            FileState::Ready { passages, .. } => passages,
            FileState::Failed(_) => 0,
        }
    }

    /// Its entry in a list of documents; `own` if its reader may remove it.
    pub fn summary(&self, own: bool) -> DocumentSummary {
        DocumentSummary {
            path: self.path.clone(),
            title: self.title.clone(),
            pages: self.pages(),
            passages: self.passages(),
            size: self.stamp.size,
            own,
        }
    }

    /// Its entry in a list of files that could not be read; `own` if its reader may remove it.
    pub fn failure(&self, own: bool) -> FailedFile {
        let reason = self.fault().to_owned();
        let again = own && ExtractError::may_pass(&reason);
        FailedFile { path: self.path.clone(), own, again, reason }
    }

    /// True if it is an image without text: nothing that was there to be read failed.
    pub fn is_image(&self) -> bool {
        matches!(&self.state, FileState::Failed(reason) if *reason == ExtractError::Image.to_string())
    }

    /// The reason why it could not be read; empty if it was.
    pub fn fault(&self) -> &str {
        match &self.state {
            FileState::Ready { .. } => "",
            FileState::Failed(reason) => reason,
        }
    }
}

/// The records of all files. Each change costs the same for any number of files, and so does each
/// look but for a walk through all of them.
#[derive(Debug, Default)]
pub struct Records {
    by_path: BTreeSet<ByPath>,
    by_name: BTreeSet<ByName>,
    failed: BTreeSet<ByName>,
    images: BTreeSet<ByName>,
    alike: BTreeMap<Acl, Alike>,
}

/// The files with the same ACL.
#[derive(Debug, Default)]
pub struct Alike {
    /// The number of files that can be found.
    pub ready: usize,
    /// The number of files that could not be read.
    pub failed: usize,
    /// The number of images without text.
    pub images: usize,
    names: Names,
    titles: HashMap<String, u32>,
    words: HashMap<String, u32>,
}

/// A record with what is counted of it.
pub(super) struct Counted {
    record: Arc<Record>,
    words: BTreeSet<String>,
    /// The words of its name.
    name: BTreeSet<String>,
}

impl Counted {
    pub(super) fn of(record: Record) -> Self {
        Self { words: words(&record), name: names::words(&record), record: Arc::new(record) }
    }
}

impl Records {
    /// The record of the file at `path`.
    pub fn get(&self, path: &str) -> Option<&Arc<Record>> {
        self.by_path.get(path).map(|ByPath(record)| record)
    }

    /// All records, by path.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Record>> {
        self.by_path.iter().map(|ByPath(record)| record)
    }

    /// All records, by name: numbers by their value, letters whatever their case and accents.
    pub fn listed(&self) -> impl Iterator<Item = &Arc<Record>> {
        self.by_name.iter().map(|ByName(record)| record)
    }

    /// The records of the files that the one at `path` encloses.
    pub fn within(&self, path: &str) -> impl Iterator<Item = &Arc<Record>> {
        let folder = format!("{path}/");
        let from = (Bound::Included(folder.as_str()), Bound::Unbounded);
        let following = self.by_path.range::<str, _>(from);
        let within = following.take_while(move |ByPath(record)| record.path.starts_with(&folder));
        within.map(|ByPath(record)| record)
    }

    /// The records of the files that could not be read, by name.
    pub fn failed(&self) -> impl Iterator<Item = &Arc<Record>> {
        self.failed.iter().map(|ByName(record)| record)
    }

    /// The records of the images without text, by name.
    pub fn images(&self) -> impl Iterator<Item = &Arc<Record>> {
        self.images.iter().map(|ByName(record)| record)
    }

    /// The number of files that are known.
    pub fn len(&self) -> usize {
        self.by_path.len()
    }

    /// True if no file is known.
    pub fn is_empty(&self) -> bool {
        self.by_path.is_empty()
    }

    /// The counts of the files of each ACL.
    pub fn alike(&self) -> impl Iterator<Item = (&Acl, &Alike)> {
        self.alike.iter()
    }

    /// The names of the documents that this reader can find.
    pub fn names(&self, reader: &Reader) -> Known<'_> {
        let admitted = self.alike.iter().filter(|(acl, _)| acl.admits(reader));
        Known::new(admitted.map(|(_, alike)| &alike.names))
    }

    /// The files that this reader can find whose names have all of these stems; some of them, if they are many.
    pub fn having(&self, stems: &BTreeSet<String>, reader: &Reader) -> Vec<Arc<Record>> {
        let names = self.names(reader);
        let Some(rarest) = stems.iter().min_by_key(|stem| names.having(stem).count()) else {
            return Vec::new();
        };
        let has_all = |document: &u64| {
            let own: BTreeSet<&str> = names.words(*document).collect();
            stems.iter().all(|stem| own.contains(stem.as_str()))
        };
        let documents = names.having(rarest).take(MOST_NAMED).filter(has_all);
        let paths = documents.filter_map(|document| names.path(document));
        paths.filter_map(|path| self.get(&path).cloned()).collect()
    }

    /// Puts a record in the place of the one that its file had.
    pub fn put(&mut self, record: Record) {
        self.place(Counted::of(record));
    }

    /// The same for a record that was counted before.
    pub(super) fn place(&mut self, counted: Counted) {
        self.remove(&counted.record.path);
        let acl = counted.record.acl.clone();
        let record = self.alike.entry(acl).or_default().add(counted);
        if record.is_image() {
            self.images.insert(ByName(Arc::clone(&record)));
        } else if !record.is_ready() {
            self.failed.insert(ByName(Arc::clone(&record)));
        }
        self.by_name.insert(ByName(Arc::clone(&record)));
        self.by_path.insert(ByPath(record));
    }

    /// Forgets the file at `path`.
    pub fn remove(&mut self, path: &str) {
        let Some(ByPath(record)) = self.by_path.take(path) else {
            return;
        };
        let named = ByName(Arc::clone(&record));
        for list in [&mut self.by_name, &mut self.failed, &mut self.images] {
            list.remove(&named);
        }
        if let Some(alike) = self.alike.get_mut(&record.acl) {
            alike.remove(&record);
            if alike.all() == 0 {
                self.alike.remove(&record.acl);
            }
        }
    }
}

impl FromIterator<Record> for Records {
    fn from_iter<T: IntoIterator<Item = Record>>(records: T) -> Self {
        let mut all = Self::default();
        records.into_iter().for_each(|record| all.put(record));
        all
    }
}

impl Alike {
    /// The number of files, whatever became of them.
    pub fn all(&self) -> usize {
        self.ready + self.failed + self.images
    }

    /// The number of files with this title.
    pub fn titled(&self, title: &str) -> u32 {
        self.titles.get(title).copied().unwrap_or_default()
    }

    /// True if this word, in small letters, stands in the path or the title of one of them.
    pub fn has_word(&self, word: &str) -> bool {
        self.words.contains_key(word)
    }

    fn add(&mut self, counted: Counted) -> Arc<Record> {
        let record = counted.record;
        *self.of_state(&record) += 1;
        if record.is_ready() {
            self.names.add(&record.path, &counted.name);
        }
        if !record.title.is_empty() {
            increase(&mut self.titles, record.title.clone());
        }
        for word in counted.words {
            increase(&mut self.words, word);
        }
        record
    }

    fn remove(&mut self, record: &Record) {
        *self.of_state(record) -= 1;
        self.names.remove(&record.path);
        decrease(&mut self.titles, record.title.clone());
        for word in words(record) {
            decrease(&mut self.words, word);
        }
    }

    fn of_state(&mut self, record: &Record) -> &mut usize {
        if record.is_ready() {
            &mut self.ready
        } else if record.is_image() {
            &mut self.images
        } else {
            &mut self.failed
        }
    }
}

/// The words of a file's path and title, each once, in small letters.
fn words(record: &Record) -> BTreeSet<String> {
    let name = format!("{} {}", record.path, record.title).to_lowercase();
    words::words(&name).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(path: &str, title: &str) -> Record {
        let state = FileState::Ready { passages: 1, pages: 1 };
        Record { path: path.to_owned(), title: title.to_owned(), state, ..Record::default() }
    }

    fn public(records: &Records) -> Option<&Alike> {
        records.alike().next().map(|(_, alike)| alike)
    }

    fn names(records: &Records) -> usize {
        records.names(&Reader::default()).len()
    }

    #[test]
    fn what_is_counted_follows_every_change() {
        let mut records: Records =
            [record("a.md", "Leave"), record("b.md", "Leave")].into_iter().collect();
        assert_eq!(public(&records).unwrap().titled("Leave"), 2);
        records.put(record("b.md", "Travel gold"));
        let alike = public(&records).unwrap();
        assert_eq!((alike.ready, alike.titled("Leave")), (2, 1));
        assert!(alike.has_word("gold"));
        records.remove("b.md");
        assert!(!public(&records).unwrap().has_word("gold"));
        assert_eq!((records.len(), names(&records)), (1, 1));
        records.remove("a.md");
        assert!(public(&records).is_none() && names(&records) == 0);
    }

    #[test]
    fn what_a_file_encloses_stands_below_its_path() {
        let paths = ["a.eml", "a.eml-b.md", "a.eml/1/x.pdf", "a.eml/y.pdf", "b.eml/z.pdf"];
        let records: Records = paths.map(|path| record(path, "")).into_iter().collect();
        let within: Vec<&str> = records.within("a.eml").map(|one| one.path.as_str()).collect();
        assert_eq!(within, ["a.eml/1/x.pdf", "a.eml/y.pdf"]);
    }

    #[test]
    fn a_file_that_cannot_be_read_has_no_name_to_be_asked_by() {
        let failed =
            Record { state: FileState::Failed("is empty".to_owned()), ..record("a.md", "") };
        let records: Records = [failed].into_iter().collect();
        assert_eq!(public(&records).unwrap().failed, 1);
        assert!(names(&records) == 0 && records.failed().count() == 1);
    }
}
