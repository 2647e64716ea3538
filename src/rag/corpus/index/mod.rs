//! The tantivy index: its writer, its readers and the record of each file.

mod compounds;
mod fold;
mod hints;
mod language;
mod mapped;
mod names;
mod open;
mod schema;
mod spoken;
mod stamp;
mod stop;
mod words;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use serde::{Deserialize, Serialize};
use tantivy::collector::{DocSetCollector, TopDocs};
use tantivy::query::TermQuery;
use tantivy::schema::IndexRecordOption;
use tantivy::tokenizer::{TextAnalyzer, TokenStream};
use tantivy::{IndexReader, IndexWriter, Searcher, SegmentReader, TantivyDocument, Term};

pub use compounds::compounds;
pub use hints::{Hint, hints};
pub use language::Language;
pub use mapped::Mapped;
pub use names::Names;
pub use schema::{Fields, Place, Places, document_key};
pub use spoken::{likely, spoken};
pub use stamp::Stamp;
pub use words::{folded, is_run, is_spaceless};

use super::readers::Access;
use super::{FileState, Passage};

/// More segments than this are merged after a pass: of thirteen, a question took half as long again.
const MOST_SEGMENTS: usize = 4;

/// Why the index cannot be opened, read or written.
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

/// What the index knows of one file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The path relative to the folder.
    pub path: String,
    /// The file's state when it was read.
    pub stamp: Stamp,
    /// The document's title; empty if unknown.
    pub title: String,
    /// What became of it.
    pub state: FileState,
    /// Who may read it.
    pub access: Access,
    /// What its folder said of that when it was read; `None` if nothing.
    pub folder: Option<Access>,
}

/// An index over the passages of a folder; all methods block.
pub struct Index {
    fields: Fields,
    reader: IndexReader,
    writer: Mutex<Writer>,
    records: RwLock<Arc<BTreeMap<String, Record>>>,
    names: RwLock<Arc<Names>>,
    plain: TextAnalyzer,
    /// Held as long as the index is open; `None` in memory.
    lock: Option<std::fs::File>,
}

struct Writer {
    tantivy: IndexWriter,
    /// What the next commit makes of the records; `None` for a removed file.
    pending: Vec<(String, Option<Record>)>,
}

/// A word of a text, and what the index makes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word as the text has it.
    pub word: String,
    /// The term of the index.
    pub term: String,
    /// Where it stands in the text, in bytes.
    pub at: usize,
}

impl Index {
    /// The record of every file, by path, as of the last commit.
    pub fn records(&self) -> Arc<BTreeMap<String, Record>> {
        Arc::clone(&self.records.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The names of the documents, as of the last commit.
    pub fn names(&self) -> Arc<Names> {
        Arc::clone(&self.names.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The fields, for queries.
    pub fn fields(&self) -> Fields {
        self.fields
    }

    /// A view of the last commit.
    pub fn searcher(&self) -> Searcher {
        self.reader.searcher()
    }

    /// With the next commit, `passages` and `record` stand for the file at `path`, and nothing
    /// else does.
    ///
    /// # Errors
    ///
    /// When tantivy's indexing threads have died.
    pub fn replace(
        &self,
        path: &str,
        record: &Record,
        passages: &[Passage],
    ) -> Result<(), IndexError> {
        let language = language::of_document(passages);
        let entries = passages
            .iter()
            .map(|passage| {
                let language = language::of_passage(&passage.text, language);
                self.fields.passage(passage, language)
            })
            .chain([self.fields.record(record)])
            .collect::<Result<Vec<_>, _>>()?;
        let mut writer = self.writer();
        self.delete(&writer, path);
        for entry in entries {
            writer.tantivy.add_document(entry)?;
        }
        writer.pending.push((path.to_owned(), Some(record.clone())));
        Ok(())
    }

    /// With the next commit, a passage that came ready-made can be found as a document of its own. Its
    /// record is not written, for entries without text would make the others count as longer.
    ///
    /// # Errors
    ///
    /// When tantivy's indexing threads have died.
    pub fn add(&self, record: Record, passage: &Passage) -> Result<(), IndexError> {
        let language = language::of_document(std::slice::from_ref(passage));
        let entry = self.fields.passage(passage, language)?;
        let mut writer = self.writer();
        writer.tantivy.add_document(entry)?;
        writer.pending.push((record.path.clone(), Some(record)));
        Ok(())
    }

    /// With the next commit, nothing stands for the file at `path`.
    pub fn remove(&self, path: &str) {
        let mut writer = self.writer();
        self.delete(&writer, path);
        writer.pending.push((path.to_owned(), None));
    }

    /// Makes all changes since the last commit durable and visible, at once.
    ///
    /// # Errors
    ///
    /// When the folder cannot be written; what was committed before stays readable.
    pub fn commit(&self) -> Result<(), IndexError> {
        let mut writer = self.writer();
        if writer.pending.is_empty() {
            return Ok(());
        }
        writer.tantivy.commit()?;
        self.reader.reload()?;
        let mut records = self.records().as_ref().clone();
        for (path, record) in writer.pending.drain(..) {
            match record {
                Some(record) => records.insert(path, record),
                None => records.remove(&path),
            };
        }
        self.publish(records);
        Ok(())
    }

    /// Merges the segments if there are many: each costs every question time. To be called once much
    /// was written; questions are answered meanwhile.
    ///
    /// # Errors
    ///
    /// When the folder cannot be read.
    pub fn settle(&self) -> Result<(), IndexError> {
        // tantivy merges on its own too, and tells nobody.
        self.reader.reload()?;
        let searcher = self.searcher();
        let segments = searcher.segment_readers().iter();
        let segments: Vec<_> = segments.map(SegmentReader::segment_id).collect();
        if segments.len() > MOST_SEGMENTS {
            let merging = self.writer().tantivy.merge(&segments);
            if let Err(error) = merging.wait() {
                // A merge of tantivy's own has just taken some of them: the next time will do.
                tracing::debug!(%error, "the segments are not merged");
            }
            self.reader.reload()?;
        }
        Ok(())
    }

    /// The passages of a document, in order.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
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

    /// The passages before and after `passage` in its document.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
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

    /// Whether there are passages that not everybody may read.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn is_restricted(&self) -> Result<bool, IndexError> {
        self.hides(&self.searcher())
    }

    /// The same of an earlier commit.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn hides(&self, searcher: &Searcher) -> Result<bool, IndexError> {
        let term = Term::from_field_text(self.fields.readers, schema::RESTRICTED);
        Ok(searcher.doc_freq(&term)? > 0)
    }

    /// The passage of an entry that a search found.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn passage_at(
        &self,
        searcher: &Searcher,
        address: tantivy::DocAddress,
    ) -> Result<Passage, IndexError> {
        let entry: TantivyDocument = searcher.doc(address)?;
        Ok(serde_json::from_str(self.fields.stored(&entry))?)
    }

    /// The languages that a question may be in, of those that the index holds, the likeliest first,
    /// and whether it can only be the first.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
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
        Ok(language::of_question(question, &held))
    }

