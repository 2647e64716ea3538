//! The tantivy index: its writer, its readers and the record of each file.

mod analyzer;
mod compounds;
mod detect;
mod fold;
mod hints;
mod language;
mod names;
mod open;
mod ordered;
mod records;
mod schema;
mod spoken;
mod stamp;
mod stop;
mod words;
mod write;

use std::ops::Bound;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};

use tantivy::collector::{DocSetCollector, TopDocs};
use tantivy::query::{BooleanQuery, Query, RangeQuery, TermQuery};
use tantivy::schema::IndexRecordOption;
use tantivy::tokenizer::{TextAnalyzer, TokenStream};
use tantivy::{IndexReader, Order, Searcher, TantivyDocument, Term};

pub use compounds::{compounds, quarters};
pub use detect::language_of_question;
pub use hints::{Hint, hints};
pub use language::Language;
pub use names::{Clear, Known, NAMED, name_words};
pub use records::{Alike, Record, Records};
pub use schema::{Fields, Place, Places, Start, document_key};
pub use spoken::{likely, spoken};
pub use stamp::Stamp;
pub use stop::is_stop_word;
pub use words::{folded, is_run, is_spaceless};

use open::Home;
use write::Writer;

use super::Passage;

/// The error of an index that cannot be opened, read or written.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// Another process has the folder open.
    #[error("the index at {0} is in use by another process; stop it or choose another folder")]
    InUse(PathBuf),
    /// The folder cannot be read or written.
    #[error("the index at {0} cannot be opened")]
    Folder(PathBuf, #[source] std::io::Error),
    /// An entry is not what this version writes.
    #[error("an entry of the index cannot be read")]
    Entry(#[from] serde_json::Error),
    /// tantivy failed.
    #[error("the index failed")]
    Tantivy(#[from] tantivy::TantivyError),
}

/// An index over the passages of a folder; all methods block.
pub struct Index {
    fields: Fields,
    store: RwLock<Store>,
    writer: Mutex<Writer>,
    records: Arc<RwLock<Records>>,
    /// The number of commits so far.
    commits: AtomicU64,
    plain: TextAnalyzer,
    /// Its folder; `None` in memory.
    home: Option<Home>,
}

/// tantivy's side of an index.
struct Store {
    tantivy: tantivy::Index,
    reader: IndexReader,
}

/// A word of a text, with its term in the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word as the text has it.
    pub word: String,
    /// The term of the index.
    pub term: String,
    /// Its offset in the text, in bytes.
    pub at: usize,
}

impl Index {
    /// The records of the files as of the last commit, which cannot change as long as this is held.
    pub fn records(&self) -> RwLockReadGuard<'_, Records> {
        self.records.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The same, shared with those who list the files: each commit changes them.
    pub fn shared_records(&self) -> Arc<RwLock<Records>> {
        Arc::clone(&self.records)
    }

    /// The number of commits since it was opened: as long as it is the same, so are the records.
    pub fn commits(&self) -> u64 {
        self.commits.load(Ordering::Acquire)
    }

    /// The fields, for queries.
    pub fn fields(&self) -> Fields {
        self.fields
    }

    /// A view of the last commit.
    pub fn searcher(&self) -> Searcher {
        self.store().reader.searcher()
    }

    /// The passages of a document, in order.
    ///
    /// # Errors
    ///
    /// If the index cannot be read.
    pub fn passages_of(&self, path: &str) -> Result<Vec<Passage>, IndexError> {
        let searcher = self.searcher();
        let query = exactly(self.fields.path, path);
        let mut passages = Vec::new();
        for address in searcher.search(&query, &DocSetCollector)? {
            let entry: TantivyDocument = searcher.doc(address)?;
            // The file's record has the same path, and is no passage.
            if let Ok(passage) = serde_json::from_str::<Passage>(self.fields.stored(&entry)) {
                passages.push(passage);
            }
        }
        passages.sort_by_key(|passage| passage.ordinal);
        Ok(passages)
    }

    /// The passages of a document from some place on, in order, at most `most` of them.
    ///
    /// # Errors
    ///
    /// If the index cannot be read.
    pub fn passages_from(
        &self,
        path: &str,
        start: Start,
        most: usize,
    ) -> Result<Vec<Passage>, IndexError> {
        let searcher = self.searcher();
        // The file's record has the same path, but no place.
        let from = RangeQuery::new(Bound::Included(self.fields.begins(start)), Bound::Unbounded);
        let of_document: Box<dyn Query> = Box::new(exactly(self.fields.path, path));
        let query = BooleanQuery::intersection(vec![of_document, Box::new(from)]);
        let first = TopDocs::with_limit(most.max(1));
        let first = first.order_by_fast_field::<u64>(schema::ORDINAL, Order::Asc);
        let found = searcher.search(&query, &first)?.into_iter().take(most);
        found.map(|(_, address)| self.passage_at(&searcher, address)).collect()
    }

    /// The passages before and after `passage` in its document.
    ///
    /// # Errors
    ///
    /// If the index cannot be read.
    pub fn neighbours(
        &self,
        passage: &Passage,
    ) -> Result<(Option<Passage>, Option<Passage>), IndexError> {
        let before = match passage.ordinal.checked_sub(1) {
            Some(ordinal) => self.passage(&passage.path, ordinal)?,
            None => None,
        };
        let after = self.passage(&passage.path, passage.ordinal.saturating_add(1))?;
        Ok((before, after))
    }

    /// True if there are passages that not everybody may read.
    ///
    /// # Errors
    ///
    /// If the index cannot be read.
    pub fn is_restricted(&self) -> Result<bool, IndexError> {
        self.hides(&self.searcher())
    }

    /// The same of an earlier commit.
    ///
    /// # Errors
    ///
    /// If the index cannot be read.
    pub fn hides(&self, searcher: &Searcher) -> Result<bool, IndexError> {
        let term = Term::from_field_text(self.fields.acl, schema::RESTRICTED);
        Ok(searcher.doc_freq(&term)? > 0)
    }

    /// The passage of an entry that a search found.
    ///
    /// # Errors
    ///
    /// If the index cannot be read.
    pub fn passage_at(
        &self,
        searcher: &Searcher,
        address: tantivy::DocAddress,
    ) -> Result<Passage, IndexError> {
        let entry: TantivyDocument = searcher.doc(address)?;
        Ok(serde_json::from_str(self.fields.stored(&entry))?)
    }

    /// The languages of the index that a question may be in, the likeliest first, and true if it can only be
    /// the first.
    ///
    /// # Errors
    ///
    /// If the index cannot be read.
    pub fn languages(
        &self,
        searcher: &Searcher,
        question: &str,
    ) -> Result<(Vec<Language>, bool), IndexError> {
        let mut held = Vec::new();
        for language in Language::all() {
            let term = Term::from_field_text(self.fields.language, language.name());
            held.push((language, searcher.doc_freq(&term)?));
        }
        held.retain(|(_, passages)| *passages > 0);
        held.sort_by_key(|(_, passages)| std::cmp::Reverse(*passages));
        Ok(detect::of_question(question, &held))
    }

    /// The words of `text`, folded only, stop words included.
    pub fn plain_words(&self, text: &str) -> Vec<Word> {
        words_by(&mut self.plain.clone(), text)
    }

    /// The passage at this place of the document at `path`; `None` if there is none.
    ///
    /// # Errors
    ///
    /// If the index cannot be read.
    pub fn passage(&self, path: &str, ordinal: u32) -> Result<Option<Passage>, IndexError> {
        let searcher = self.searcher();
        let query = exactly(self.fields.id, &schema::passage_id(path, ordinal));
        let found = searcher.search(&query, &TopDocs::with_limit(1).order_by_score())?;
        found.first().map(|(_, address)| self.passage_at(&searcher, *address)).transpose()
    }

    fn store(&self) -> RwLockReadGuard<'_, Store> {
        self.store.read().unwrap_or_else(PoisonError::into_inner)
    }
}

