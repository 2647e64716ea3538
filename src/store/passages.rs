//! The store of passages: keyword search, and reading by position.

use footnote_documents::Passage;

use super::search::{Hit, Query, SearchResult};
use super::{Access, StoreFuture};

/// Position in a document at which reading starts.
#[derive(Clone, Copy, Debug)]
pub enum Start {
    /// A passage, by its index from 0.
    Passage(u32),
    /// A page, from 1.
    Page(u32),
}

/// Position of a passage: the path of its document, and its index there, from 0.
pub type PassagePlace = (String, u32);

/// The passages as of the last commit.
pub trait PassageStore: Send + Sync {
    /// Keyword search: finds the passages that match `query` best among those that its reader may read. Also returns
    /// the terms searched for.
    fn search<'a>(&'a self, query: &'a Query) -> StoreFuture<'a, SearchResult>;

    /// The passages of the document at `path` from `start` on, in order.
    fn passages_from<'a>(
        &'a self,
        path: &'a str,
        start: Start,
        limit: usize,
        access: Access<'a>,
    ) -> StoreFuture<'a, Vec<Passage>>;

    /// The passages at these positions; `None` for each that does not exist.
    fn at<'a>(
        &'a self,
        places: Vec<PassagePlace>,
        access: Access<'a>,
    ) -> StoreFuture<'a, Vec<Option<Passage>>>;

    /// Adds the neighbours to these hits.
    fn with_neighbours(&self, hits: Vec<Hit>) -> StoreFuture<'_, Vec<Hit>>;

    /// True if some passages are not public.
    fn is_restricted(&self) -> StoreFuture<'_, bool>;
}
