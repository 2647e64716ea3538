//! A search for passages, and its result.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use footnote_documents::Passage;
use footnote_documents::acl::Reader;
use footnote_protocol::RetrievalMode;
use serde::{Deserialize, Serialize};

use super::DocumentSet;

/// A search for passages.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    /// Text to search for.
    pub text: String,
    /// Maximum number of hits.
    pub top: usize,
    /// The index to search; a retriever without it falls back to keyword search.
    pub mode: RetrievalMode,
    /// Only documents of this category.
    pub include_category: Option<String>,
    /// Excludes documents of this category.
    pub exclude_category: Option<String>,
    /// Drops hits below this score.
    pub minimum_score: f32,
    /// Number of bytes of `text` that are the question itself; `None` if all are. Content words of an earlier question
    /// may follow, which only affect the search through `context`.
    pub own_bytes: Option<usize>,
    /// Texts of the conversation before, with the weights of their words relative to those of the question.
    pub context: Vec<(String, f32)>,
    /// True to record the rankings that lead to the hits.
    pub traced: bool,
    /// Words of the question that are certainly spelt correctly, in lower case; none of them is corrected.
    pub spelt: BTreeSet<String>,
    /// Techniques to disable, to measure their worth.
    pub without: Vec<Technique>,
    /// The reader; only documents that this reader may read are found or counted.
    pub reader: Reader,
    /// The documents to search, as if there were no others; `None` for all.
    pub scope: Option<Arc<DocumentSet>>,
}

impl Query {
    /// The question itself, without context words.
    pub fn own(&self) -> &str {
        let own = self.own_bytes.and_then(|bytes| self.text.get(..bytes));
        own.unwrap_or(&self.text)
    }

    /// True if its filters accept this passage, and its reader may read it.
    pub fn admits(&self, passage: &Passage) -> bool {
        let category = passage.category.as_ref();
        let named = |name: &&String| !name.is_empty();
        let include = self.include_category.as_ref().filter(named);
        let exclude = self.exclude_category.as_ref().filter(named);
        passage.acl.admits(&self.reader)
            && self.scope.as_ref().is_none_or(|scope| scope.contains(&passage.path))
            && include.is_none_or(|name| category == Some(name))
            && (exclude.is_none() || category != exclude)
    }

    /// True if a technique is enabled.
    pub fn uses(&self, technique: Technique) -> bool {
        !self.without.contains(&technique)
    }
}

/// A retrieval technique that can be disabled, to measure its worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Technique {
    /// Pairs of consecutive words.
    Pairs,
    /// Parts of words, in inflecting languages.
    Parts,
    /// Single characters in addition to pairs, in scripts without spaces.
    Characters,
    /// Hyphenated compounds as one word.
    Compounds,
    /// Correction of typing errors.
    Corrections,
    /// Words of the conversation before, at a lower weight.
    Conversation,
}

/// A passage with its score and its neighbours.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Hit {
    /// The passage.
    pub passage: Passage,
    /// Score, only comparable within one query.
    pub score: f32,
    /// Text of the previous passage, if it is on the same page and under the same headings.
    pub before: Option<String>,
    /// Text of the next passage, if it is on the same page and under the same headings.
    pub after: Option<String>,
    /// Paths of other documents with the same text that were found too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also_in: Vec<String>,
}

/// Separator between a passage and its neighbour.
pub const NEXT: &str = "\n\n";

impl Hit {
    /// The passage with its neighbours, as shown to a chat model.
    pub fn with_neighbours(&self) -> String {
        let parts =
            [self.before.as_deref(), Some(self.passage.text.as_str()), self.after.as_deref()];
        let parts: Vec<&str> = parts.into_iter().flatten().collect();
        parts.join(NEXT)
    }
}

/// Result of a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchResult {
    /// Hits, best first, without duplicates.
    pub hits: Vec<Hit>,
    /// Stemmed content terms that were searched for.
    pub terms: Vec<Term>,
    /// Weight of a word that no passage contains; 0 if unknown.
    pub rarest: f32,
    /// Words that were corrected.
    pub corrections: Vec<Correction>,
    /// Report on the search.
    pub how: SearchReport,
}

/// Report on a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchReport {
    /// The index that was searched.
    pub mode: RetrievalMode,
    /// A note for the reader, as a sentence.
    pub note: Option<String>,
    /// Name of the embedding model, if it was used.
    pub model: Option<String>,
    /// Ranks of the hits in each ranking; empty if there was only one.
    pub ranks: Vec<Ranks>,
    /// The rankings that led to the hits, if requested.
    pub trace: Option<Box<Trace>>,
    /// Time to embed the question; zero if it was not embedded.
    pub embedding: Duration,
}

/// Ranks of a hit, from 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranks {
    /// Id of its passage.
    pub id: String,
    /// Keyword rank.
    pub text: Option<usize>,
    /// Semantic rank.
    pub vectors: Option<usize>,
}

/// A correction of an unknown word in the question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Correction {
    /// The word as written in the question.
    pub word: String,
    /// The word in the documents.
    pub meant: String,
}

/// A stemmed term of the question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Term {
    /// The word as written in the question.
    pub word: String,
    /// Its stem for comparing texts.
    pub stem: String,
    /// Weight (inverse document frequency); 0 if no passage contains the term.
    pub weight: f32,
    /// True if any passage contains it.
    pub known: bool,
    /// Number of further occurrences in the question.
    pub repeats: u16,
    /// Stems of the word's other forms in the hits, if their language is not English: texts are compared by English
    /// stems.
    pub forms: Vec<String>,
}

impl Term {
    /// Number of occurrences in the question.
    pub fn times(&self) -> f32 {
        1.0 + f32::from(self.repeats)
    }

    /// True if these stems contain the term in any of its forms.
    pub fn is_among(&self, stems: &BTreeSet<String>) -> bool {
        stems.contains(&self.stem) || self.forms.iter().any(|form| stems.contains(form))
    }
}

/// The rankings of a search, each best first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// Keyword ranking.
    pub words: Vec<Ranked>,
    /// Semantic ranking, if the embedding model was used.
    pub meaning: Option<Vec<Ranked>>,
    /// The ranking from which the hits were taken.
    pub all: Vec<Ranked>,
}

/// A passage in a ranking.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranked {
    /// Id of the passage.
    pub id: String,
    /// Score, only comparable within one ranking.
    pub score: f32,
}
