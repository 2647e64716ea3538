//! Semantic search: its questions and results.

use footnote_documents::Passage;

use super::VectorKey;

/// A passage near a question.
#[derive(Clone, Debug, PartialEq)]
pub struct NearPassage {
    /// Path of its document.
    pub path: String,
    /// Index within its document.
    pub ordinal: u32,
    /// Key of the text that was embedded.
    pub key: VectorKey,
    /// Cosine of the angle between both vectors.
    pub score: f32,
}

/// The place of a document in the order of embedding: the newest first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct EmbeddingPlace {
    /// Time of its last modification, in nanoseconds since 1970.
    pub modified: i64,
    /// Its path.
    pub path: String,
}

/// Passages without vectors, and the place of the last of their documents; `None` if there are none.
pub type AwaitingPassages = (Vec<Passage>, Option<EmbeddingPlace>);
