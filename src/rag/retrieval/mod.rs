//! Finding the passages that a question is about.

pub mod attached;
#[cfg(test)]
pub(crate) mod contract;
pub mod framing;
pub mod keyword;

use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};

use crate::protocol::RetrievalMode;
use crate::rag::corpus::Passage;

/// What to look for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    /// The words to search for.
    pub text: String,
    /// How many hits are wanted at most.
    pub top: usize,
    /// Which index to ask; a retriever that lacks one answers by text.
    pub mode: RetrievalMode,
    /// Only documents of this category.
    pub include_category: Option<String>,
    /// No documents of this category.
    pub exclude_category: Option<String>,
    /// Hits below this score are dropped.
    pub minimum_score: f32,
}

/// A passage with a score, and its neighbours in the document.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Hit {
    /// The passage.
    pub passage: Passage,
    /// How well it fits; comparable within one query only.
    pub score: f32,
    /// The text of the passage before it on the same page or under the same headings.
    pub before: Option<String>,
    /// The text of the passage after it on the same page or under the same headings.
    pub after: Option<String>,
}

/// What a retrieval found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// The hits, best first, no passage twice.
    pub hits: Vec<Hit>,
    /// The telling terms that were searched for, as stems.
    pub terms: Vec<Term>,
}

/// A term of the question after stemming.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Term {
    /// The word as the question has it.
    pub word: String,
    /// Its stem as the index has it.
    pub stem: String,
    /// How telling it is (inverse document frequency); 0 for a term that no passage has.
    pub weight: f32,
    /// Whether any passage has it.
    pub known: bool,
}

/// Why a retrieval failed.
#[derive(Debug, thiserror::Error)]
pub enum RetrieveError {
    /// The index could not be read.
    #[error("reading the index")]
    Index(#[source] anyhow::Error),
}

/// Finds passages.
///
/// Contract: hits are sorted by descending score, no passage stands twice, at most `top` are returned,
/// filters hold for every hit, and a query without words finds nothing.
pub trait Retriever: Send + Sync {
    /// Which index answers where `wanted` is wished for: by text, unless there are others.
    fn mode(&self, _wanted: RetrievalMode) -> RetrievalMode {
        RetrievalMode::Text
    }

    /// Finds the passages that fit `query` best.
    fn retrieve<'a>(&'a self, query: &'a Query) -> BoxFuture<'a, Result<Found, RetrieveError>>;

    /// All passages of the document at `path`, in order; none if it is not known.
    fn document<'a>(
        &'a self,
        _path: &'a str,
    ) -> BoxFuture<'a, Result<Vec<Passage>, RetrieveError>> {
        Box::pin(async { Ok(Vec::new()) })
    }
}