    /// The words of `text`, folded only, stop words included.
    pub fn plain_words(&self, text: &str) -> Vec<Word> {
        words_by(&mut self.plain.clone(), text)
    }

    /// The passage at this place of the document at `path`; `None` if there is none.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn passage(&self, path: &str, ordinal: u32) -> Result<Option<Passage>, IndexError> {
        let searcher = self.searcher();
        let query = exactly(self.fields.id, &schema::passage_id(path, ordinal));
        let found = searcher.search(&query, &TopDocs::with_limit(1).order_by_score())?;
        found
            .first()
            .map(|(_, address)| self.passage_at(&searcher, *address))
            .transpose()
    }

    fn delete(&self, writer: &Writer, path: &str) {
        writer
            .tantivy
            .delete_term(Term::from_field_text(self.fields.path, path));
    }

    fn writer(&self) -> MutexGuard<'_, Writer> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn publish(&self, records: BTreeMap<String, Record>) {
        let names = Names::new(&records, stems);
        *self.names.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(names);
        *self.records.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(records);
    }
}

fn exactly(field: tantivy::schema::Field, value: &str) -> TermQuery {
    TermQuery::new(
        Term::from_field_text(field, value),
        IndexRecordOption::Basic,
    )
}

/// The stems of `text` as texts are compared, in order, without stop words: of whatever language, by
/// the rules for English. The index knows those of English texts by them.
/// Words that hyphens join stand there once more as one.
pub fn stems(text: &str) -> Vec<String> {
    let words = stems_in(text, Language::English).into_iter();
    let joined = compounds(text).flat_map(|word| stems_in(&word, Language::English));
    words.chain(joined).map(|word| word.term).collect()
}

/// Whether `word` only holds sentences together in the language that `text` seems to be in, whichever
/// languages the index has texts in.
pub fn is_stop_word_of(text: &str, word: &str) -> bool {
    stop::is_stop_word(language::of_text(text), word)
}

/// The words of `text` with the terms that the index has for them in texts of this language, without
/// its stop words.
pub fn stems_in(text: &str, language: Language) -> Vec<Word> {
    words_by(&mut words::stems(language), text)
}

fn words_by(analyzer: &mut TextAnalyzer, text: &str) -> Vec<Word> {
    let mut stream = analyzer.token_stream(text);
    let mut words = Vec::new();
    while stream.advance() {
        let token = stream.token();
        words.push(Word {
            word: text
                .get(token.offset_from..token.offset_to)
                .unwrap_or_default()
                .to_owned(),
            term: token.text.clone(),
            at: token.offset_from,
        });
    }
    words
}

#[cfg(test)]
mod tests;
