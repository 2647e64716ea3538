//! Finds passages: by their words, by their meaning, and by both.

pub mod attached;
#[cfg(test)]
mod contract_tests;
pub mod copies;
pub mod framing;
pub mod hybrid;
pub mod index;
pub mod keyword;
#[cfg(any(test, feature = "testing"))]
pub mod samples;
pub mod trace;
pub mod vectors;

use footnote_documents::Passage;
use footnote_documents::acl::Reader;
use footnote_protocol::RetrievalMode;
use footnote_store::search::{Correction, Query, SearchResult};
use footnote_store::{RetrieveError, Start};
use futures_util::future::BoxFuture;

/// Maximum number of passages read of one document: about ten thousand pages, 20 MB.
pub const MAX_READ: usize = 20_000;

/// The text with typing errors corrected wherever they occur as whole words.
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
/// Contract: hits are sorted by descending score, without duplicates, at most `top`; every hit passes the filters; a
/// query without words finds nothing. If an index is missing, keyword search takes its place, and [`SearchResult::how`]
/// says so.
pub trait Retriever: Send + Sync {
    /// Available search modes; the first one is the default.
    fn modes(&self) -> &[RetrievalMode] {
        &[RetrievalMode::Text]
    }

    /// The default search mode.
    fn default_mode(&self) -> RetrievalMode {
        self.modes().first().copied().unwrap_or_default()
    }

    /// Finds the passages that match `query` best.
    fn retrieve<'a>(
        &'a self,
        query: &'a Query,
    ) -> BoxFuture<'a, Result<SearchResult, RetrieveError>>;

    /// The passages of the document at `path`, in order, at most 20,000; empty if it is unknown or this reader may not
    /// read it.
    fn document<'a>(
        &'a self,
        path: &'a str,
        reader: &'a Reader,
    ) -> BoxFuture<'a, Result<Vec<Passage>, RetrieveError>> {
        self.passages_from(path, Start::Passage(0), MAX_READ, reader)
    }

    /// The passages of the document at `path` from `start` on, in order, at most `most`; empty if it is unknown or this
    /// reader may not read it.
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
