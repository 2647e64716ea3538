//! An index as keyword search sees it: term statistics and the best matching passages, whichever engine stores them.

use footnote_documents::Passage;
use footnote_store::StoreError;
use footnote_store::search::Query;
use footnote_text::analysis::Language;

/// A field to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// Stems of a passage's text, title (twice), headings and file name, without stop words, stemmed in its language.
    Text,
    /// The passage's words as written, including stop words.
    Words,
    /// Hints from the passage's text and title.
    Hints,
}

/// A term in a field.
pub type TermKey = (Field, String);

/// A weighted term, which may have several keys.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// The keys; if a passage has several of them, the best match counts.
    pub keys: Vec<TermKey>,
    /// Factor of its BM25 score.
    pub weight: f32,
}

/// The target of a search: passages that match any of the clauses.
#[derive(Clone, Copy, Debug)]
pub struct Matching<'a> {
    /// The clauses. They are plain words and never parsed, so no character is syntax.
    pub clauses: &'a [Clause],
    /// The query, for its filters.
    pub query: &'a Query,
}

/// A matching passage as ranking needs it, without its text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate<P> {
    /// Score of the match.
    pub score: f32,
    /// Place of the passage in the index.
    pub at: P,
    /// Ranking columns of the passage.
    pub columns: RankingColumns,
}

/// The columns of a passage that ranking reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RankingColumns {
    /// Key of its document, see [`document_key`](footnote_store::names::document_key).
    pub document: u64,
    /// Index within its document.
    pub ordinal: u64,
    /// Language in which its words are stemmed.
    pub language: Language,
}

/// The neighbours of a passage: the previous and the next one.
pub type Neighbours = (Option<Passage>, Option<Passage>);

/// The part of an index that one reader may see, as of one commit. Nothing depends on words and counts of hidden
/// documents, since a score or a corrected typing error would reveal them.
///
/// All methods block.
pub trait IndexView {
    /// Place of a passage in the index.
    type Place: Copy;

    /// Number of passages.
    fn passage_count(&self) -> u64;

    /// The languages of the index, each with its number of passages.
    ///
    /// # Errors
    ///
    /// Fails if the index cannot be read.
    fn languages(&self) -> Result<Vec<(Language, u64)>, StoreError>;

    /// Number of passages with the term.
    ///
    /// # Errors
    ///
    /// Fails if the index cannot be read.
    fn frequency(&self, key: &TermKey) -> Result<u64, StoreError>;

    /// True if a visible passage contains the word, within the query's scope or not.
    ///
    /// # Errors
    ///
    /// Fails if the index cannot be read.
    fn is_word(&self, word: &str) -> Result<bool, StoreError>;

    /// Words of [`Field::Words`] within `distance` edits of `word` and with the same first letter, each with its number
    /// of passages.
    ///
    /// # Errors
    ///
    /// Fails if the index cannot be read.
    fn similar_words(&self, word: &str, distance: u8) -> Result<Vec<(String, u64)>, StoreError>;

    /// The best passages by BM25, at most `limit`.
    ///
    /// # Errors
    ///
    /// Fails if the index cannot be read.
    fn best(
        &self,
        matching: Matching<'_>,
        limit: usize,
    ) -> Result<Vec<Candidate<Self::Place>>, StoreError>;

    /// The passages at these places; `None` for one that has been removed.
    ///
    /// # Errors
    ///
    /// Fails if the index cannot be read.
    fn passages(&self, places: &[Self::Place]) -> Result<Vec<Option<Passage>>, StoreError>;

    /// The neighbours of each of these passages, without regard to pages and headings.
    ///
    /// # Errors
    ///
    /// Fails if the index cannot be read.
    fn neighbours(&self, passages: &[Passage]) -> Result<Vec<Neighbours>, StoreError>;
}
