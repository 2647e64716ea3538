//! The store of vectors, whichever database it uses.

use std::fmt::Debug;

use footnote_documents::Passage;
use footnote_documents::hash::hash;

use super::StoreError;

/// Key of a vector: a hash of the embedded text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VectorKey(pub u128);

impl VectorKey {
    /// The key of a passage. Passages with the same text, title and headings share one vector.
    pub fn of(passage: &Passage) -> Self {
        Self(hash(embedded_text(passage).as_bytes()))
    }
}

/// The text of a passage that is embedded: its title, headings and text.
pub fn embedded_text(passage: &Passage) -> String {
    let title = std::iter::once(&passage.title).chain(&passage.headings);
    let mut lines: Vec<&str> = title.map(String::as_str).collect();
    lines.retain(|line| !line.is_empty());
    lines.dedup();
    lines.push(&passage.text);
    lines.join("\n")
}

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

    /// The vectors that others have written since the last [`Self::read`] or call; none if nobody else writes.
    ///
    /// # Errors
    ///
    /// Fails if the store cannot be read.
    fn newer(&self) -> Result<Vec<Vector>, StoreError> {
        Ok(Vec::new())
    }

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
