//! The names of documents, and the documents that the words of a question name.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use footnote_documents::hash::hash;
use footnote_documents::{Passage, Record};
use footnote_text::analysis::{in_full, is_year, stems};
use footnote_text::words::{self, beginning};

/// The most words of a name that may be written as one: `BedBathBeyond`.
const MOST_JOINED: usize = 3;

/// Bytes of a title page that are read for names.
const MOST_BYTES: usize = 1_000;

/// The most words of a name or of a question that names something.
const MOST_WORDS: usize = 100;

/// The prefix of words that a name writes apart and a question may write as one.
const SPLIT_PREFIX: char = '=';

/// A word in more names than this names none of them.
pub const MOST_NAMED: usize = 256;

/// Clarity from which a question is about a document, see [`clarity`].
pub const LEAST_CLARITY: f32 = 0.3;

/// The words of a document's name.
pub fn words(record: &Record) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for name in [record.title.as_str(), file_words(&record.path), &record.opening] {
        words.extend(stems(name));
        let joined = joined(name).into_iter();
        words.extend(joined.map(|word| format!("{SPLIT_PREFIX}{word}")));
    }
    words
}

/// The documents that a question clearly names.
#[derive(Debug, Default)]
pub struct NamedDocuments {
    /// Their paths.
    pub paths: Vec<Arc<str>>,
    /// The stems of the words by which it does.
    pub words: HashSet<String>,
}

/// The names of the documents that a reader may know of, by their words.
pub trait NameIndex {
    /// The number of documents.
    fn count(&self) -> usize;

    /// The number of documents whose names have this word.
    fn frequency(&self, word: &str) -> usize;

    /// The documents whose names have this word; some of them, if they are more than [`MOST_NAMED`].
    fn documents_with(&self, word: &str) -> Box<dyn Iterator<Item = u64> + '_>;

    /// The words of the name of the document of this key.
    fn words(&self, document: u64) -> Box<dyn Iterator<Item = &str> + '_>;

    /// The path of the document of this key.
    fn path(&self, document: u64) -> Option<Arc<str>>;
}

/// The clarity with which the words that are `asked` name the document of this key: the sum of the
/// weights of its name's words among them. A weight is between 0 (every document has the word in its
/// name) and 1 (only this one has).
pub(crate) fn clarity(names: &dyn NameIndex, document: u64, asked: &HashSet<String>) -> f32 {
    let words = names.words(document);
    let asked = words.filter(|word| asked.contains(*word));
    asked.map(|word| weight(names, word)).sum()
}

/// The words that [`clearly_named`] looks up for a question; none if it names nothing.
pub(crate) fn naming_words(question: &str) -> HashSet<String> {
    let years = years(question);
    if years.is_empty() {
        return HashSet::new();
    }
    let spelt = spellings(&proper_nouns(question)).into_iter().map(|(word, _)| word);
    spelt.chain(years).collect()
}

/// The documents that `question` clearly names, by name and year. A document is not meant that has
/// but some of the words by which it names another.
pub(crate) fn clearly_named(names: &dyn NameIndex, question: &str) -> NamedDocuments {
    let years = years(question);
    if years.is_empty() {
        return NamedDocuments::default();
    }
    let mut found: HashMap<u64, (BTreeSet<String>, f32)> = HashMap::new();
    for (word, parts) in spellings(&proper_nouns(question)) {
        let weight = weight(names, &word);
        for document in telling(names, &word).filter(|_| !years.contains(&word)) {
            let (words, clarity) = found.entry(document).or_default();
            words.extend(parts.iter().cloned());
            *clarity += weight;
        }
    }
    found.retain(|document, (words, clarity)| {
        let of_name = names.words(*document).filter(|word| years.contains(*word));
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
        paths: whole().filter_map(|(document, _)| names.path(*document)).collect(),
        words: whole().flat_map(|(_, (words, _))| words.clone()).collect(),
    }
}

/// The documents whose names have this word; none if too many have it.
pub(crate) fn telling<'a>(
    names: &'a dyn NameIndex,
    word: &str,
) -> Box<dyn Iterator<Item = u64> + 'a> {
    if (1..=MOST_NAMED).contains(&names.frequency(word)) {
        names.documents_with(word)
    } else {
        Box::new(std::iter::empty())
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of documents are small")]
fn weight(names: &dyn NameIndex, word: &str) -> f32 {
    let (all, frequency) = (names.count() as f32, names.frequency(word) as f32);
    if all <= 1.0 || frequency < 1.0 {
        return 0.0;
    }
    (all / frequency).ln() / all.ln()
}

/// The years in a question.
fn years(question: &str) -> BTreeSet<String> {
    stems(question).into_iter().filter(|word| is_year(word)).collect()
}

/// A number for the document at `path`: the same wherever an index is read. A column has 64 bits; to find a path
/// whose number is that of another one takes as many tries.
pub fn document_key(path: &str) -> u64 {
    u64::try_from(hash(path.as_bytes()) >> 64).unwrap_or_default()
}

/// The words of a file's name, without its extension.
pub fn file_words(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// The opening of a document, see [`Record::opening`], from its first passages.
pub fn opening(passages: &[Passage]) -> String {
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
pub(crate) fn name_words(text: &str) -> HashSet<String> {
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
