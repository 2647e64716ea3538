//! The records of files, and counts of the files with the same ACL.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::Hash;
use std::ops::Bound;
use std::sync::Arc;

use footnote_documents::Record;
use footnote_documents::acl::Acl;
use footnote_store::names::{self, MAX_NAMED};
use footnote_store::{Access, Counts, FileKind};
use footnote_text::words;

use super::ordered::{ByName, ByPath};

/// The records of all files. The cost of a change or a look-up does not depend on the number of files, except for
/// iterating over all of them.
#[derive(Debug, Default)]
pub struct Records {
    by_path: BTreeSet<ByPath>,
    by_name: BTreeSet<ByName>,
    failed: BTreeSet<ByName>,
    images: BTreeSet<ByName>,
    groups: BTreeMap<Acl, AclStats>,
}

/// Statistics of the files with the same ACL.
#[derive(Debug, Default)]
pub struct AclStats {
    /// Counts of the files.
    pub counts: Counts,
    /// Paths of searchable files by the stems of their names.
    names: HashMap<String, HashSet<Arc<str>>>,
    titles: HashMap<String, u32>,
    words: HashMap<String, u32>,
}

/// A record with its precomputed statistics.
pub(super) struct CountedRecord {
    record: Arc<Record>,
    words: BTreeSet<String>,
    /// Stems of its name; empty if the file is not searchable.
    name: BTreeSet<String>,
}

impl CountedRecord {
    pub(super) fn of(record: Record) -> Self {
        let name = if record.is_ready() { names::words(&record) } else { BTreeSet::new() };
        Self { words: words(&record), name, record: Arc::new(record) }
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

    /// The records after this path, by path.
    pub fn after(&self, path: &str) -> impl Iterator<Item = &Arc<Record>> {
        let behind = (Bound::Excluded(path), Bound::Unbounded);
        self.by_path.range::<str, _>(behind).map(|ByPath(record)| record)
    }

    /// The records of a kind, in natural order of their names: numbers by value, ignoring case and accents.
    pub fn of_kind(&self, kind: FileKind) -> Box<dyn Iterator<Item = &Arc<Record>> + '_> {
        match kind {
            FileKind::Ready => {
                let ready = self.by_name.iter().filter(|ByName(record)| record.is_ready());
                Box::new(ready.map(|ByName(record)| record))
            }
            FileKind::Failed => Box::new(self.failed.iter().map(|ByName(record)| record)),
            FileKind::Image => Box::new(self.images.iter().map(|ByName(record)| record)),
        }
    }

    /// The records of the files contained in the file at `path`.
    pub fn within(&self, path: &str) -> impl Iterator<Item = &Arc<Record>> {
        let folder = format!("{path}/");
        let from = (Bound::Included(folder.as_str()), Bound::Unbounded);
        let following = self.by_path.range::<str, _>(from);
        let within = following.take_while(move |ByPath(record)| record.path.starts_with(&folder));
        within.map(|ByPath(record)| record)
    }

    /// Number of known files.
    pub fn len(&self) -> usize {
        self.by_path.len()
    }

    /// True if no files are known.
    pub fn is_empty(&self) -> bool {
        self.by_path.is_empty()
    }

    /// Statistics per ACL.
    pub fn groups(&self) -> impl Iterator<Item = (&Acl, &AclStats)> {
        self.groups.iter()
    }

    /// Statistics per ACL that grants access.
    pub fn admitted(&self, access: Access<'_>) -> impl Iterator<Item = &AclStats> {
        let admitted = self.groups.iter().filter(move |(acl, _)| access.admits(acl));
        admitted.map(|(_, group)| group)
    }

    /// Counts of the files that may be read.
    pub fn counts(&self, access: Access<'_>) -> Counts {
        let mut counts = Counts::default();
        for group in self.admitted(access) {
            counts.ready += group.counts.ready;
            counts.failed += group.counts.failed;
            counts.images += group.counts.images;
            counts.passages += group.counts.passages;
        }
        counts
    }

    /// Searchable files whose names have all of these stems; empty if every one of the stems is in many names.
    pub fn documents_with(&self, stems: &BTreeSet<String>, access: Access<'_>) -> Vec<Arc<Record>> {
        let documents_with = |stem: &String| -> Vec<&Arc<str>> {
            self.admitted(access).filter_map(|group| group.names.get(stem)).flatten().collect()
        };
        let mut paths = stems.iter().map(documents_with).min_by_key(Vec::len).unwrap_or_default();
        if paths.len() > MAX_NAMED {
            return Vec::new();
        }
        paths.sort();
        let records = paths.into_iter().filter_map(|path| self.get(path));
        records.filter(|record| names::words(record).is_superset(stems)).cloned().collect()
    }

    /// Adds or replaces the record of a file.
    pub fn put(&mut self, record: Record) {
        self.insert_counted(CountedRecord::of(record));
    }

    /// The same for a record with precomputed statistics.
    pub(super) fn insert_counted(&mut self, counted: CountedRecord) {
        self.remove(&counted.record.path);
        let acl = counted.record.acl.clone();
        let record = self.groups.entry(acl).or_default().add(counted);
        if record.is_image() {
            self.images.insert(ByName(Arc::clone(&record)));
        } else if !record.is_ready() {
            self.failed.insert(ByName(Arc::clone(&record)));
        }
        self.by_name.insert(ByName(Arc::clone(&record)));
        self.by_path.insert(ByPath(record));
    }

