//! The store of vectors, whichever database keeps them.

use std::fmt::Debug;

use super::StoreError;

/// The key of a vector: a hash of the text that was embedded, wherever that stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VectorKey(pub u128);

/// A vector of unit length in integers of one byte, each times `scale` being the number.
#[derive(Clone, Debug, PartialEq)]
pub struct Vector {
    /// The text that it stands for.
    pub key: VectorKey,
    /// The number that a one stands for.
    pub scale: f32,
    /// The integers.
    pub numbers: Box<[i8]>,
}

/// A store of the vectors of one model; all methods block.
pub trait VectorStore: Debug + Send + Sync {
    /// The name of the place, for messages.
    fn location(&self) -> String;

    /// The model that the first vector was written with; `None` if none has ever been.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    fn model(&self) -> Result<Option<String>, StoreError>;

    /// All vectors, in whatever order.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    fn read(&self) -> Result<Vec<Vector>, StoreError>;

    /// The number of vectors.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    fn count(&self) -> Result<usize, StoreError>;

    /// Writes vectors of `model`, all or none, each in the place of an earlier one of its key.
    ///
    /// # Errors
    ///
    /// If the store cannot be written.
    fn write(&self, model: &str, vectors: &[Vector]) -> Result<(), StoreError>;

    /// The passages whose statements have vectors.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    fn with_statement_vectors(&self) -> Result<Vec<VectorKey>, StoreError>;

    /// The vectors of the statements of a passage; none if it has none here.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    fn statements(&self, passage: VectorKey) -> Result<Vec<Vector>, StoreError>;

    /// Writes vectors of `model` for the statements of passages, all or none, in the place of earlier ones.
    ///
    /// # Errors
    ///
    /// If the store cannot be written.
    fn write_statements(
        &self,
        model: &str,
        passages: &[(VectorKey, Vec<Vector>)],
    ) -> Result<(), StoreError>;

    /// Deletes the vectors of these passages and of their statements.
    ///
    /// # Errors
    ///
    /// If the store cannot be written.
    fn remove(&self, keys: &[VectorKey]) -> Result<(), StoreError>;
}

/// Asks an empty store whatever the trait promises.
#[cfg(test)]
pub(crate) fn keeps_the_contract(store: &dyn VectorStore) {
    let vector =
        |id, first| Vector { key: VectorKey(id), scale: 0.25, numbers: [first, -127, 127].into() };
    let sorted = || {
        let mut all = store.read().unwrap();
        all.sort_by_key(|vector| vector.key.0);
        all
    };
    assert_eq!((store.model().unwrap(), store.count().unwrap()), (None, 0));
    let written = [vector(1, 1), vector(2, 2), vector(u128::MAX, 3)];
    store.write("a", &written).unwrap();
    assert_eq!(store.model().unwrap().as_deref(), Some("a"));
    assert_eq!(sorted(), written);
    store.write("a", &[vector(2, 5)]).unwrap();
    assert_eq!(sorted()[1], vector(2, 5), "the newest of a key is kept");
    let of = |passage: &Vector| (passage.key, vec![vector(7, 1), vector(8, 2)]);
    store.write_statements("a", &[of(&written[0]), of(&written[1])]).unwrap();
    store.write_statements("a", &[(written[1].key, vec![vector(9, 3)])]).unwrap();
    assert_eq!(store.with_statement_vectors().unwrap().len(), 2);
    assert_eq!(store.statements(written[0].key).unwrap(), of(&written[0]).1);
    assert_eq!(store.statements(written[1].key).unwrap(), [vector(9, 3)]);
    assert!(store.statements(written[2].key).unwrap().is_empty());
    assert_eq!(sorted().len(), 3, "statements are no passages");
    store.remove(&[written[0].key, written[2].key]).unwrap();
    assert_eq!(store.with_statement_vectors().unwrap(), [written[1].key]);
    assert_eq!(sorted(), [vector(2, 5)]);
    store.remove(&[written[0].key]).unwrap();
    assert_eq!(store.count().unwrap(), 1, "a key that is gone is no fault");
    store.remove(&[written[1].key]).unwrap();
    assert_eq!(store.model().unwrap().as_deref(), Some("a"));
}
