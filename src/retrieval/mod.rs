//! Documents kept and found: the stores, the passes that fill them, and finding the passages that a question is
//! about.

pub mod attached;
#[cfg(test)]
mod contract_tests;
pub mod corpus;
mod error;
pub mod framing;
pub mod fusion;
pub mod hybrid;
pub mod keyword;
mod likeness;
pub mod names;
mod ranker;
#[cfg(any(test, feature = "testing"))]
pub mod samples;
pub mod store;
pub mod table_db;
pub mod trace;
pub mod vectors;

pub use error::RetrieveError;
use footnote_documents::Passage;
use footnote_documents::acl::Reader;
use footnote_protocol::RetrievalMode;
use futures_util::future::BoxFuture;

use crate::store::Start;
pub use crate::store::search::{
    Correction, Hit, NEXT, Query, Ranks, SearchReport, SearchResult, Technique, Term,
};

/// The most passages that are read of one document at once: some ten thousand pages, 20 MB.
const MOST_READ: usize = 20_000;

/// The text with its typing errors corrected, each where it stands as a word.
pub fn with_corrections(text: &str, corrections: &[Correction]) -> String {
    let is_between = |c: char| !c.is_alphabetic();
    let mend = |piece: &str| {
        let word = piece.trim_end_matches(is_between);
        let correction = corrections.iter().find(|one| one.word == word);
        let meant = correction.map_or(word, |one| one.meant.as_str());
        format!("{meant}{}", piece.get(word.len()..).unwrap_or_default())
    };
    text.split_inclusive(is_between).map(mend).collect()
}

/// Finds passages.
///
/// Contract: hits are sorted by descending score, no passage stands twice, at most `top` are returned,
/// filters hold for every hit, and a query without words finds nothing. An index that is not there is
/// answered for by text, and [`SearchResult::how`] says so.
pub trait Retriever: Send + Sync {
    /// The indexes that there are; the first answers where nothing is wished for.
    fn modes(&self) -> &[RetrievalMode] {
        &[RetrievalMode::Text]
    }

    /// The index that answers where nothing is wished for.
    fn default_mode(&self) -> RetrievalMode {
        self.modes().first().copied().unwrap_or_default()
    }

    /// True if it can rank passages anew.
    fn ranks(&self) -> bool {
        false
    }

    /// Finds the passages that fit `query` best.
    fn retrieve<'a>(
        &'a self,
        query: &'a Query,
    ) -> BoxFuture<'a, Result<SearchResult, RetrieveError>>;

    /// The likeness in meaning of each text to `question`, from 0 to 1; `None` without a model.
    fn likeness<'a>(
        &'a self,
        _question: &'a str,
        _texts: &'a [String],
    ) -> BoxFuture<'a, Option<Vec<f32>>> {
        Box::pin(async { None })
    }

    /// The passages of the document at `path`, in order, the first 20,000 of them; none if it is not known,
    /// or not to be read by this reader.
    fn document<'a>(
        &'a self,
        path: &'a str,
        reader: &'a Reader,
    ) -> BoxFuture<'a, Result<Vec<Passage>, RetrieveError>> {
        self.passages_from(path, Start::Passage(0), MOST_READ, reader)
    }

    /// The passages of the document at `path` from `start` on, in order, at most `most` of them; none if it
    /// is not known, or not to be read by this reader.
    fn passages_from<'a>(
        &'a self,
        _path: &'a str,
        _start: Start,
        _most: usize,
        _reader: &'a Reader,
    ) -> BoxFuture<'a, Result<Vec<Passage>, RetrieveError>> {
        Box::pin(async { Ok(Vec::new()) })
    }
}
