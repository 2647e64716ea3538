//! A search for passages, and what it finds.

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
    /// The words to search for.
    pub text: String,
    /// The number of hits that are wanted at most.
    pub top: usize,
    /// The index to search; a retriever that lacks it searches by text.
    pub mode: RetrievalMode,
    /// Only documents of this category.
    pub include_category: Option<String>,
    /// No documents of this category.
    pub exclude_category: Option<String>,
    /// Hits below this score are dropped.
    pub minimum_score: f32,
    /// True if the first passages are ranked anew.
    pub ranker: bool,
    /// Score of the ranker, 0 to 4, below which a passage is dropped.
    pub minimum_ranker_score: f32,
    /// The bytes of `text` that are the question itself; all of them unless words of an earlier question were
    /// added. Those are content words, but searched for only by their part in `context`.
    pub own_bytes: Option<usize>,
    /// Texts of the conversation before, with the weights of their words against those of the question.
    pub context: Vec<(String, f32)>,
    /// True if the rankings before the hits are recorded.
    pub traced: bool,
    /// Techniques to leave out, to measure their worth.
    pub without: Vec<Technique>,
    /// The reader who asks: only documents that this reader may read are found or counted.
    pub reader: Reader,
    /// The only documents that are searched, as if there were no others; all if it is `None`.
    pub scope: Option<Arc<DocumentSet>>,
}

impl Query {
    /// The question itself, without context words.
    pub fn own(&self) -> &str {
        let own = self.own_bytes.and_then(|bytes| self.text.get(..bytes));
        own.unwrap_or(&self.text)
    }

    /// True if its filters let this passage in, and its reader may read it.
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

    /// True if a technique is used.
    pub fn uses(&self, technique: Technique) -> bool {
        !self.without.contains(&technique)
    }
}

/// A technique of retrieval that can be left out, to measure its worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Technique {
    /// Pairs of words that follow one another.
    Pairs,
    /// Parts of words in languages that inflect.
    Parts,
    /// Single characters beside pairs of them in scripts without spaces.
    Characters,
    /// Words that hyphens join, as one.
    Compounds,
    /// Mending of typing errors.
    Corrections,
    /// The words of the conversation before, at a lower weight.
    Conversation,
}

/// A passage with a score, and its neighbours in the document.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Hit {
    /// The passage.
    pub passage: Passage,
    /// Its score; comparable within one query only.
    pub score: f32,
    /// The text of the passage before it, on the same page and under the same headings.
    pub before: Option<String>,
    /// The text of the passage after it, on the same page and under the same headings.
    pub after: Option<String>,
}

/// The gap between a passage and its neighbour.
pub const NEXT: &str = "\n\n";

impl Hit {
    /// The passage with its neighbours, as a chat model is shown it.
    pub fn with_neighbours(&self) -> String {
        let parts =
            [self.before.as_deref(), Some(self.passage.text.as_str()), self.after.as_deref()];
        let parts: Vec<&str> = parts.into_iter().flatten().collect();
        parts.join(NEXT)
    }
}

/// The result of a retrieval.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchResult {
    /// The hits, best first, no passage twice.
    pub hits: Vec<Hit>,
    /// The content terms that were searched for, as stems.
    pub terms: Vec<Term>,
    /// The weight of a word that no passage has; 0 where it is not known.
    pub rarest: f32,
    /// Words that were taken for typing errors.
    pub corrections: Vec<Correction>,
    /// The account of the search.
    pub how: SearchReport,
}

/// An account of a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchReport {
    /// The index that answered.
    pub mode: RetrievalMode,
    /// A note for the reader, in a sentence.
    pub note: Option<String>,
    /// The embedding model, if it took part.
    pub model: Option<String>,
    /// The ranks of the hits in each ranking; empty where there was but one.
    pub ranks: Vec<Ranks>,
    /// True if the first passages were ranked anew.
    pub ranked: bool,
    /// The rankings before the hits, where the query asked for them.
    pub trace: Option<Box<Trace>>,
    /// The time that it took to embed the question; zero where it was not embedded.
    pub embedding: Duration,
}

/// The ranks of a hit, from 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranks {
    /// The id of its passage.
    pub id: String,
    /// The rank by words.
    pub text: Option<usize>,
    /// The rank by vectors.
    pub vectors: Option<usize>,
    /// The rank by both, before the ranker; `None` where the ranker did not look at it.
    pub before: Option<usize>,
    /// The ranker's score, 0 to 4.
    pub ranker: Option<f32>,
}

/// A word of the question that no document has, and the one that was searched for instead.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Correction {
    /// The word as the question has it.
    pub word: String,
    /// The documents' own word.
    pub meant: String,
}

/// A term of the question after stemming.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Term {
    /// The word as the question has it.
    pub word: String,
    /// Its stem, as texts are compared.
    pub stem: String,
    /// Its weight (inverse document frequency); 0 for a term that no passage has.
    pub weight: f32,
    /// True if any passage has it.
    pub known: bool,
    /// The further times that the question has it.
    pub repeats: u16,
    /// The stems of other forms of the word in the hits, where their language is not English: stems
    /// are made by the rules for English wherever texts are compared.
    pub forms: Vec<String>,
}

impl Term {
    /// The number of times that the question has it.
    pub fn times(&self) -> f32 {
        1.0 + f32::from(self.repeats)
    }

    /// True if these stems hold it in any of its forms.
    pub fn is_among(&self, stems: &BTreeSet<String>) -> bool {
        stems.contains(&self.stem) || self.forms.iter().any(|form| stems.contains(form))
    }
}

/// The rankings of a search, each best first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// The ranking by words.
    pub words: Vec<Ranked>,
    /// The ranking by meaning, if the embedding model took part.
    pub meaning: Option<Vec<Ranked>>,
    /// The ranking that the hits were taken from.
    pub all: Vec<Ranked>,
}

/// A passage in a ranking.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranked {
    /// The id of the passage.
    pub id: String,
    /// Its score; comparable within one ranking only.
    pub score: f32,
}
