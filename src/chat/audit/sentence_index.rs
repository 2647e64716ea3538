//! The text of the passages, cut into spans that statements are compared with.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use footnote_documents::hash::quick;
use footnote_retrieval::{Hit, NEXT};
use footnote_text::analysis::stems;
use footnote_text::sentence::sentences;
use footnote_text::words::in_one_line;

use super::statements::without_markup;
use crate::claims::{Number, is_negated, numbers};

/// All passages of an answer, and how rare each stem is in them. It stays as long as a model writes, so it is small.
pub(crate) struct SentenceIndex {
    passages: Vec<IndexedPassage>,
    sentences: usize,
    /// The number of sentences that have a stem.
    frequency: HashMap<u64, u32>,
}

/// A passage with its neighbours, as a model is shown it.
struct IndexedPassage {
    source: Box<str>,
    /// The stems of its title and of the headings above it: each of its sentences has them too.
    headings: Stems,
    sentences: Box<[Sentence]>,
}

/// A sentence of a passage.
struct Sentence {
    text: Box<str>,
    /// The words as they are compared letter by letter.
    wording: Box<str>,
    stems: Stems,
    numbers: Box<[Number]>,
    /// True if it says that something is not so.
    negated: bool,
    /// True if it stands in the passage itself, and not in a neighbour.
    is_own: bool,
}

/// The hashes of stems, in order.
struct Stems(Box<[u64]>);

impl Stems {
    fn of(text: &str) -> Self {
        let stems: BTreeSet<u64> = stems(text).iter().map(|stem| stem_hash(stem)).collect();
        Self(stems.into_iter().collect())
    }

    fn has(&self, stem: u64) -> bool {
        self.0.binary_search(&stem).is_ok()
    }
}

/// The hash by which a stem is known.
pub(super) fn stem_hash(stem: &str) -> u64 {
    quick(stem.as_bytes())
}

impl SentenceIndex {
    /// Everything that a model was shown of `hits`: the passages with their neighbours.
    pub(crate) fn new(hits: &[Hit]) -> Self {
        let mut all = Self { passages: Vec::new(), sentences: 0, frequency: HashMap::new() };
        for hit in hits {
            all.add(hit);
        }
        all
    }

    fn add(&mut self, hit: &Hit) {
        let above = format!("{} {}", hit.passage.title, hit.passage.headings.join(" "));
        let headings = Stems::of(&above);
        // The kept statements are what can be quoted: headings and tables of contents are none, but a model read them.
        let text = hit.with_neighbours();
        let begin = hit.before.as_ref().map_or(0, |before| before.len() + NEXT.len());
        let own = begin..begin + hit.passage.text.len();
        let read = |sentence: &str| {
            let at = (sentence.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
            Sentence::new(sentence, own.contains(&at))
        };
        let sentences: Box<[Sentence]> = sentences(&text).into_iter().map(read).collect();
        for sentence in &sentences {
            let own = sentence.stems.0.iter().filter(|stem| !headings.has(**stem));
            for stem in own.chain(&headings.0) {
                *self.frequency.entry(*stem).or_default() += 1;
            }
        }
        self.sentences += sentences.len();
        self.passages.push(IndexedPassage {
            source: hit.passage.source().into(),
            headings,
            sentences,
        });
    }

    /// The weight of a stem: the fewer sentences have it, the more specific it is.
    pub(super) fn weight(&self, stem: u64) -> f32 {
        let frequency = self.frequency.get(&stem).copied().unwrap_or_default().max(1);
        (1.0 + self.sentences as f32 / frequency as f32).ln()
    }

    /// All spans: of each passage the sentences that follow each other two by two, then each alone.
    pub(super) fn windows(&self) -> impl Iterator<Item = Window<'_>> {
        self.passages.iter().flat_map(|passage| {
            let (pairs, singles) = (passage.sentences.windows(2), passage.sentences.chunks(1));
            pairs.chain(singles).map(move |sentences| Window { passage, sentences })
        })
    }
}

impl Sentence {
    fn new(text: &str, is_own: bool) -> Self {
        Self {
            is_own,
            text: text.into(),
            wording: wording(&without_markup(text)).into(),
            stems: Stems::of(text),
            numbers: numbers(text).into(),
            negated: is_negated(text),
        }
    }
}

/// A sentence of a passage, or two that follow each other.
#[derive(Clone, Copy)]
pub(super) struct Window<'a> {
    passage: &'a IndexedPassage,
    sentences: &'a [Sentence],
}

impl<'a> Window<'a> {
    /// The passage's source.
    pub(super) fn source(&self) -> &'a str {
        &self.passage.source
    }

    /// The words.
    pub(super) fn text(&self) -> String {
        self.joined(|sentence| &sentence.text).into_owned()
    }

    /// The bytes of its words.
    pub(super) fn len(&self) -> usize {
        self.sentences.iter().map(|sentence| sentence.text.len()).sum()
    }

    /// The numbers.
    pub(super) fn numbers(&self) -> impl Iterator<Item = &'a Number> {
        self.sentences.iter().flat_map(|sentence| &sentence.numbers)
    }

    /// True if it says that something is not so.
    pub(super) fn is_negated(&self) -> bool {
        self.sentences.iter().any(|sentence| sentence.negated)
    }

    /// True if it is one sentence.
    pub(super) fn is_single(&self) -> bool {
        self.sentences.len() == 1
    }

    /// True if it stands in the passage itself, and not in a neighbour that may have another page.
    pub(super) fn is_own(&self) -> bool {
        self.sentences.iter().all(|sentence| sentence.is_own)
    }

    /// True if it has this stem, by its hash.
    pub(super) fn has(&self, stem: u64) -> bool {
        self.passage.headings.has(stem)
            || self.sentences.iter().any(|sentence| sentence.stems.has(stem))
    }

    /// True if it has this word, in lower case, anywhere.
    pub(super) fn contains_word(&self, lower: &str) -> bool {
        self.sentences.iter().any(|sentence| sentence.text.to_lowercase().contains(lower))
    }

    /// True if this [`wording`] stands in it as a whole.
    pub(super) fn contains_wording(&self, wording: &str) -> bool {
        let own = self.joined(|sentence| &sentence.wording);
        let mut places = own.match_indices(wording);
        places.any(|(at, _)| {
            let (before, from) = own.split_at(at);
            let behind = from.get(wording.len()..).unwrap_or_default();
            let opens = before.ends_with(|c: char| c.is_whitespace() || "([\"'“‘«".contains(c));
            let closes = behind.trim_start_matches(is_mark);
            let closes = closes.is_empty() || closes.starts_with(char::is_whitespace);
            !wording.is_empty() && (before.is_empty() || opens) && closes
        })
    }

    /// A text of each sentence, with a blank between them.
    fn joined(&self, text: impl Fn(&'a Sentence) -> &'a str) -> Cow<'a, str> {
        if let [single] = self.sentences {
            return Cow::Borrowed(text(single));
        }
        let texts: Vec<&str> = self.sentences.iter().map(text).collect();
        Cow::Owned(texts.join(" "))
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
