//! The names of documents in memory.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;
use std::sync::Arc;

use crate::names::{NameIndex, document_key};

/// The names of documents with the same ACL, by their words.
#[derive(Debug, Default)]
pub(super) struct Names {
    documents: HashMap<u64, DocumentName>,
    documents_with: HashMap<Arc<str>, DocumentSet>,
}

/// The documents whose names have a word: of most words one, which needs no tree.
#[derive(Debug)]
enum DocumentSet {
    One(u64),
    Several(BTreeSet<u64>),
}

/// A document's name.
#[derive(Debug)]
struct DocumentName {
    path: Arc<str>,
    words: Box<[Arc<str>]>,
}

impl DocumentSet {
    fn insert(&mut self, document: u64) {
        match self {
            Self::One(only) if *only == document => {}
            Self::One(only) => *self = Self::Several([*only, document].into()),
            Self::Several(all) => _ = all.insert(document),
        }
    }

    /// Takes a document out; returns true if none is left.
    fn remove(&mut self, document: u64) -> bool {
        match self {
            Self::One(only) => *only == document,
            Self::Several(all) => {
                all.remove(&document);
                all.is_empty()
            }
        }
    }

    fn iter(&self) -> impl Iterator<Item = u64> {
        let (one, several) = match self {
            Self::One(only) => (Some(*only), None),
            Self::Several(all) => (None, Some(all.iter().copied())),
        };
        one.into_iter().chain(several.into_iter().flatten())
    }

    fn len(&self) -> usize {
        match self {
            Self::One(_) => 1,
            Self::Several(all) => all.len(),
        }
    }
}

impl Names {
    /// Adds the name of the document at `path`, by its words.
    pub(super) fn add(&mut self, path: &str, words: &BTreeSet<String>) {
        let document = document_key(path);
        let words = words.iter().map(|word| self.interned(word));
        let words: Box<[Arc<str>]> = words.collect();
        for word in &words {
            let documents_with = self.documents_with.entry(Arc::clone(word));
            documents_with.or_insert(DocumentSet::One(document)).insert(document);
        }
        let path = path.into();
        self.documents.insert(document, DocumentName { path, words });
    }

    /// Takes the name of a document away, if it has one.
    pub(super) fn remove(&mut self, path: &str) {
        let document = document_key(path);
        let Some(named) = self.documents.remove(&document) else {
            return;
        };
        for word in named.words {
            if let Entry::Occupied(mut documents_with) = self.documents_with.entry(word)
                && documents_with.get_mut().remove(document)
            {
                documents_with.remove();
            }
        }
    }

    /// The word as other names have it already, so that it is stored once.
    fn interned(&self, word: &str) -> Arc<str> {
        let known = self.documents_with.get_key_value(word);
        known.map_or_else(|| word.into(), |(known, _)| Arc::clone(known))
    }
}

/// The names of all documents that a reader may know of.
pub struct NamesInView<'a>(Vec<&'a Names>);

impl<'a> NamesInView<'a> {
    pub(super) fn new(names: impl Iterator<Item = &'a Names>) -> Self {
        Self(names.collect())
    }
}

impl NameIndex for NamesInView<'_> {
    fn count(&self) -> usize {
        self.0.iter().map(|names| names.documents.len()).sum()
    }

    fn frequency(&self, word: &str) -> usize {
        let documents_with = self.0.iter().filter_map(|names| names.documents_with.get(word));
        documents_with.map(DocumentSet::len).sum()
    }

    fn documents_with(&self, word: &str) -> Box<dyn Iterator<Item = u64> + '_> {
        let word = word.to_owned();
        let documents_with =
            self.0.iter().filter_map(move |names| names.documents_with.get(&*word));
        Box::new(documents_with.flat_map(DocumentSet::iter))
    }

    fn words(&self, document: u64) -> Box<dyn Iterator<Item = &str> + '_> {
        let named = self.0.iter().find_map(|names| names.documents.get(&document));
        Box::new(named.into_iter().flat_map(|named| &named.words).map(AsRef::as_ref))
    }

    fn path(&self, document: u64) -> Option<Arc<str>> {
        let named = self.0.iter().find_map(|names| names.documents.get(&document));
        named.map(|named| Arc::clone(&named.path))
    }
}

