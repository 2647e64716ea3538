//! The store of vectors, whichever database it uses.

use std::fmt::Debug;

use super::StoreError;

/// Key of a vector: a hash of the embedded text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VectorKey(pub u128);

/// A vector of unit length, quantised to one byte per number.
#[derive(Clone, Debug, PartialEq)]
pub struct Vector {
    /// Key of the embedded text.
    pub key: VectorKey,
    /// Factor between an integer and the number it stands for.
    pub scale: f32,
    /// Quantised numbers.
    pub numbers: Box<[i8]>,
}

/// A store of the vectors of one model; all methods block.
pub trait VectorStore: Debug + Send + Sync {
    /// Location of the store, for messages.
    fn location(&self) -> String;

    /// The model of the vectors; `None` if none have ever been written.
    ///
    /// # Errors
    ///
    /// Fails if the store cannot be read.
    fn model(&self) -> Result<Option<String>, StoreError>;

    /// All vectors, in any order.
    ///
    /// # Errors
    ///
    /// Fails if the store cannot be read.
    fn read(&self) -> Result<Vec<Vector>, StoreError>;

    /// Number of vectors.
    ///
    /// # Errors
    ///
    /// Fails if the store cannot be read.
    fn count(&self) -> Result<usize, StoreError>;

    /// Writes vectors of `model` atomically, replacing those with the same keys.
    ///
    /// # Errors
    ///
    /// Fails if the store cannot be written.
    fn write(&self, model: &str, vectors: &[Vector]) -> Result<(), StoreError>;

    /// Deletes the vectors with these keys.
    ///
    /// # Errors
    ///
    /// Fails if the store cannot be written.
    fn remove(&self, keys: &[VectorKey]) -> Result<(), StoreError>;
}

/// Checks everything that the trait promises on an empty store.
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
    store.remove(&[written[0].key, written[2].key]).unwrap();
    assert_eq!(sorted(), [vector(2, 5)]);
    store.remove(&[written[0].key]).unwrap();
    assert_eq!(store.count().unwrap(), 1, "a key that is gone is no fault");
    store.remove(&[written[1].key]).unwrap();
    assert_eq!(store.model().unwrap().as_deref(), Some("a"));
}
