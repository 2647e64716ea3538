//! The sources of a model's answer: what it is shown of the documents, by number.

mod budget;
mod cited_before;
mod fence;
mod fill;
mod numbers;
mod order;
mod scoped;
mod text;

use std::collections::HashSet;
use std::fmt::Write as _;

pub use budget::{budget, left, offers_tools};
pub use cited_before::cited_before;
pub use fence::{fence, fenced, without_tags};
pub use fill::{fill, group};
use footnote_documents::Passage;
use footnote_documents::table::key;
use footnote_documents::table::period::Period;
use footnote_store::search::Hit;
pub use numbers::CitationNumbers;
pub use scoped::openings;
pub(crate) use text::without_head;

/// Passages of one document, as shown to a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShownDocument {
    pub(crate) path: String,
    pub(crate) title: String,
    /// Number of its pages; 0 if it has none.
    pub(crate) pages: u32,
    /// Total number of its passages; 0 if unknown.
    pub(crate) all: u32,
    /// Paths of other documents that have some of the passages too.
    pub(crate) also_in: Vec<String>,
    /// Its own date.
    pub(crate) date: Option<Period>,
    /// The schema of its tables; empty if they are shown whole.
    pub(crate) schema: String,
    /// The passages that are shown, in document order.
    pub passages: Vec<Passage>,
}

/// The numbered sources of one answer.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// The name for each number, counted from 1.
    names: Vec<String>,
    /// The step in which each was first seen, counted from 0.
    steps: Vec<usize>,
    step: usize,
    /// The passages that the model was shown, or that its information rests on, each once.
    shown: Vec<Passage>,
    ids: HashSet<String>,
    /// The passages whose text it was shown, as the id and a hash of the text.
    read: HashSet<(String, u64)>,
    /// Paths of the copies that heads name.
    copies: Vec<String>,
}

impl Sources {
    /// Returns the number of a source, assigning one when it is first seen.
    pub fn number(&mut self, name: &str) -> usize {
        let known = self.names.iter().position(|one| one == name);
        known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.steps.push(self.step);
            self.names.len() - 1
        }) + 1
    }

    /// Begins the next step, to which passages shown from now on are attributed.
    pub fn next_step(&mut self) {
        self.step += 1;
    }

    /// Returns the names of all sources, each with the step in which it was first seen, counted from 0.
    pub fn by_step(&self) -> impl Iterator<Item = (&String, usize)> {
        self.names.iter().zip(self.steps.iter().copied())
    }

    /// Returns the number of passages shown.
    pub fn passages(&self) -> usize {
        self.shown.len()
    }

    /// Returns the names of all sources, in the order of their numbers.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Shows documents. Returns the text of each for the model, with the numbers of its sources.
    pub fn show(&mut self, documents: &[ShownDocument]) -> Vec<String> {
        let text = |document| text::of_document(document, |name| self.number(name));
        let texts = documents.iter().map(text).collect();
        for passage in documents.iter().flat_map(|document| &document.passages) {
            self.read.insert((passage.id.clone(), key(&passage.text)));
        }
        self.rest_on(documents);
        self.copies.extend(documents.iter().flat_map(|document| document.also_in.iter().cloned()));
        texts
    }

    /// Returns the paths of the copies that the model was told of.
    pub fn copies(&self) -> &[String] {
        &self.copies
    }

    /// Records that something the model was told rests on these documents.
    pub fn rest_on(&mut self, documents: &[ShownDocument]) {
        for passage in documents.iter().flat_map(|document| &document.passages) {
            if self.ids.insert(passage.id.clone()) {
                self.shown.push(passage.clone());
            }
        }
    }

    /// Records that these documents did not fit into the prompt after all.
    pub fn leave_out(&mut self, documents: &[ShownDocument]) {
        for passage in documents.iter().flat_map(|document| &document.passages) {
            self.read.remove(&(passage.id.clone(), key(&passage.text)));
        }
    }

    /// Returns true if the model was shown the text of this passage.
    pub fn has_shown(&self, passage: &Passage) -> bool {
        self.read.contains(&(passage.id.clone(), key(&passage.text)))
    }

    /// Returns the text with bracketed names of known sources replaced by their numbers.
    pub fn numbered(&mut self, text: &str) -> String {
        let named = footnote_text::citation::places(text, &self.names.clone());
        let (mut numbered, mut from) = (String::with_capacity(text.len()), 0);
        for (range, name) in named {
            numbered.push_str(text.get(from..range.start).unwrap_or_default());
            let _ = write!(numbered, "[{}]", self.number(&name));
            from = range.end;
        }
        numbered.push_str(text.get(from..).unwrap_or_default());
        numbered
    }

    /// Returns the text of each source that was shown, by name, in the order of the numbers.
    pub fn texts(&self) -> Vec<(String, String)> {
        let of_name = |name: &String| {
            let mut own: Vec<&Passage> =
                self.shown.iter().filter(|passage| passage.source() == *name).collect();
            own.sort_by_key(|passage| passage.ordinal);
            let texts: Vec<&str> = own.iter().map(|passage| passage.text.as_str()).collect();
            (name.clone(), texts.join("\n\n"))
        };
        let texts = self.names.iter().map(of_name);
        texts.filter(|(_, text)| !text.is_empty()).collect()
    }

    /// Returns the passages that were shown, as hits without scores.
    pub fn hits(&self) -> Vec<Hit> {
        let hit = |passage: &Passage| Hit { passage: passage.clone(), ..Hit::default() };
        self.shown.iter().map(hit).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_keeps_its_number_and_names_in_brackets_become_numbers() {
        let mut sources = Sources::default();
        assert_eq!((sources.number("a.md"), sources.number("b.pdf#page=2")), (1, 2));
        assert_eq!(sources.number("a.md"), 1);
        let text = "Two rows [b.pdf#page=2], and a note [x].";
        assert_eq!(sources.numbered(text), "Two rows [2], and a note [x].");
    }
}
