//! The names of documents, and the documents that the words of a question name.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::Hash;
use std::sync::Arc;

use footnote_documents::{Passage, Record};
use footnote_text::analysis::{in_full, is_year, stems};
use footnote_text::words::{self, beginning};

use super::schema;

/// The most words of a name that may be written as one: `BedBathBeyond`.
const MOST_JOINED: usize = 3;

/// Bytes of a title page that are read for names.
const MOST_BYTES: usize = 1_000;

/// The most words of a name or of a question that names something.
const MOST_WORDS: usize = 100;

/// The prefix of words that a name writes apart and a question may write as one.
const SPLIT_PREFIX: char = '=';

/// A word in more names than this names none of them.
pub(super) const MOST_NAMED: usize = 256;

/// Clarity from which a question is about a document, see [`NamesInView::named`].
pub const LEAST_CLARITY: f32 = 0.3;

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

/// The words of a document's name.
pub(super) fn words(record: &Record) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for name in [record.title.as_str(), schema::file_words(&record.path), &record.opening] {
        words.extend(stems(name));
        let joined = joined(name).into_iter();
        words.extend(joined.map(|word| format!("{SPLIT_PREFIX}{word}")));
    }
    words
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
        let document = schema::document_key(path);
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
        let document = schema::document_key(path);
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

/// The documents that a question clearly names.
#[derive(Debug, Default)]
pub struct NamedDocuments {
    /// Their paths.
    pub paths: Vec<Arc<str>>,
    /// The stems of the words by which it does.
    pub words: HashSet<String>,
}

/// The names of all documents that a reader may know of.
pub struct NamesInView<'a>(Vec<&'a Names>);

impl<'a> NamesInView<'a> {
    pub(super) fn new(names: impl Iterator<Item = &'a Names>) -> Self {
        Self(names.collect())
    }

    /// The number of documents.
    pub fn len(&self) -> usize {
        self.0.iter().map(|names| names.documents.len()).sum()
    }

    /// True if there are no documents.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The clarity with which the words that are `asked` name the document of this key: the sum of the
    /// weights of its name's words among them. A weight is between 0 (every document has the word in its
    /// name) and 1 (only this one has).
    pub fn named(&self, document: u64, asked: &HashSet<String>) -> f32 {
        let words = self.words(document);
        let asked = words.filter(|word| asked.contains(*word));
        asked.map(|word| self.weight(word)).sum()
    }

    /// The documents that `question` clearly names, by name and year. A document is not meant that has
    /// but some of the words by which it names another.
    pub fn clearly_named(&self, question: &str) -> NamedDocuments {
        let words = stems(question).into_iter();
        let years: BTreeSet<String> = words.filter(|word| is_year(word)).collect();
        if years.is_empty() {
            return NamedDocuments::default();
        }
        let mut found: HashMap<u64, (BTreeSet<String>, f32)> = HashMap::new();
        for (word, parts) in spellings(&proper_nouns(question)) {
            let weight = self.weight(&word);
            for document in self.documents_with(&word).filter(|_| !years.contains(&word)) {
                let (words, clarity) = found.entry(document).or_default();
                words.extend(parts.iter().cloned());
                *clarity += weight;
            }
        }
        found.retain(|document, (words, clarity)| {
            let of_name = self.words(*document).filter(|word| years.contains(*word));
            let of_name: Vec<String> = of_name.map(str::to_owned).collect();
            words.extend(of_name.iter().cloned());
            *clarity >= LEAST_CLARITY && !of_name.is_empty()
        });
        let is_part = |words: &BTreeSet<String>| {
            let mut others = found.values();
            others.any(|(other, _)| words.len() < other.len() && words.is_subset(other))
        };
        let whole = || found.iter().filter(|(_, (words, _))| !is_part(words));
        NamedDocuments {
            paths: whole().filter_map(|(document, _)| self.path(*document)).collect(),
            words: whole().flat_map(|(_, (words, _))| words.clone()).collect(),
        }
    }

    /// The documents whose names have this word; none if too many have it.
    pub(super) fn documents_with(&self, word: &str) -> impl Iterator<Item = u64> {
        let is_telling = (1..=MOST_NAMED).contains(&self.frequency(word));
        let names = self.0.iter().filter(move |_| is_telling);
        let documents_with = names.filter_map(move |names| names.documents_with.get(word));
        documents_with.flat_map(DocumentSet::iter)
    }

