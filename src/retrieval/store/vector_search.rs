//! Semantic search: vectors of passages and of their statements, whichever engine compares them.

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

/// The hash of a text, and its vector.
pub type Embedding = (u128, Vec<f32>);

/// The vectors of one model. They belong to texts, wherever these occur, so nothing is embedded twice.
pub trait VectorSearch: Send + Sync {
    /// Number of passages with vectors, and of all passages.
    fn counts(&self) -> (usize, usize);

    /// The passages nearest to `question`, best first, that the reader and the filters of `query` admit.
    fn nearest<'a>(
        &'a self,
        question: &'a [f32],
        limit: usize,
        query: &'a Query,
    ) -> StoreFuture<'a, Vec<NearPassage>>;

    /// Existing vectors of the statements in these passages.
    fn statements(&self, passages: Vec<Passage>) -> StoreFuture<'_, Vec<Embedding>>;

    /// Assigns vectors to the documents as of the last commit, and drops those of deleted documents.
    fn refresh(&self) -> StoreFuture<'_, ()>;

    /// Assigns vectors without dropping any, which is left to the process that embeds.
    fn recount(&self) -> StoreFuture<'_, ()> {
        self.refresh()
    }

    /// True if there was no commit since the last [`Self::refresh`].
    fn is_fresh(&self) -> StoreFuture<'_, bool>;

    /// Passages without vectors: whole documents by path, after the path `after`, until there are at least `least`
    /// passages.
    fn awaiting<'a>(&'a self, after: &'a str, least: usize) -> StoreFuture<'a, Vec<Passage>>;

    /// Stores vectors of passages.
    fn put(&self, vectors: Vec<(VectorKey, Vec<f32>)>) -> StoreFuture<'_, ()>;

    /// Stops waiting for vectors of passages that the model rejects, until their documents change.
    fn give_up(&self, passages: Vec<VectorKey>) -> StoreFuture<'_, ()>;

    /// Passages whose statements have no vectors, as in [`Self::awaiting`].
    fn awaiting_statements<'a>(
        &'a self,
        after: &'a str,
        least: usize,
    ) -> StoreFuture<'a, Vec<Passage>>;

    /// Stores the vectors of statements in passages.
    fn put_statements(&self, passages: Vec<(VectorKey, Vec<Embedding>)>) -> StoreFuture<'_, ()>;
}
