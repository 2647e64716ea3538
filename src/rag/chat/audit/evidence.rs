//! The text of the passages, cut into spans that statements are compared with.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::statements::plain;
use crate::rag::chat::claims::{Number, is_negated, numbers};
use crate::rag::retrieval::Hit;
use crate::text::analysis::stems;
use crate::text::sentence::sentences;
use crate::text::words::in_one_line;

/// A sentence of a passage, or two that follow each other.
#[derive(Clone, Debug)]
pub(super) struct Window {
    /// The passage's source.
    pub(super) source: String,
    /// The words.
    pub(super) text: String,
    /// The words as they are compared letter by letter.
    wording: String,
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
        // The kept statements are what can be quoted: headings and tables of contents are none, but a model read them.
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
            wording: wording(&plain(sentence)),
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

    /// True if this [`wording`] stands in it as a whole.
    pub(super) fn quotes(&self, said: &str) -> bool {
        let mut places = self.wording.match_indices(said);
        places.any(|(at, _)| {
            let (before, from) = self.wording.split_at(at);
            let behind = from.get(said.len()..).unwrap_or_default();
            let opens = before.ends_with(|c: char| c.is_whitespace() || "([\"'“‘«".contains(c));
            let closes = behind.trim_start_matches(is_mark);
            let closes = closes.is_empty() || closes.starts_with(char::is_whitespace);
            !said.is_empty() && (before.is_empty() || opens) && closes
        })
    }

    /// A sentence with the next one; their words are not taken apart a second time.
    fn joined(&self, next: &Self) -> Self {
        Self {
            source: self.source.clone(),
            text: format!("{} {}", self.text, next.text),
            wording: format!("{} {}", self.wording, next.wording),
            stems: [self.stems.clone(), next.stems.clone()].concat(),
            numbers: [self.numbers.clone(), next.numbers.clone()].concat(),
            negated: self.negated || next.negated,
            single: false,
        }
    }
}

/// A text as quotations are compared: in one line and in small letters, without the marks at its end.
pub(super) fn wording(text: &str) -> String {
    let text = in_one_line(text).to_lowercase();
    text.trim_end_matches(is_mark).to_owned()
}

/// True for a mark that may stand behind the last word of a quotation.
fn is_mark(c: char) -> bool {
    ".,;:!?)]\"'”’»".contains(c)
}
