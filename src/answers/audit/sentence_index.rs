//! The evidence of an answer, cut into windows that statements are compared with.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::OnceLock;

use footnote_documents::hash::quick;
use footnote_question::claims::{Number, dated_numbers, denials, is_negated};
use footnote_retrieval::{Hit, NEXT};
use footnote_text::analysis::{detected_language, stems};
use footnote_text::sentence::sentences;
use footnote_text::words::{in_one_line, words};
use footnote_text::{source, table};

use super::clauses::clauses;
use super::statements::without_markup;

/// Number of bytes of a passage from which its language is detected.
const SAMPLE_BYTES: usize = 2_000;

/// Number of letters from which the beginning of a word identifies it.
const LONG_LETTERS: usize = 4;

/// A text besides the passages that a model was shown, such as the result of a tool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceText {
    /// The source under which an answer cites it.
    pub source: String,
    /// Its text.
    pub text: String,
}

/// All passages of an answer, and how rare each stem is among them. It is kept as long as a model writes, so it is
/// small.
pub struct SentenceIndex {
    passages: Vec<IndexedPassage>,
    sentences: usize,
    /// Number of sentences that contain each stem.
    frequency: HashMap<u64, u32>,
}

/// A passage with its neighbours, as shown to a model, or another text.
struct IndexedPassage {
    source: Box<str>,
    /// The text above it: the name of its file, its title and its headings. It counts as part of each of its sentences.
    head: Sentence,
    /// The language of the text, if it is clear; detected when a statement shares no words with it.
    language: OnceLock<Option<&'static str>>,
    sentences: Box<[Sentence]>,
}

/// A sentence of a passage. A row of a table also has the words of the table's header.
struct Sentence {
    text: Box<str>,
    /// The words in the form in which wording is compared.
    wording: Box<str>,
    stems: Stems,
    numbers: Box<[Number]>,
    /// True if it negates something.
    negated: bool,
    /// The stems that it may deny.
    denied: Stems,
    /// True if it is in the passage itself, not in a neighbour.
    is_own: bool,
}

/// The hashes of stems, sorted.
struct Stems(Box<[u64]>);

impl Stems {
    fn of(text: &str) -> Self {
        Self::from_stems(stems(text))
    }

    fn from_stems(stems: impl IntoIterator<Item = String>) -> Self {
        let stems: BTreeSet<u64> = stems.into_iter().map(|stem| stem_hash(&stem)).collect();
        Self(stems.into_iter().collect())
    }

    fn has(&self, stem: u64) -> bool {
        self.0.binary_search(&stem).is_ok()
    }
}

/// Returns the hash that identifies a stem.
pub(super) fn stem_hash(stem: &str) -> u64 {
    quick(stem.as_bytes())
}

impl SentenceIndex {
    /// Indexes everything that a model was shown: the passages of `hits` with their neighbours, and other `texts`.
    pub fn new(hits: &[Hit], texts: &[SourceText]) -> Self {
        let mut all = Self { passages: Vec::new(), sentences: 0, frequency: HashMap::new() };
        for hit in hits {
            let passage = &hit.passage;
            let head = format!("{} {}", passage.title, passage.headings.join(" "));
            let begin = hit.before.as_ref().map_or(0, |before| before.len() + NEXT.len());
            let own = begin..begin + passage.text.len();
            all.add(passage.source(), &head, &hit.with_neighbours(), &own);
        }
        for SourceText { source, text } in texts {
            all.add(source.clone(), "", text, &(0..text.len()));
        }
        all
    }

