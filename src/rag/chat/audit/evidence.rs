//! The text of the passages, cut into spans that statements are compared with.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::rag::chat::claims::{Number, is_negated, numbers};
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
    /// The stems of each sentence, those of the headings above included.
    stems: Vec<Arc<HashSet<String>>>,
    /// The numbers.
    pub(super) numbers: Vec<Number>,
    /// True if it says that something is not so.
    pub(super) negated: bool,
    /// True if it is one sentence.
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
        let mut all = Self { windows: Vec::new(), sentences: 0, frequency: HashMap::new() };
        for hit in hits {
            all.add(hit);
        }
        all
    }

    fn add(&mut self, hit: &Hit) {
        let text = hit.with_neighbours();
        let above = format!("{} {}", hit.passage.title, hit.passage.headings.join(" "));
        let headings: HashSet<String> = stems(&above).into_iter().collect();
        let source = hit.passage.source();
        let sentences = sentences(&text).into_iter();
        let singles: Vec<Window> =
            sentences.map(|sentence| Window::new(&source, sentence, &headings)).collect();
        let sets = singles.iter().flat_map(|single| &single.stems);
        for stem in sets.flat_map(|stems| stems.iter()) {
            *self.frequency.entry(stem.clone()).or_default() += 1;
        }
        self.sentences += singles.len();
        let pairs = singles.iter().zip(singles.iter().skip(1));
        self.windows.extend(pairs.map(|(one, next)| one.joined(next)));
        self.windows.extend(singles);
    }

    /// The weight of a stem: the fewer sentences have it, the more it tells.
    pub(super) fn weight(&self, stem: &str) -> f32 {
        let frequency = self.frequency.get(stem).copied().unwrap_or_default().max(1);
        (1.0 + self.sentences as f32 / frequency as f32).ln()
    }
}

impl Window {
    fn new(source: &str, sentence: &str, headings: &HashSet<String>) -> Self {
        let mut stems: HashSet<String> = stems(sentence).into_iter().collect();
        stems.extend(headings.iter().cloned());
        Self {
            source: source.to_owned(),
            text: sentence.to_owned(),
            stems: vec![Arc::new(stems)],
            numbers: numbers(sentence),
            negated: is_negated(sentence),
            single: true,
        }
    }

    /// True if it has this stem.
    pub(super) fn has(&self, stem: &str) -> bool {
        self.stems.iter().any(|stems| stems.contains(stem))
    }

    /// A sentence with the next one; their words are not taken apart a second time.
    fn joined(&self, next: &Self) -> Self {
        Self {
            source: self.source.clone(),
            text: format!("{} {}", self.text, next.text),
            stems: [self.stems.clone(), next.stems.clone()].concat(),
            numbers: [self.numbers.clone(), next.numbers.clone()].concat(),
            negated: self.negated || next.negated,
            single: false,
        }
    }
}