fn exactly(field: tantivy::schema::Field, value: &str) -> TermQuery {
    TermQuery::new(Term::from_field_text(field, value), IndexRecordOption::Basic)
}

/// The stems of `text`, in order and without stop words, as texts are compared: by the rules for English
/// whatever the language. The index has the stems of English texts in this form. Words joined by hyphens are
/// added once more as one, and so are quarters of a year.
pub fn stems(text: &str) -> Vec<String> {
    let words = stems_in(text, Language::English).into_iter();
    let joined = compounds::joined(text).flat_map(|word| stems_in(&word, Language::English));
    words.chain(joined).map(|word| word.term).collect()
}

/// The words of `text` with the terms that the index has for them in texts of this language, without
/// its stop words.
pub fn stems_in(text: &str, language: Language) -> Vec<Word> {
    words_by(&mut analyzer::stemming(language), text)
}

fn words_by(analyzer: &mut TextAnalyzer, text: &str) -> Vec<Word> {
    let mut stream = analyzer.token_stream(text);
    let mut words = Vec::new();
    while stream.advance() {
        let token = stream.token();
        words.push(Word {
            word: text.get(token.offset_from..token.offset_to).unwrap_or_default().to_owned(),
            term: token.text.clone(),
            at: token.offset_from,
        });
    }
    words
}

#[cfg(test)]
mod tests;