    fn add(&mut self, source: String, head: &str, text: &str, own: &Range<usize>) {
        let (path, _) = source::split(&source);
        let head = Sentence::new(&format!("{path}; {}; {head}", in_words(path)), "", true);
        // The kept statements are only those that can be quoted, but a model also read headings and tables of contents.
        let sentences = in_tables(sentences(text)).map(|(sentence, table_head)| {
            let at = (sentence.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
            Sentence::new(sentence, table_head, own.contains(&at))
        });
        let sentences: Box<[Sentence]> = sentences.collect();
        for sentence in &sentences {
            let own = sentence.stems.0.iter().filter(|stem| !head.stems.has(**stem));
            for stem in own.chain(&head.stems.0) {
                *self.frequency.entry(*stem).or_default() += 1;
            }
        }
        self.sentences += sentences.len();
        let language = OnceLock::new();
        self.passages.push(IndexedPassage { source: source.into(), head, language, sentences });
    }

    /// Returns the weight of a stem: the fewer sentences contain it, the more specific it is.
    pub(super) fn weight(&self, stem: u64) -> f32 {
        let frequency = self.frequency.get(&stem).copied().unwrap_or_default().max(1);
        (1.0 + self.sentences as f32 / frequency as f32).ln()
    }

    /// Returns all windows: for each passage, the pairs of consecutive sentences, then each sentence alone.
    pub(super) fn windows(&self) -> impl Iterator<Item = Window<'_>> {
        self.passages.iter().flat_map(|passage| {
            let (pairs, singles) = (passage.sentences.windows(2), passage.sentences.chunks(1));
            pairs.chain(singles).map(move |sentences| Window { passage, sentences })
        })
    }
}

/// Returns the name of a file as words and dates: separators become spaces, except within dates.
fn in_words(path: &str) -> String {
    let mut words = String::with_capacity(path.len());
    let mut letters = path.chars().peekable();
    while let Some(c) = letters.next() {
        let is_figure = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        let within = is_figure(words.chars().next_back()) && is_figure(letters.peek().copied());
        let parts = "/_.".contains(c) || (c == '-' && !within);
        words.push(if parts { ' ' } else { c });
    }
    words
}

/// Pairs each sentence with the header of the table that it is a row of.
fn in_tables(sentences: Vec<&str>) -> impl Iterator<Item = (&str, &str)> {
    let (mut before, mut head) = ("", "");
    sentences.into_iter().map(move |sentence| {
        match () {
            () if table::is_rule(sentence) => head = before,
            () if !table::is_row(sentence) => head = "",
            () => {}
        }
        before = sentence;
        (sentence, head)
    })
}

impl Sentence {
    fn new(text: &str, head: &str, is_own: bool) -> Self {
        let with_head = format!("{head} {text}");
        // The words of a cell or clause are not units of the number in the one before.
        let numbers = with_head.split('|').flat_map(clauses).flat_map(dated_numbers).collect();
        let denied = denials(text).into_iter().flatten().chain(denied_by_cells(text, head));
        Self {
            is_own,
            text: text.into(),
            wording: wording(&without_markup(text)).into(),
            stems: Stems::of(&with_head),
            numbers,
            negated: is_negated(text),
            denied: Stems::from_stems(denied),
        }
    }
}

/// Returns the stems that the cells of a row deny. A cell that is empty or only denies, denies what its column is about
/// and what the cell before it names.
fn denied_by_cells(row: &str, head: &str) -> Vec<String> {
    if !table::is_row(row) {
        return Vec::new();
    }
    let (cells, heads) = (table::cells(row), table::cells(head));
    let is_empty = |cell: &str| cell.is_empty() || is_negated(cell) && words(cell).count() == 1;
    let denied = cells.iter().enumerate().filter(|(_, cell)| is_empty(cell)).flat_map(|(at, _)| {
        let label =
            at.checked_sub(1).and_then(|at| cells.get(at)).filter(|cell| cell.ends_with(':'));
        heads.get(at).into_iter().chain(label).flat_map(|words| stems(words))
    });
    denied.collect()
}

/// A sentence of a passage, or two consecutive ones.
#[derive(Clone, Copy)]
pub(super) struct Window<'a> {
    passage: &'a IndexedPassage,
    sentences: &'a [Sentence],
}

