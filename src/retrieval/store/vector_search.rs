//! Search by meaning: the vectors of passages and of their statements, whichever engine compares them.

use footnote_documents::Passage;

use super::search::Query;
use super::{StoreFuture, VectorKey};

/// A passage near to a question.
#[derive(Clone, Debug, PartialEq)]
pub struct NearPassage {
    /// The path of its document.
    pub path: String,
    /// Its place among the document's passages.
    pub ordinal: u32,
    /// Its key when it was embedded.
    pub key: VectorKey,
    /// The cosine of the angle between both.
    pub score: f32,
}

/// A text with its vector: the hash of the text, and the numbers.
pub type Embedding = (u128, Vec<f32>);

/// The vectors of one model. They stand for texts, wherever these are: what was embedded once is not embedded again.
pub trait VectorSearch: Send + Sync {
    /// The number of passages that have their vectors, and of all.
    fn counts(&self) -> (usize, usize);

    /// The passages nearest to `question`, best first, of the documents that the reader and the filters of `query`
    /// let in.
    fn nearest<'a>(
        &'a self,
        question: &'a [f32],
        limit: usize,
        query: &'a Query,
    ) -> StoreFuture<'a, Vec<NearPassage>>;

    /// The vectors of the statements of these passages that were made before.
    fn statements(&self, passages: Vec<Passage>) -> StoreFuture<'_, Vec<Embedding>>;

    /// Joins the vectors with the documents as of the last commit, and drops those of documents that are gone.
    fn refresh(&self) -> StoreFuture<'_, ()>;

    /// Joins them too, but leaves it to whoever embeds to drop any.
    fn recount(&self) -> StoreFuture<'_, ()> {
        self.refresh()
    }

    /// True if nothing was committed since that [`Self::refresh`] has not joined.
    fn is_fresh(&self) -> StoreFuture<'_, bool>;

    /// Passages that await their vectors, of whole documents in the order of their paths, behind the path `after`,
    /// until there are at least `least`.
    fn awaiting<'a>(&'a self, after: &'a str, least: usize) -> StoreFuture<'a, Vec<Passage>>;

    /// Keeps the vectors of passages.
    fn put(&self, vectors: Vec<(VectorKey, Vec<f32>)>) -> StoreFuture<'_, ()>;

    /// Gives up on passages that the model refuses, until their documents change.
    fn give_up(&self, passages: Vec<VectorKey>) -> StoreFuture<'_, ()>;

    /// Passages whose statements have no vectors, as [`Self::awaiting`] has it.
    fn awaiting_statements<'a>(
        &'a self,
        after: &'a str,
        least: usize,
    ) -> StoreFuture<'a, Vec<Passage>>;

    /// Keeps the vectors of the statements of passages.
    fn put_statements(&self, passages: Vec<(VectorKey, Vec<Embedding>)>) -> StoreFuture<'_, ()>;
}
