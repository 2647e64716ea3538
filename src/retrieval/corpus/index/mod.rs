//! The tantivy index: its writer, its readers and the record of each file.

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

pub use catalog::MemoryCatalog;
pub(super) use catalog::{counted_endings, fitting, sorted};
pub use embedded::EmbeddedIndex;
use footnote_documents::Passage;
use footnote_text::analysis::Language;
use open::IndexFolder;
pub use records::{AclStats, Records};
pub use schema::Fields;
use scoped::ScopedPassagesCache;
use tantivy::collector::{DocSetCollector, TopDocs};
use tantivy::query::{BooleanQuery, Query, RangeQuery, TermQuery};
use tantivy::schema::IndexRecordOption;
use tantivy::{IndexReader, Order, Searcher, TantivyDocument, Term};
use write::Writer;

use crate::store::Start;

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
    catalog: Arc<MemoryCatalog>,
    scopes: ScopedPassagesCache,
    /// Its folder; `None` in memory.
    directory: Option<IndexFolder>,
}

/// tantivy's side of an index.
struct Store {
    tantivy: tantivy::Index,
    reader: IndexReader,
}

impl Index {
    /// The records of the files as of the last commit, which cannot change as long as this is held.
    pub fn records(&self) -> RwLockReadGuard<'_, Records> {
        self.catalog.records()
    }

    /// The catalog of its files: each commit changes it.
    pub fn catalog(&self) -> Arc<MemoryCatalog> {
        Arc::clone(&self.catalog)
    }

    /// The passages of the documents that questions ask.
    fn scopes(&self) -> &ScopedPassagesCache {
        &self.scopes
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
        // The collector makes room for its limit at once.
        let held = usize::try_from(searcher.num_docs()).unwrap_or(usize::MAX);
        let first = TopDocs::with_limit(most.min(held).max(1));
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

    /// The languages of the index, each with its passages.
    ///
    /// # Errors
    ///
    /// If the index cannot be read.
    pub fn languages(&self, searcher: &Searcher) -> Result<Vec<(Language, u64)>, IndexError> {
        let mut held = Vec::new();
        for language in Language::all() {
            let term = Term::from_field_text(self.fields.language, language.name());
            held.push((language, searcher.doc_freq(&term)?));
        }
        held.retain(|(_, passages)| *passages > 0);
        Ok(held)
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

#[cfg(test)]
mod tests;