impl<'a> Window<'a> {
    /// Returns the source of its passage.
    pub(super) fn source(&self) -> &'a str {
        &self.passage.source
    }

    /// Returns the path of its document.
    pub(super) fn path(&self) -> &'a str {
        source::split(&self.passage.source).0
    }

    /// Returns its words.
    pub(super) fn text(&self) -> String {
        self.joined(|sentence| &sentence.text).into_owned()
    }

    /// Returns the length of its text in bytes.
    pub(super) fn len(&self) -> usize {
        self.sentences.iter().map(|sentence| sentence.text.len()).sum()
    }

    /// Returns its numbers.
    pub(super) fn numbers(&self) -> impl Iterator<Item = &'a Number> {
        self.sentences.iter().flat_map(|sentence| &sentence.numbers)
    }

    /// Returns the numbers above its passage: in the file name, title and headings.
    pub(super) fn numbers_above(&self) -> impl Iterator<Item = &'a Number> {
        self.passage.head.numbers.iter()
    }

    /// Returns true if it negates something.
    pub(super) fn is_negated(&self) -> bool {
        self.sentences.iter().any(|sentence| sentence.negated)
    }

    /// Returns true if a clause of its sentences denies something and contains most of these stems.
    pub(super) fn denies_among(&self, wanted: &[u64]) -> bool {
        let negated = |sentence: &&Sentence| sentence.negated && !table::is_row(&sentence.text);
        let denying = self.sentences.iter().filter(negated);
        let mut denying = denying
            .flat_map(|sentence| clauses(&sentence.text))
            .filter(|clause| is_negated(clause));
        denying.any(|clause| {
            let own: BTreeSet<u64> = stems(clause).iter().map(|stem| stem_hash(stem)).collect();
            2 * wanted.iter().filter(|stem| own.contains(*stem)).count() >= wanted.len()
        })
    }

    /// Returns true if one of its sentences may deny at least two of these stems, given by their hashes, or the only
    /// one.
    pub(super) fn denies(&self, stems: &[u64]) -> bool {
        self.sentences.iter().any(|sentence| {
            let denied = stems.iter().filter(|stem| sentence.denied.has(**stem));
            denied.count() >= stems.len().min(2)
        })
    }

    /// Returns all stems that it may deny.
    pub(super) fn denied(&self) -> impl Iterator<Item = u64> {
        self.sentences.iter().flat_map(|sentence| sentence.denied.0.iter().copied())
    }

    /// Returns the language of its passage, if it is clear.
    pub(super) fn language(&self) -> Option<&'static str> {
        *self.passage.language.get_or_init(|| {
            let sentences = self.passage.sentences.iter();
            let sample = sentences.scan(0, |length, sentence| {
                let is_enough = *length >= SAMPLE_BYTES;
                *length += sentence.text.len();
                (!is_enough).then_some(&*sentence.text)
            });
            detected_language(&sample.collect::<Vec<_>>().join(" "))
        })
    }

    /// Returns true if it is a single sentence.
    pub(super) fn is_single(&self) -> bool {
        self.sentences.len() == 1
    }

    /// Returns true if it is in the passage itself, not in a neighbour that may be on another page.
    pub(super) fn is_own(&self) -> bool {
        self.sentences.iter().all(|sentence| sentence.is_own)
    }

    /// Returns true if it contains this stem, given by its hash.
    pub(super) fn has(&self, stem: u64) -> bool {
        self.passage.head.stems.has(stem)
            || self.sentences.iter().any(|sentence| sentence.stems.has(stem))
    }

    /// Returns true if it contains this lower-case word anywhere.
    pub(super) fn contains_word(&self, lower: &str) -> bool {
        let mut sentences = self.sentences.iter();
        // File names are written without spaces.
        self.passage.head.text.to_lowercase().contains(lower)
            || sentences.any(|sentence| has_word(&sentence.text.to_lowercase(), lower))
    }

    /// Returns true if it contains this [`wording`] as a whole.
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

    /// Joins a text of each sentence with spaces.
    fn joined(&self, text: impl Fn(&'a Sentence) -> &'a str) -> Cow<'a, str> {
        if let [single] = self.sentences {
            return Cow::Borrowed(text(single));
        }
        let texts: Vec<&str> = self.sentences.iter().map(text).collect();
        Cow::Owned(texts.join(" "))
    }
}

/// Returns true if a text contains a word, or one that begins with it if it is long.
fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let (before, from) = text.split_at(at);
        let behind = from.get(word.len()..).unwrap_or_default();
        let is_long = word.chars().count() >= LONG_LETTERS;
        !before.ends_with(char::is_alphanumeric)
            && (is_long || !behind.starts_with(char::is_alphanumeric))
    })
}

/// Returns a text in the form in which quotations are compared: on one line, in lower case, and without punctuation at
/// its end.
pub(super) fn wording(text: &str) -> String {
    let text = in_one_line(text).to_lowercase();
    text.trim_end_matches(is_mark).to_owned()
}

/// Returns true for punctuation that may follow the last word of a quotation.
fn is_mark(c: char) -> bool {
    ".,;:!?)]\"'”’»".contains(c)
}
