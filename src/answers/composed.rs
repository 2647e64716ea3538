//! An answer that is made at once, of pieces with their citations.

use footnote_protocol::Thought;
use footnote_protocol::confidence::{Confidence, Outcome};
use footnote_retrieval::Hit;

/// An answer that no chat model wrote.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ComposedAnswer {
    /// The pieces of text that it takes from sources, in their order.
    pub quoted: Vec<Quotation>,
    /// The probability that it answers, with the outcome that follows.
    pub confidence: Confidence,
    /// Its Markdown, piece by piece.
    pub deltas: Vec<String>,
    /// Those of the pieces that speak of the answer itself, such as what it lacks: no passage could support them.
    pub notes: Vec<String>,
    /// The thoughts on how it was found, where it was not by weighing passages.
    pub thoughts: Vec<Thought>,
    /// True if it speaks of all documents: of their number, or of what none of them says.
    pub of_all: bool,
    /// The passages that it rests on, in the place of those that were found; `None` if it rests on these.
    pub passages: Option<Vec<Hit>>,
    /// True if it was looked up or computed, so that it has no statements that passages could support.
    pub is_looked_up: bool,
}

/// A piece of text from a source.
#[derive(Clone, Debug, PartialEq)]
pub struct Quotation {
    /// The sentence, list item or table, word for word.
    pub text: String,
    /// The source that holds it.
    pub source: String,
    /// The place of its passage in the document.
    pub ordinal: u32,
    /// True if it goes on into the neighbours of that passage.
    pub goes_on: bool,
    /// The heading that it stands under, where its passage itself holds one.
    pub heading: Option<String>,
    /// Its score as an answer, comparable within one answer only.
    pub score: f32,
}

/// A note on what is asked and was not found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lack {
    /// The sentences.
    pub text: String,
    /// True if they tell what none of the documents says.
    pub of_all: bool,
}

impl Quotation {
    /// All of a passage.
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
    /// An answer that takes nothing from any source.
    pub(super) fn refusal(deltas: Vec<String>, confidence: Confidence) -> Self {
        Self {
            confidence: Confidence { outcome: Outcome::Refused, ..confidence },
            deltas,
            ..Self::default()
        }
    }

    /// An answer that was looked up or computed, with the account of how.
    pub(super) fn looked_up(deltas: Vec<String>, how: Thought) -> Self {
        Self {
            confidence: Confidence::SURE,
            deltas,
            thoughts: vec![how],
            is_looked_up: true,
            ..Self::default()
        }
    }

    /// Adds a paragraph that speaks of the answer itself.
    pub fn note(&mut self, note: &str) {
        let note = format!("\n\n{note}");
        self.notes.push(note.clone());
        self.deltas.push(note);
    }

    /// Adds a paragraph on what is asked and was not found.
    pub(super) fn note_lack(&mut self, lack: Lack) {
        self.of_all |= lack.of_all;
        self.note(&lack.text);
    }

    /// The text that its sources must support: all but its notes.
    pub fn checked(&self) -> String {
        let checked = self.deltas.iter().filter(|delta| !self.notes.contains(delta));
        checked.map(String::as_str).collect()
    }

    /// True if the documents do not seem to hold the answer.
    pub fn is_refused(&self) -> bool {
        self.confidence.outcome == Outcome::Refused
    }
}
