//! The tantivy index: its writer, its readers, and the record of each file.

mod catalog;
mod embedded;
mod matcher;
mod open;
mod ordered;
mod passages;
mod reader_view;
mod records;
mod schema;
mod scoped;
mod write;

use std::ops::Bound;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};

pub use catalog::{MemoryCatalog, Original, counted_endings, fitting, sorted};
pub use embedded::EmbeddedIndex;
use footnote_documents::Passage;
use footnote_store::Start;
use footnote_text::analysis::Language;
pub use open::ENTRIES_FOLDER;
use open::IndexFolder;
pub use records::{AclStats, Records};
pub use schema::Fields;
use scoped::ScopedPassagesCache;
use tantivy::collector::{DocSetCollector, TopDocs};
use tantivy::query::{BooleanQuery, Query, RangeQuery, TermQuery};
use tantivy::schema::IndexRecordOption;
use tantivy::{IndexReader, Order, Searcher, TantivyDocument, Term};
use write::Writer;

/// Error of opening, reading or writing an index.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// Another process has the folder open.
    #[error("the index at {0} is in use by another process; stop it or choose another folder")]
    InUse(PathBuf),
    /// The folder cannot be read or written.
    #[error("the index at {0} cannot be opened")]
    Folder(PathBuf, #[source] std::io::Error),
    /// An entry has an unknown format.
    #[error("an entry of the index cannot be read")]
    Entry(#[from] serde_json::Error),
    /// An error of tantivy.
    #[error("the index failed")]
    Tantivy(#[from] tantivy::TantivyError),
}

/// An index of the passages of a folder; all methods block.
pub struct Index {
    fields: Fields,
    store: RwLock<Store>,
    writer: Mutex<Writer>,
    catalog: Arc<MemoryCatalog>,
    scopes: ScopedPassagesCache,
    /// Folder of the index; `None` in memory.
    directory: Option<IndexFolder>,
}

/// The tantivy part of an index.
struct Store {
    tantivy: tantivy::Index,
    reader: IndexReader,
}

impl Index {
    /// The files' records as of the last commit; they cannot change while the guard is held.
    pub fn records(&self) -> RwLockReadGuard<'_, Records> {
        self.catalog.records()
    }

    /// The catalog of the files, updated by each commit.
    pub fn catalog(&self) -> Arc<MemoryCatalog> {
        Arc::clone(&self.catalog)
    }

    /// Cache of the passages in scopes of questions.
    fn scopes(&self) -> &ScopedPassagesCache {
        &self.scopes
    }

    /// The fields, for queries.
    pub fn fields(&self) -> Fields {
        self.fields
    }

    /// A searcher on the last commit.
    pub fn searcher(&self) -> Searcher {
        self.store().reader.searcher()
    }

    /// Returns the passages of a document, in order.
    ///
    /// # Errors
    ///
    /// Fails if the index cannot be read.
    pub fn passages_of(&self, path: &str) -> Result<Vec<Passage>, IndexError> {
        let searcher = self.searcher();
        let query = exactly(self.fields.path, path);
        let mut passages = Vec::new();
        for address in searcher.search(&query, &DocSetCollector)? {
            let entry: TantivyDocument = searcher.doc(address)?;
            // The file's record has the same path, but is not a passage.
            if let Ok(passage) = serde_json::from_str::<Passage>(self.fields.stored(&entry)) {
                passages.push(passage);
            }
        }
        passages.sort_by_key(|passage| passage.ordinal);
        Ok(passages)
    }

    /// Returns the passages of a document from `start` on, in order, at most `most`.
    ///
    /// # Errors
    ///
    /// Fails if the index cannot be read.
    pub fn passages_from(
        &self,
        path: &str,
        start: Start,
        most: usize,
    ) -> Result<Vec<Passage>, IndexError> {
        let searcher = self.searcher();
        // The file's record has the same path, but no ordinal.
        let from = RangeQuery::new(Bound::Included(self.fields.begins(start)), Bound::Unbounded);
        let of_document: Box<dyn Query> = Box::new(exactly(self.fields.path, path));
        let query = BooleanQuery::intersection(vec![of_document, Box::new(from)]);
        // The collector allocates its limit up front.
        let held = usize::try_from(searcher.num_docs()).unwrap_or(usize::MAX);
        let first = TopDocs::with_limit(most.min(held).max(1));
        let first = first.order_by_fast_field::<u64>(schema::ORDINAL, Order::Asc);
        let found = searcher.search(&query, &first)?.into_iter().take(most);
        found.map(|(_, address)| self.passage_at(&searcher, address)).collect()
    }

    /// Returns the passages before and after `passage` in its document.
    ///
    /// # Errors
    ///
    /// Fails if the index cannot be read.
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

    /// The mark of the last commit; `None` if it has none, or cannot be read.
    pub fn mark(&self) -> Option<String> {
        self.store().tantivy.load_metas().ok()?.payload
    }

    /// True if some passages are restricted to certain readers.
    ///
    /// # Errors
    ///
    /// Fails if the index cannot be read.
    pub fn is_restricted(&self) -> Result<bool, IndexError> {
        self.hides(&self.searcher())
    }

    /// The same as of an earlier commit.
    ///
    /// # Errors
    ///
    /// Fails if the index cannot be read.
    pub fn hides(&self, searcher: &Searcher) -> Result<bool, IndexError> {
        let term = Term::from_field_text(self.fields.acl, schema::RESTRICTED);
        Ok(searcher.doc_freq(&term)? > 0)
    }

    /// Reads the passage of a found entry.
    ///
    /// # Errors
    ///
    /// Fails if the index cannot be read.
    pub fn passage_at(
        &self,
        searcher: &Searcher,
        address: tantivy::DocAddress,
    ) -> Result<Passage, IndexError> {
        let entry: TantivyDocument = searcher.doc(address)?;
        Ok(serde_json::from_str(self.fields.stored(&entry))?)
    }

    /// The languages of the index, each with its number of passages.
    ///
    /// # Errors
    ///
    /// Fails if the index cannot be read.
    pub fn languages(&self, searcher: &Searcher) -> Result<Vec<(Language, u64)>, IndexError> {
        let mut held = Vec::new();
        for language in Language::all() {
            let term = Term::from_field_text(self.fields.language, language.name());
            held.push((language, searcher.doc_freq(&term)?));
        }
        held.retain(|(_, passages)| *passages > 0);
        Ok(held)
    }

    /// Returns the passage at index `ordinal` of the document at `path`; `None` if there is none.
    ///
    /// # Errors
    ///
    /// Fails if the index cannot be read.
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

#[cfg(test)]
mod tests;
