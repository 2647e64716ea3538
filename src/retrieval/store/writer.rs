//! Writing documents: their records and passages, whichever engine keeps them.

use footnote_documents::{Passage, Record};

use super::StoreFuture;

/// Writes documents. Readers see nothing of it before [`Self::commit`], and then everything at once. One pass has a
/// writer at a time.
///
/// After an error of a write, all changes since the last commit are lost.
pub trait DocumentWriter: Send + Sync {
    /// Begins a pass: forgets a document that a former pass began and did not finish, with everything since the last
    /// commit. Where the stored data is gone, it begins anew.
    fn begin_pass(&self) -> StoreFuture<'_, ()>;

    /// Begins to write the document at `path`: with the commit after [`Self::finish`], the passages that are
    /// appended until then stand for it, and nothing else does. Documents that it encloses are begun and finished
    /// before it is finished.
    fn begin<'a>(&'a self, path: &'a str) -> StoreFuture<'a, ()>;

    /// Appends passages to the document that was begun last. Its language is detected from the first of them.
    fn append(&self, passages: Vec<Passage>) -> StoreFuture<'_, ()>;

    /// Ends the document that was begun last. One that could not be read has no passages, even if some were
    /// appended.
    fn finish(&self, record: Record) -> StoreFuture<'_, ()>;

    /// Removes the documents at these paths, and those that they enclose.
    fn remove<'a>(&'a self, paths: &'a [String]) -> StoreFuture<'a, ()>;

    /// Makes all changes since the last commit durable and visible, at once.
    fn commit(&self) -> StoreFuture<'_, ()>;

    /// Brings what was written into the form in which questions are answered fastest. To be called once much was
    /// written; questions are answered meanwhile.
    fn optimize(&self) -> StoreFuture<'_, ()>;

    /// Has the file at `path` read again with the next pass.
    fn mark_stale<'a>(&'a self, path: &'a str) -> StoreFuture<'a, ()>;
}
