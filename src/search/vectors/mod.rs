//! The vectors of passages: compared in memory, and persisted in a store.

mod coarse;
#[cfg(any(test, feature = "testing"))]
#[expect(
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    clippy::unwrap_used,
    reason = "they are tests"
)]
pub mod contract_tests;
mod embedded;
mod nearest;
mod quantized;
mod table;
#[cfg(test)]
mod tests;

use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

pub use embedded::EmbeddedVectors;
use footnote_documents::acl::Acl;
use footnote_documents::{Passage, Stamp};
use footnote_store::{NearPassage, StoreError, VectorKey, VectorStore};
pub use nearest::NearestPassages;
use quantized::{QuantizedQuestion, quantized};
use table::Table;

/// Error of opening, storing or comparing vectors.
#[derive(Debug, thiserror::Error)]
pub enum VectorsError {
    /// The store cannot be read or written.
    #[error("the vectors at {0} cannot be read or written")]
    Store(String, #[source] StoreError),
    /// Another model made the vectors.
    #[error(
        "the vectors at {place} were made by {kept:?}, but the embedding model is {named:?} now: set \
         {kept:?} again, or delete that file to have all documents embedded anew"
    )]
    Model {
        /// Location of the store.
        place: String,
        /// Name of the model that made them.
        kept: String,
        /// Name of the configured model.
        named: String,
    },
    /// The model of this name returns vectors of another length.
    #[error(
        "the embedding model gives {given} numbers, but the vectors at {place} have {kept}: it is not \
         the model that made them; set it back, or stop the server and delete that file to have all \
         documents embedded anew"
    )]
    Dimension {
        /// Location of the store.
        place: String,
        /// Length of the stored vectors.
        kept: usize,
        /// Length of the new vectors.
        given: usize,
    },
}

/// The vectors of one model; all methods block.
#[derive(Debug)]
pub struct Vectors {
    model: String,
    /// `None` if the vectors are only held in memory.
    store: Option<Box<dyn VectorStore>>,
    table: RwLock<Table>,
}

impl Vectors {
    /// Loads the vectors in `store`, made by the model with this fingerprint. No passages are assigned yet.
    ///
    /// # Errors
    ///
    /// Fails if the store cannot be read, or has vectors of another model.
    pub fn open(store: Box<dyn VectorStore>, model: &str) -> Result<Self, VectorsError> {
        let failed = |error| VectorsError::Store(store.location(), error);
        // Check the model first: if the rest is damaged and rebuilt, vectors of another model must not be lost.
        let kept = store.model().map_err(failed)?;
        if let Some(kept) = kept.filter(|kept| kept != model) {
            return Err(VectorsError::Model {
                place: store.location(),
                kept,
                named: model.to_owned(),
            });
        }
        let vectors = store.read().map_err(failed)?;
        Ok(Self {
            model: model.to_owned(),
            store: Some(store),
            table: RwLock::new(Table::over(vectors)),
        })
    }

    /// Vectors in memory only, for the model with this fingerprint.
    pub fn in_memory(model: &str) -> Self {
        Self { model: model.to_owned(), store: None, table: RwLock::default() }
    }

    /// Number of passages with vectors, and of all that get one.
    pub fn counts(&self) -> (usize, usize) {
        self.table().counts()
    }

    /// The passages nearest to `question`, best first, from documents that `admits` accepts. It gets one passage per
    /// document, without its text.
    ///
    /// # Errors
    ///
    /// Fails if the question's vector has another length.
    pub fn nearest(
        &self,
        question: &[f32],
        most: usize,
        admits: impl Fn(&Passage) -> bool,
    ) -> Result<Vec<NearPassage>, VectorsError> {
        let table = self.table();
        self.check(&table, question.len())?;
        Ok(table.nearest(&QuantizedQuestion::new(question), most, admits))
    }

    /// True if the document at `path` is up to date: same stamp and same ACL.
    fn knows(&self, path: &str, stamp: Stamp, acl: &Acl) -> bool {
        self.table().knows(path, stamp, acl)
    }

    /// Sets the passages of the document at `path`.
    fn join(&self, path: &str, stamp: Stamp, passages: &[Passage]) {
        self.table_mut().join(path, stamp, passages);
    }

    /// Removes the documents that are not `is_there`.
    fn keep(&self, is_there: impl Fn(&str) -> bool) {
        let mut table = self.table_mut();
        for path in table.others(is_there) {
            table.forget(&path);
        }
    }

    /// Adds the vectors that other machines have stored.
    fn add_newer(&self) -> Result<(), VectorsError> {
        self.with_store(|store| {
            let vectors = store.newer()?;
            let mut table = self.table_mut();
            for vector in vectors {
                table.add(vector);
            }
            Ok(())
        })
    }

    /// Stores vectors.
    fn put(&self, vectors: &[(VectorKey, Vec<f32>)]) -> Result<(), VectorsError> {
        for (_, vector) in vectors {
            self.check(&self.table(), vector.len())?;
        }
        let vectors = vectors.iter().map(|(key, vector)| quantized(*key, vector));
        let vectors: Vec<_> = vectors.collect();
        self.with_store(|store| store.write(&self.model, &vectors))?;
        let mut table = self.table_mut();
        for vector in vectors {
            table.add(vector);
        }
        Ok(())
    }

    /// Drops vectors without a passage if there are many, and restores vectors that the store has lost. Must only be
    /// called when all documents are assigned. If the store fails, the vectors stay in memory.
    fn reconcile(&self) {
        let orphans = self.table_mut().drop_orphans();
        let tidied = self.with_store(|store| {
            if !orphans.is_empty() {
                store.remove(&orphans)?;
            }
            let table = self.table();
            if store.count()? < table.vectors().len() {
                tracing::warn!("vectors that were lost are written anew");
                store.write(&self.model, table.vectors())?;
            }
            Ok(())
        });
        if let Err(error) = tidied {
            tracing::warn!(error = &error as &dyn std::error::Error, "vectors stay in memory");
        }
    }

    /// Runs `work` on the store, if there is one.
    fn with_store(
        &self,
        work: impl FnOnce(&dyn VectorStore) -> Result<(), StoreError>,
    ) -> Result<(), VectorsError> {
        let Some(store) = self.store.as_deref() else {
            return Ok(());
        };
        work(store).map_err(|error| VectorsError::Store(store.location(), error))
    }

    fn check(&self, table: &Table, given: usize) -> Result<(), VectorsError> {
        let kept = table.dimension();
        if kept == 0 || kept == given {
            return Ok(());
        }
        let place = self.store.as_ref().map(|store| store.location());
        Err(VectorsError::Dimension {
            place: place.unwrap_or_else(|| "memory".to_owned()),
            kept,
            given,
        })
    }

    fn table(&self) -> RwLockReadGuard<'_, Table> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn table_mut(&self) -> RwLockWriteGuard<'_, Table> {
        self.table.write().unwrap_or_else(PoisonError::into_inner)
    }
}
