//! The store of passages: searched by words and read by place, whichever engine keeps them.

use footnote_documents::Passage;

use super::search::{Hit, Query, SearchResult};
use super::{Access, StoreFuture};

/// The place in a document to begin at.
#[derive(Clone, Copy, Debug)]
pub enum Start {
    /// At a passage, by its place from 0.
    Passage(u32),
    /// At a page, from 1.
    Page(u32),
}

/// The place of a passage: the path of its document, and its own place in that, from 0.
pub type PassagePlace = (String, u32);

/// The passages as of the last commit.
pub trait PassageStore: Send + Sync {
    /// Finds the passages whose words fit `query` best, among those that its reader may read, with the terms that
    /// were searched for.
    fn search<'a>(&'a self, query: &'a Query) -> StoreFuture<'a, SearchResult>;

    /// The passages of the document at `path` from `start` on, in order.
    fn passages_from<'a>(
        &'a self,
        path: &'a str,
        start: Start,
        limit: usize,
        access: Access<'a>,
    ) -> StoreFuture<'a, Vec<Passage>>;

    /// The passages at these places, each `None` if there is none.
    fn at<'a>(
        &'a self,
        places: Vec<PassagePlace>,
        access: Access<'a>,
    ) -> StoreFuture<'a, Vec<Option<Passage>>>;

    /// The same hits with their neighbours.
    fn with_neighbours(&self, hits: Vec<Hit>) -> StoreFuture<'_, Vec<Hit>>;

    /// True if there are passages that not everybody may read.
    fn is_restricted(&self) -> StoreFuture<'_, bool>;
}
