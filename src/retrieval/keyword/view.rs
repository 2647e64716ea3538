//! An index as a search by words sees it: the counts of its terms, and the passages that match
//! best, whichever engine keeps them.

use footnote_documents::Passage;
use footnote_text::analysis::Language;

use crate::Query;
use crate::store::StoreError;

/// A field that passages are found by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// Stems without stop words of a passage's text, title (twice), headings and file name, by the
    /// stemmer of its language.
    Text,
    /// The passage's words as they are written, stop words included.
    Words,
    /// The hints of the passage's text and title.
    Hints,
}

/// A term of a field.
pub type TermKey = (Field, String);

/// A term to search for under any of its keys, with its weight.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// The keys: of several, the one counts by which a passage matches best.
    pub keys: Vec<TermKey>,
    /// The factor of its score by BM25.
    pub weight: f32,
}

/// The passages that a search looks for: those that match any of the clauses.
#[derive(Clone, Copy, Debug)]
pub struct Matching<'a> {
    /// The clauses. They are words, never parsed: characters that are syntax elsewhere are plain text here.
    pub clauses: &'a [Clause],
    /// The query, whose filters count.
    pub query: &'a Query,
}

/// A passage that matches, as ranking needs it: without its text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate<P> {
    /// Its score.
    pub score: f32,
    /// Its place in the index.
    pub at: P,
    /// Its columns.
    pub columns: RankingColumns,
}

/// The columns of a passage that ranking reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RankingColumns {
    /// The key of its document, see [`document_key`](crate::names::document_key).
    pub document: u64,
    /// Its place among the document's passages.
    pub ordinal: u64,
    /// The language that its words are stemmed in.
    pub language: Language,
}

/// The neighbours of a passage: the one before it, and the one after it.
pub type Neighbours = (Option<Passage>, Option<Passage>);

/// The part of an index that one reader may see, as of one commit. Words and counts of documents that the reader may
/// not see are left out of everything: a score or a corrected typing error would betray them.
///
/// All methods block.
pub trait IndexView {
    /// The place of a passage in the index.
    type Place: Copy;

    /// The number of passages.
    fn passage_count(&self) -> u64;

    /// The languages of the index, each with its passages.
    ///
    /// # Errors
    ///
    /// If the index cannot be read.
    fn languages(&self) -> Result<Vec<(Language, u64)>, StoreError>;

    /// Tells which frequencies are asked for next, for engines that read many at once.
    ///
    /// # Errors
    ///
    /// If the index cannot be read.
    fn look_up<'k>(&self, keys: impl IntoIterator<Item = &'k TermKey>) -> Result<(), StoreError>;

    /// The number of passages that have the term.
    ///
    /// # Errors
    ///
    /// If the index cannot be read.
    fn frequency(&self, key: &TermKey) -> Result<u64, StoreError>;

    /// True if a passage that the reader may see has the word, in the scope of the query or outside of it.
    ///
    /// # Errors
    ///
    /// If the index cannot be read.
    fn is_word(&self, word: &str) -> Result<bool, StoreError>;

    /// The words of [`Field::Words`] that lie up to `distance` edits from `word` and begin with its first letter, each
    /// with the number of its passages.
    ///
    /// # Errors
    ///
    /// If the index cannot be read.
    fn similar_words(&self, word: &str, distance: u8) -> Result<Vec<(String, u64)>, StoreError>;

    /// The passages that match best by BM25, at most `limit` of them.
    ///
    /// # Errors
    ///
    /// If the index cannot be read.
    fn best(
        &self,
        matching: Matching<'_>,
        limit: usize,
    ) -> Result<Vec<Candidate<Self::Place>>, StoreError>;

    /// The passages at these places; `None` for one that was removed since.
    ///
    /// # Errors
    ///
    /// If the index cannot be read.
    fn passages(&self, places: &[Self::Place]) -> Result<Vec<Option<Passage>>, StoreError>;

    /// The neighbours of each of these passages, whatever stands there.
    ///
    /// # Errors
    ///
    /// If the index cannot be read.
    fn neighbours(&self, passages: &[Passage]) -> Result<Vec<Neighbours>, StoreError>;
}
