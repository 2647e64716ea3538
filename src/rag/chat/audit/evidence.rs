//! What the passages say, cut into spans that a statement can be held against.

use std::collections::{BTreeSet, HashMap};

use super::number::{Number, numbers};
use crate::rag::corpus::index::stems;
use crate::rag::retrieval::Hit;
use crate::text::sentence::sentences;

/// A sentence of a passage, or two that follow each other.
#[derive(Clone, Debug)]
pub(super) struct Window {
    /// The passage's source.
    pub(super) source: String,
    /// The words.
    pub(super) text: String,
    /// The stems, those of the headings above included.
    pub(super) stems: BTreeSet<String>,
    /// The numbers.
    pub(super) numbers: Vec<Number>,
    /// Whether it says that something is not so.
    pub(super) negated: bool,
    /// Whether it is one sentence.
    pub(super) single: bool,
}

/// All passages of an answer, and how rare each stem is in them.
pub(super) struct Evidence {
    pub(super) windows: Vec<Window>,
    sentences: usize,
    frequency: HashMap<String, usize>,
}

impl Evidence {
    /// Everything that a model was shown of `hits`: the passages with their neighbours.
    pub(super) fn new(hits: &[Hit]) -> Self {
        let mut all = Self {
            windows: Vec::new(),
            sentences: 0,
            frequency: HashMap::new(),
        };
        for hit in hits {
            all.add(hit);
        }
        all
    }

    fn add(&mut self, hit: &Hit) {
        let text = hit.with_neighbours();
        let above = format!("{} {}", hit.passage.title, hit.passage.headings.join(" "));
        let headings: BTreeSet<String> = stems(&above).into_iter().collect();
        let source = hit.passage.source();
        let sentences = sentences(&text);
        for (at, sentence) in sentences.iter().enumerate() {
            let single = Window::new(&source, (*sentence).to_owned(), &headings, true);
            for stem in &single.stems {
                *self.frequency.entry(stem.clone()).or_default() += 1;
            }
            self.windows.push(single);
            if let Some(next) = sentences.get(at + 1) {
                let both = format!("{sentence} {next}");
                self.windows
                    .push(Window::new(&source, both, &headings, false));
            }
        }
        self.sentences += sentences.len();
    }

    /// How much a stem tells: more the fewer sentences have it.
    #[expect(clippy::cast_precision_loss, reason = "counts of sentences are small")]
    pub(super) fn weight(&self, stem: &str) -> f32 {
        let frequency = self.frequency.get(stem).copied().unwrap_or_default().max(1);
        (1.0 + self.sentences as f32 / frequency as f32).ln()
    }
}

impl Window {
    fn new(source: &str, text: String, headings: &BTreeSet<String>, single: bool) -> Self {
        let mut stems: BTreeSet<String> = stems(&text).into_iter().collect();
        stems.extend(headings.iter().cloned());
        Self {
            source: source.to_owned(),
            numbers: numbers(&text),
            negated: is_negated(&text),
            stems,
            text,
            single,
        }
    }
}

/// Whether a text says that something is not so.
pub(super) fn is_negated(text: &str) -> bool {
    const WORDS: [&str; 20] = [
        "not", "no", "never", "none", "nothing", "nobody", "neither", "nor", "without", "cannot",
        "nicht", "kein", "keine", "keinen", "nie", "ohne", "jamais", "aucun", "sin", "nunca",
    ];
    let lower = text.to_lowercase().replace('’', "'");
    let mut words = lower.split(|c: char| !c.is_alphanumeric() && c != '\'');
    words.any(|word| WORDS.contains(&word) || word.ends_with("n't"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negations_are_seen_in_every_spelling() {
        for text in [
            "It isn’t so",
            "Dogs are not allowed",
            "No dogs.",
            "Ohne Hund",
            "never",
        ] {
            assert!(is_negated(text), "{text}");
        }
        assert!(!is_negated("Notes and knots are kept"));
    }
}
