//! Semantic search: vectors of passages, whichever engine compares them.

use footnote_documents::Passage;

use super::search::Query;
use super::{StoreFuture, VectorKey};

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

/// The vectors of one model. They belong to texts, wherever these occur, so nothing is embedded twice.
pub trait VectorSearch: Send + Sync {
    /// Number of passages with vectors, and of all that get one.
    fn counts(&self) -> (usize, usize);

    /// The passages nearest to `question`, best first, that the reader and the filters of `query` admit.
    fn nearest<'a>(
        &'a self,
        question: &'a [f32],
        limit: usize,
        query: &'a Query,
    ) -> StoreFuture<'a, Vec<NearPassage>>;

    /// Assigns vectors to the documents as of the last commit, and drops those of deleted documents.
    fn refresh(&self) -> StoreFuture<'_, ()>;

    /// Assigns vectors without dropping any, which is left to the process that embeds.
    fn recount(&self) -> StoreFuture<'_, ()> {
        self.refresh()
    }

    /// True if there was no commit since the last [`Self::refresh`].
    fn is_fresh(&self) -> StoreFuture<'_, bool>;

    /// Passages without vectors: whole documents, the newest first, behind the place `after`, until there are at least
    /// `least` passages.
    fn awaiting(
        &self,
        after: Option<EmbeddingPlace>,
        least: usize,
    ) -> StoreFuture<'_, AwaitingPassages>;

    /// Stores vectors of passages.
    fn put(&self, vectors: Vec<(VectorKey, Vec<f32>)>) -> StoreFuture<'_, ()>;

    /// Stops waiting for vectors of passages that the model rejects, until their documents change.
    fn give_up(&self, passages: Vec<VectorKey>) -> StoreFuture<'_, ()>;
}