/// Counts one more of `key`.
pub(super) fn increase<K: Eq + Hash>(counts: &mut HashMap<K, u32>, key: K) {
    *counts.entry(key).or_default() += 1;
}

/// Counts one less of `key`, and forgets it with the last.
pub(super) fn decrease<K: Eq + Hash>(counts: &mut HashMap<K, u32>, key: K) {
    if let Entry::Occupied(mut count) = counts.entry(key) {
        *count.get_mut() -= 1;
        if *count.get() == 0 {
            count.remove();
        }
    }
}

#[cfg(test)]
mod tests {
    use footnote_documents::acl::{Acl, Reader};
    use footnote_documents::{FileState, Record};

    use super::*;
    use crate::corpus::index::Records;
    use crate::names::{self, name_words};
    use crate::store::Access;

    fn records(files: &[(&str, &str)]) -> Records {
        let record = |(path, opening): &(&str, &str)| Record {
            path: (*path).to_owned(),
            opening: (*opening).to_owned(),
            state: FileState::Ready { passages: 1, pages: 1 },
            ..Record::default()
        };
        files.iter().map(record).collect()
    }

    fn clearly_named(records: &Records, question: &str) -> Vec<String> {
        let found = names::clearly_named(&records.names(Access::Of(&Reader::default())), question);
        let paths = found.paths.iter().map(|path| String::from(&**path));
        let mut paths: Vec<String> = paths.collect();
        paths.sort();
        paths
    }

    #[test]
    fn a_word_is_forgotten_with_the_last_document_that_has_it() {
        let mut names = Names::default();
        let words = BTreeSet::from(["alder".to_owned()]);
        for path in ["a", "a", "b", "c"] {
            names.add(path, &words);
        }
        for (left, path) in [3, 2, 1].into_iter().zip(["a", "b", "c"]) {
            assert_eq!(names.documents_with.get("alder").map(DocumentSet::len), Some(left));
            names.remove(path);
        }
        assert!(names.documents_with.is_empty());
    }

    #[test]
    fn a_name_is_known_in_one_word_and_in_several() {
        let records = records(&[
            ("BESTBUY_2018_10K.pdf", ""),
            ("filing-7.pdf", "Best Buy FY2019"),
            ("BestWestern2018.pdf", "Best Western"),
            ("AES_2018_10K.pdf", ""),
        ]);
        for name in ["Best Buy", "BestBuy", "BESTBUY"] {
            let found =
                clearly_named(&records, &format!("How high were sales of {name} in FY2018?"));
            assert_eq!(found, ["BESTBUY_2018_10K.pdf"]);
            let found = clearly_named(&records, &format!("How high were sales of {name} in 2019?"));
            assert_eq!(found, ["filing-7.pdf"], "{name}");
        }
        let both = "Did Best Buy sell more than AES in 2018?";
        assert_eq!(clearly_named(&records, both), ["AES_2018_10K.pdf", "BESTBUY_2018_10K.pdf"]);
    }

    #[test]
    fn neither_a_name_nor_a_year_nor_a_common_word_alone_is_clear() {
        let records =
            records(&[("AES_2018.pdf", ""), ("Sales_2018.pdf", ""), ("AES_2019.pdf", "")]);
        for question in ["Sales of AES", "AES in 2020", "What were sales in 2018?"] {
            assert!(clearly_named(&records, question).is_empty(), "{question}");
        }
    }

    #[test]
    fn names_that_only_others_may_read_tell_nothing() {
        let mut records = records(&[("AES_2018.pdf", ""), ("AES_2019.pdf", ""), ("B.pdf", "")]);
        let weight = |records: &Records| {
            let key = document_key("AES_2018.pdf");
            names::clarity(&records.names(Access::Of(&Reader::default())), key, &name_words("AES"))
        };
        let before = weight(&records);
        let mut hidden = records.get("AES_2019.pdf").unwrap().as_ref().clone();
        hidden.path = "AES_2020.pdf".to_owned();
        hidden.acl = Acl::Only { users: ["alice".to_owned()].into(), groups: [].into() };
        records.put(hidden);
        assert!((weight(&records) - before).abs() < f32::EPSILON);
        assert!(clearly_named(&records, "AES in 2020").is_empty());
    }
}
