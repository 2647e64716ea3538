//! An answer that is composed at once from pieces with citations.

use footnote_protocol::Thought;
use footnote_protocol::confidence::{Confidence, Outcome};
use footnote_retrieval::Hit;

/// An answer that no chat model wrote.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ComposedAnswer {
    /// The text quoted from sources, in order.
    pub quoted: Vec<Quotation>,
    /// The probability that it answers the question, and the resulting outcome.
    pub confidence: Confidence,
    /// Its Markdown, in pieces.
    pub deltas: Vec<String>,
    /// Those pieces that are about the answer itself, such as what it lacks. No passage can support them.
    pub notes: Vec<String>,
    /// The thoughts on how it was found, unless it was by weighing passages.
    pub thoughts: Vec<Thought>,
    /// True if it makes a statement about all documents, such as their number, or that none of them says something.
    pub of_all: bool,
    /// The passages that it rests on instead of those that were found; `None` if it rests on the latter.
    pub passages: Option<Vec<Hit>>,
    /// True if it was looked up or computed, so that it has no statements for passages to support.
    pub is_looked_up: bool,
}

/// A piece of text from a source.
#[derive(Clone, Debug, PartialEq)]
pub struct Quotation {
    /// The sentence, list item or table, word for word.
    pub text: String,
    /// The source that holds it.
    pub source: String,
    /// The ordinal of its passage in the document.
    pub ordinal: u32,
    /// True if it continues into the neighbours of that passage.
    pub goes_on: bool,
    /// The heading above it, if its passage contains one.
    pub heading: Option<String>,
    /// Its score as an answer, comparable within one answer only.
    pub score: f32,
}

/// A note on something asked that was not found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lack {
    /// The sentences.
    pub text: String,
    /// True if they say that no document contains something.
    pub of_all: bool,
}

impl Quotation {
    /// Quotes a whole passage.
    pub fn whole(hit: &Hit) -> Self {
        Self {
            text: hit.passage.text.clone(),
            source: hit.passage.source(),
            ordinal: hit.passage.ordinal,
            goes_on: false,
            heading: None,
            score: hit.score,
        }
    }
}

impl ComposedAnswer {
    /// Creates an answer that takes nothing from any source.
    pub(super) fn refusal(deltas: Vec<String>, confidence: Confidence) -> Self {
        Self {
            confidence: Confidence { outcome: Outcome::Refused, ..confidence },
            deltas,
            ..Self::default()
        }
    }

    /// Creates an answer that was looked up or computed, with a description of how.
    pub(super) fn looked_up(deltas: Vec<String>, how: Thought) -> Self {
        Self {
            confidence: Confidence::SURE,
            deltas,
            thoughts: vec![how],
            is_looked_up: true,
            ..Self::default()
        }
    }

    /// Adds a paragraph about the answer itself.
    pub fn note(&mut self, note: &str) {
        let note = format!("\n\n{note}");
        self.notes.push(note.clone());
        self.deltas.push(note);
    }

    /// Adds a paragraph on something asked that was not found.
    pub(super) fn note_lack(&mut self, lack: Lack) {
        self.of_all |= lack.of_all;
        self.note(&lack.text);
    }

    /// Returns the text that its sources must support: everything but its notes.
    pub fn checked(&self) -> String {
        let checked = self.deltas.iter().filter(|delta| !self.notes.contains(delta));
        checked.map(String::as_str).collect()
    }

    /// Returns true if the documents do not seem to contain the answer.
    pub fn is_refused(&self) -> bool {
        self.confidence.outcome == Outcome::Refused
    }
}
