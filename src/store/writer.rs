//! Writes documents: their records and passages.

use footnote_documents::{Passage, Record};

use super::StoreFuture;

/// Writes documents. Readers see nothing before [`Self::commit`], and then everything at once. Only one pass uses a
/// writer at a time.
///
/// After an error, all changes since the last commit are lost.
pub trait DocumentWriter: Send + Sync {
    /// Starts a pass: drops everything since the last commit, including a document that an earlier pass left
    /// unfinished. If the stored data is gone, starts over.
    fn begin_pass(&self) -> StoreFuture<'_, ()>;

    /// Starts writing the document at `path`. The commit after [`Self::finish`] replaces its old passages by those
    /// appended in between. Documents within it are begun and finished before it is finished.
    fn begin<'a>(&'a self, path: &'a str) -> StoreFuture<'a, ()>;

    /// Appends passages to the current document. Its language is detected from the first of them.
    fn append(&self, passages: Vec<Passage>) -> StoreFuture<'_, ()>;

    /// Finishes the current document. A document that could not be read gets no passages, even if some were appended.
    fn finish(&self, record: Record) -> StoreFuture<'_, ()>;

    /// Removes the documents at these paths, and documents within them.
    fn remove<'a>(&'a self, paths: &'a [String]) -> StoreFuture<'a, ()>;

    /// Makes all changes since the last commit durable and visible atomically.
    fn commit(&self) -> StoreFuture<'_, ()>;

    /// Reorganises the data so that questions are answered fastest. Call it after writing much; questions are answered
    /// meanwhile.
    fn optimize(&self) -> StoreFuture<'_, ()>;

    /// Marks the file at `path` to be read again in the next pass.
    fn mark_stale<'a>(&'a self, path: &'a str) -> StoreFuture<'a, ()>;
}