    pub(super) fn words(&self, document: u64) -> impl Iterator<Item = &str> {
        let named = self.0.iter().find_map(|names| names.documents.get(&document));
        named.into_iter().flat_map(|named| &named.words).map(AsRef::as_ref)
    }

    pub(super) fn path(&self, document: u64) -> Option<Arc<str>> {
        let named = self.0.iter().find_map(|names| names.documents.get(&document));
        named.map(|named| Arc::clone(&named.path))
    }

    fn frequency(&self, word: &str) -> usize {
        let documents_with = self.0.iter().filter_map(|names| names.documents_with.get(word));
        documents_with.map(DocumentSet::len).sum()
    }

    #[expect(clippy::cast_precision_loss, reason = "counts of documents are small")]
    fn weight(&self, word: &str) -> f32 {
        let (all, frequency) = (self.len() as f32, self.frequency(word) as f32);
        if all <= 1.0 || frequency < 1.0 {
            return 0.0;
        }
        (all / frequency).ln() / all.ln()
    }
}

/// The opening of a document, see [`Record::opening`], from its first passages.
pub(super) fn opening(passages: &[Passage]) -> String {
    let Some(first) = passages.first() else {
        return String::new();
    };
    let mut opening = first.headings.first().cloned().unwrap_or_default();
    let titled = passages.iter().take_while(|passage| passage.page == Some(1));
    for passage in titled {
        opening.push(' ');
        opening.push_str(&passage.text);
    }
    proper_nouns(beginning(&opening, MOST_BYTES))
}

/// The words of a text that begin in capitals, and its numbers: among them are its names.
fn proper_nouns(text: &str) -> String {
    let is_proper = |word: &&str| word.starts_with(|c: char| c.is_uppercase() || c.is_numeric());
    let text = in_full(text);
    let proper = words::words(&text).filter(is_proper);
    proper.collect::<Vec<_>>().join(" ")
}

/// The words by which the names in a text are looked up, each with the stems of its spelling there.
fn spellings(names: &str) -> Vec<(String, Vec<String>)> {
    let words: Vec<&str> = names.split(' ').take(MOST_WORDS).collect();
    let runs = (1..=MOST_JOINED).flat_map(|count| words.windows(count));
    let spelt = runs.flat_map(|run| {
        let parts = stems(&run.join(" "));
        let mut whole = stems(&run.concat());
        // Letters and digits never are one word.
        whole.retain(|_| {
            run.len() == 1 || run.iter().all(|word| word.chars().all(char::is_alphabetic))
        });
        let apart = whole.iter().filter(|_| run.len() == 1);
        let apart: Vec<String> = apart.map(|word| format!("{SPLIT_PREFIX}{word}")).collect();
        let words = whole.into_iter().chain(apart);
        words.map(move |word| (word, parts.clone())).collect::<Vec<_>>()
    });
    spelt.collect()
}

/// The words of a text by which names are looked up: its stems, stems of words that a name may write apart,
/// and words that a name may write as one.
pub fn name_words(text: &str) -> HashSet<String> {
    let stems = stems(text);
    let apart = stems.iter().map(|stem| format!("{SPLIT_PREFIX}{stem}"));
    let apart: Vec<String> = apart.collect();
    stems.into_iter().chain(apart).chain(joined(text)).collect()
}

/// The stems of words that follow one another, written as one.
fn joined(text: &str) -> Vec<String> {
    let text = in_full(text);
    let words = text.split(|c: char| !c.is_alphabetic());
    let words = words.filter(|word| !word.is_empty()).take(MOST_WORDS);
    let words: Vec<&str> = words.collect();
    let of = |count| words.windows(count).map(<[&str]>::concat);
    let joined: Vec<String> = (2..=MOST_JOINED).flat_map(of).collect();
    stems(&joined.join(" "))
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
    use footnote_documents::FileState;
    use footnote_documents::acl::{Acl, Reader};

    use super::*;
    use crate::corpus::index::Records;
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
        let found = records.names(Access::Of(&Reader::default())).clearly_named(question);
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
            let key = schema::document_key("AES_2018.pdf");
            records.names(Access::Of(&Reader::default())).named(key, &name_words("AES"))
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