    /// Removes the record of the file at `path`.
    pub fn remove(&mut self, path: &str) {
        let Some(ByPath(record)) = self.by_path.take(path) else {
            return;
        };
        let named = ByName(Arc::clone(&record));
        for list in [&mut self.by_name, &mut self.failed, &mut self.images] {
            list.remove(&named);
        }
        if let Some(group) = self.groups.get_mut(&record.acl) {
            group.remove(&record);
            if group.counts.all() == 0 {
                self.groups.remove(&record.acl);
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

impl AclStats {
    /// Number of files with this title.
    pub fn titled(&self, title: &str) -> u32 {
        self.titles.get(title).copied().unwrap_or_default()
    }

    /// True if this lower-case word occurs in the path or title of a file.
    pub fn has_word(&self, word: &str) -> bool {
        self.words.contains_key(word)
    }

    fn add(&mut self, counted: CountedRecord) -> Arc<Record> {
        let record = counted.record;
        *self.of_state(&record) += 1;
        self.counts.passages += record.passages() as usize;
        let path: Arc<str> = record.path.as_str().into();
        for stem in counted.name {
            self.names.entry(stem).or_default().insert(Arc::clone(&path));
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
        self.counts.passages -= record.passages() as usize;
        for stem in names::words(record) {
            if let Entry::Occupied(mut paths) = self.names.entry(stem) {
                paths.get_mut().remove(record.path.as_str());
                if paths.get().is_empty() {
                    paths.remove();
                }
            }
        }
        decrease(&mut self.titles, record.title.clone());
        for word in words(record) {
            decrease(&mut self.words, word);
        }
    }

    fn of_state(&mut self, record: &Record) -> &mut usize {
        if record.is_ready() {
            &mut self.counts.ready
        } else if record.is_image() {
            &mut self.counts.images
        } else {
            &mut self.counts.failed
        }
    }
}

/// The distinct lower-case words in a file's path and title.
fn words(record: &Record) -> BTreeSet<String> {
    let name = format!("{} {}", record.path, record.title).to_lowercase();
    words::words(&name).map(str::to_owned).collect()
}

/// Increments the count of `key`.
fn increase<K: Eq + Hash>(counts: &mut HashMap<K, u32>, key: K) {
    *counts.entry(key).or_default() += 1;
}

/// Decrements the count of `key`, and removes it at zero.
fn decrease<K: Eq + Hash>(counts: &mut HashMap<K, u32>, key: K) {
    if let Entry::Occupied(mut count) = counts.entry(key) {
        *count.get_mut() -= 1;
        if *count.get() == 0 {
            count.remove();
        }
    }
}

#[cfg(test)]
mod tests {
    use footnote_documents::FileState;
    use footnote_documents::acl::Reader;
    use footnote_text::analysis::stems;

    use super::*;

    fn record(path: &str, title: &str) -> Record {
        let state = FileState::Ready { passages: 1, pages: 1 };
        Record { path: path.to_owned(), title: title.to_owned(), state, ..Record::default() }
    }

    fn public(records: &Records) -> Option<&AclStats> {
        records.groups().next().map(|(_, group)| group)
    }

    fn named(records: &Records, name: &str) -> Vec<String> {
        let stems = stems(name).into_iter().collect();
        let found = records.documents_with(&stems, Access::Of(&Reader::default()));
        found.iter().map(|record| record.path.clone()).collect()
    }

    #[test]
    fn what_is_counted_follows_every_change() {
        let mut records: Records =
            [record("a.md", "Leave"), record("b.md", "Leave")].into_iter().collect();
        assert_eq!(public(&records).unwrap().titled("Leave"), 2);
        records.put(record("b.md", "Travel gold"));
        let group = public(&records).unwrap();
        assert_eq!((group.counts.ready, group.titled("Leave")), (2, 1));
        assert!(group.has_word("gold"));
        records.remove("b.md");
        assert!(!public(&records).unwrap().has_word("gold"));
        assert_eq!(records.len(), 1);
        assert!(!public(&records).unwrap().names.contains_key("gold"));
        assert_eq!(named(&records, "leave"), ["a.md"]);
        records.remove("a.md");
        assert!(public(&records).is_none());
    }

    #[test]
    fn a_file_is_named_by_all_of_the_words_and_only_to_those_who_may_read_it() {
        let report = |year: usize| record(&format!("{year}.md"), "Report of Contoso");
        let mut records: Records = (1000..1001 + MAX_NAMED).map(report).collect();
        let closed = Record { acl: Acl::closed(), ..record("closed/1001.md", "Report") };
        records.put(closed);
        assert_eq!(named(&records, "report 1001"), ["1001.md"]);
        assert!(named(&records, "budget 1001").is_empty());
        assert!(named(&records, "report").is_empty(), "too many have it");
        records.remove("1000.md");
        assert_eq!(named(&records, "report").len(), MAX_NAMED);
        assert!(named(&records, "").is_empty());
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
            Record { state: FileState::Failed("is empty".to_owned()), ..record("a.md", "Leave") };
        let records: Records = [failed].into_iter().collect();
        assert_eq!(public(&records).unwrap().counts.failed, 1);
        assert!(
            named(&records, "leave").is_empty() && records.of_kind(FileKind::Failed).count() == 1
        );
    }
}
