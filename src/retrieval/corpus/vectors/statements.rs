//! Vectors of statements. They stay in the store, because an answer only reads those of a few passages.

use std::sync::PoisonError;

use footnote_documents::Passage;
use footnote_documents::hash::hash;

use super::{Vectors, VectorsError};
use crate::store::{Vector, VectorKey};

impl Vectors {
    /// Stored vectors of the statements in these passages, each with the hash of its text.
    ///
    /// # Errors
    ///
    /// Fails if the store cannot be read.
    pub fn statements<'a>(
        &self,
        passages: impl Iterator<Item = &'a Passage>,
    ) -> Result<Vec<(u128, Vec<f32>)>, VectorsError> {
        let keys: Vec<VectorKey> =
            passages.map(VectorKey::of).filter(|key| self.has_statement_vectors(*key)).collect();
        let mut found = Vec::new();
        self.with_store(|store| {
            for key in keys {
                let stored = store.statements(key)?;
                found.extend(stored.iter().map(|one| (one.key.0, one.values())));
            }
            Ok(())
        })?;
        let length = self.table().dimension();
        found.retain(|(_, vector)| vector.len() == length);
        Ok(found)
    }

    /// True if the vectors of its statements are stored, or if there is no store.
    fn has_statement_vectors(&self, passage: VectorKey) -> bool {
        let with_statement_vectors =
            self.keys_with_statements.read().unwrap_or_else(PoisonError::into_inner);
        self.store.is_none() || with_statement_vectors.contains(&passage)
    }

    /// The documents after the path `after` in which some statements have no vectors, sorted.
    pub(super) fn without_statement_vectors(&self, after: &str, limit: usize) -> Vec<String> {
        let table = self.table();
        let lacks = |key| table.has(key) && !self.has_statement_vectors(key);
        table.paths_of(after, limit, lacks)
    }

    /// True if a passage has a vector, but its statements have none.
    pub(super) fn lacks_statement_vectors(&self, passage: VectorKey) -> bool {
        self.table().has(passage) && !self.has_statement_vectors(passage)
    }

    /// Stores the vectors of the passages' statements.
    pub(super) fn put_statements(&self, passages: &[StatementVectors]) -> Result<(), VectorsError> {
        let one = |passage: &StatementVectors| {
            let texts = passage.statements.iter();
            let vectors = texts.map(|(text, vector)| Vector::quantized(VectorKey(*text), vector));
            (passage.key, vectors.collect())
        };
        let all = passages.iter().flat_map(|passage| &passage.statements);
        for (_, vector) in all {
            self.check(&self.table(), vector.len())?;
        }
        let packed: Vec<(VectorKey, Vec<Vector>)> = passages.iter().map(one).collect();
        self.with_store(|store| store.write_statements(&self.model, &packed))?;
        let mut with_statement_vectors =
            self.keys_with_statements.write().unwrap_or_else(PoisonError::into_inner);
        with_statement_vectors.extend(passages.iter().map(|passage| passage.key));
        Ok(())
    }
}

/// A passage and the vectors of its statements, each with the hash of its text.
pub(super) struct StatementVectors {
    pub(super) key: VectorKey,
    pub(super) statements: Vec<(u128, Vec<f32>)>,
}

/// The texts of a passage's statements as they are embedded, each with its hash.
pub(super) fn texts(passage: &Passage, before: &str) -> Vec<(u128, String)> {
    let texts = passage.compared().into_iter();
    let texts = texts.map(|text| format!("{before}{text}"));
    texts.map(|text| (hash(text.as_bytes()), text)).collect()
}
