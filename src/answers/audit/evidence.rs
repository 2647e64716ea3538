//! The sources that the writer of an answer was shown, line by line, for looking up facts near a statement's words.

use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use footnote_documents::hash::quick;
use footnote_store::search::Hit;
use footnote_text::sentence::sentences;
use footnote_text::words::words;
use footnote_text::{source, table};

use super::computed::is_item;
use crate::facts::{Fact, Values, normalised, squashed, values};

/// Number of lines in a window.
const WINDOW: usize = 8;

/// Maximum number of windows in which the numbers of a statement are looked up.
const NEAREST: usize = 3;

/// Minimum number of letters of a word that is compared.
const MIN_LETTERS: usize = 3;

/// Maximum number of different words of a statement that are compared: one for each bit of a mask.
const MAX_WORDS: usize = 64;

/// Weight of a number that stands in a window, in units of a word's weight.
const NUMBER_WEIGHT: f32 = 0.3;

/// A text besides the passages that a model was shown, such as the result of a tool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceText {
    /// The source under which an answer cites it. Without one, it counts for every statement.
    pub source: String,
    /// Its text.
    pub text: String,
}

/// Everything that the writer of an answer was shown.
pub struct Evidence {
    documents: Vec<Document>,
    lines: Vec<Line>,
    /// The lines that contain each word, given by its hash.
    lines_of: HashMap<u64, Vec<usize>>,
    /// All words, for quotations and names.
    wording: String,
    /// All letters and digits, for codes.
    letters: String,
}

/// A passage with its neighbours, or another text.
struct Document {
    source: Box<str>,
    /// The index of the line with its name, title and headings.
    head: usize,
    lines: Range<usize>,
}

/// A line of a document.
struct Line {
    text: Box<str>,
    values: OnceCell<Values>,
    /// The number of items of its list, or of rows of its table, which an answer may count.
    items: Option<f64>,
    /// The indices of the heading above it, and of the header of its table.
    above: [Option<usize>; 2],
}

/// The part of a document that comes nearest to a statement.
pub(super) struct Place {
    document: usize,
    lines: Range<usize>,
    /// The line that shares most words with the statement.
    line: usize,
    score: f32,
}

impl Evidence {
    /// Reads everything that a model was shown: the passages of `hits` with their neighbours, and other `texts`.
    pub fn new(hits: &[Hit], texts: &[SourceText]) -> Self {
        let mut all = Self {
            documents: Vec::new(),
            lines: Vec::new(),
            lines_of: HashMap::new(),
            wording: String::new(),
            letters: String::new(),
        };
        for hit in hits {
            let passage = &hit.passage;
            let head = format!("{} > {}", passage.title, passage.headings.join(" > "));
            all.add(&passage.source(), &head, &hit.with_neighbours());
        }
        for SourceText { source, text } in texts {
            all.add(source, "", text);
        }
        all
    }

    fn add(&mut self, source: &str, head: &str, text: &str) {
        let (path, page) = source::split(source);
        let page = page.map(|page| page.to_string()).unwrap_or_default();
        let name = path.replace(['/', '_'], " ");
        let head = self.push(&format!("{name} ; {page} ; {head}"), [None, None]);
        let begin = self.lines.len();
        let (mut heading, mut header) = (None, None);
        for line in text.lines().flat_map(sentences) {
            match () {
                () if table::is_rule(line) => {
                    header = self.lines.len().checked_sub(1);
                    continue;
                }
                () if !table::is_row(line) => header = None,
                () => {}
            }
            let at = self.push(line, [heading, header]);
            if line.starts_with('#') {
                heading = Some(at);
            }
        }
        let lines = begin..self.lines.len();
        self.count_items(lines.clone());
        self.documents.push(Document { source: source.into(), head, lines });
    }

    fn push(&mut self, line: &str, above: [Option<usize>; 2]) -> usize {
        let at = self.lines.len();
        for word in hashes(line) {
            self.lines_of.entry(word).or_default().push(at);
        }
        self.wording.push(' ');
        self.wording.push_str(&normalised(line));
        self.letters.push_str(&squashed(line));
        self.lines.push(Line { text: line.into(), values: OnceCell::new(), items: None, above });
        at
    }

    /// Adds to each item of a list and row of a table the number of items, which an answer may count.
    fn count_items(&mut self, lines: Range<usize>) {
        let lines = self.lines.get_mut(lines).unwrap_or_default();
        let is_one_list = |one: &Line, next: &Line| {
            one.above == next.above && is_item(&one.text) == is_item(&next.text)
        };
        for list in lines.chunk_by_mut(is_one_list) {
            let is_list = list.first().is_some_and(|line| is_item(&line.text)) && list.len() > 1;
            let count = list.len() as f64;
            list.iter_mut().filter(|_| is_list).for_each(|line| line.items = Some(count));
        }
    }

    /// Returns true if the documents have no lines.
    pub(super) fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }

    /// Returns true if a source has lines.
    pub(super) fn has(&self, source: &str) -> bool {
        self.documents.iter().any(|one| &*one.source == source && !one.lines.is_empty())
    }

    /// Returns the sources, each once, best first.
    pub(super) fn sources(&self) -> Vec<&str> {
        let mut sources: Vec<&str> = Vec::new();
        for document in &self.documents {
            if !document.source.is_empty() && !sources.contains(&&*document.source) {
                sources.push(&document.source);
            }
        }
        sources
    }

    /// Returns the places nearest to a statement, best first, in the documents for which `is_cited` is true.
    pub(super) fn nearest(
        &self,
        text: &str,
        facts: &[Fact],
        is_cited: impl Fn(&str) -> bool,
    ) -> Vec<Place> {
        let words: Vec<(u64, f32)> = hashes(text)
            .into_iter()
            .take(MAX_WORDS)
            .map(|word| (word, self.weight(word)))
            .collect();
        let mut masks = vec![0_u64; self.lines.len()];
        for (bit, (word, _)) in words.iter().enumerate() {
            for line in self.lines_of.get(word).into_iter().flatten() {
                if let Some(mask) = masks.get_mut(*line) {
                    *mask |= 1 << bit;
                }
            }
        }
        let (mut places, mut seen) = (Vec::new(), BTreeSet::new());
        let cited = self.documents.iter().enumerate().filter(|(_, one)| is_cited(&one.source));
        for (document, Document { lines, .. }) in cited {
            for begin in lines.clone().step_by(WINDOW / 2) {
                let within = begin..(begin + WINDOW).min(lines.end);
                let shared = |line: &usize| masks.get(*line).map_or(0, |mask| mask.count_ones());
                // Of several, the first.
                let line = within.clone().rev().max_by_key(shared).unwrap_or(begin);
                let mut place = Place { document, lines: within, line, score: 0.0 };
                let all = self
                    .lines_at(&place)
                    .fold(0, |all, line| all | masks.get(line).copied().unwrap_or_default());
                let shared = words.iter().enumerate().filter(|(bit, _)| all & (1 << bit) != 0);
                place.score = shared.map(|(_, (_, weight))| weight).sum();
                let found = facts.iter().map(|fact| self.has_figure(&place, fact));
                let found: Vec<bool> = found.collect();
                place.score += NUMBER_WEIGHT * found.iter().filter(|has| **has).count() as f32;
                // Passages overlap. Windows that have the same words and numbers are one.
                if seen.insert((all, found)) {
                    places.push(place);
                }
            }
        }
        places.sort_by(|one: &Place, other| other.score.total_cmp(&one.score));
        places.truncate(NEAREST);
        places
    }

    /// Returns the weight of a word: the fewer lines contain it, the more it tells.
    fn weight(&self, word: u64) -> f32 {
        let lines = self.lines_of.get(&word).map_or(0, Vec::len);
        (1.0 + self.lines.len() as f32 / lines.max(1) as f32).ln()
    }

    /// Returns the lines of a place, with what stands above them.
    fn lines_at<'a>(&'a self, place: &Place) -> impl Iterator<Item = usize> + use<'a> {
        let head = self.documents.get(place.document).map(|document| document.head);
        let above = self.lines.get(place.lines.clone()).unwrap_or_default().iter();
        head.into_iter()
            .chain(place.lines.clone())
            .chain(above.flat_map(|line| line.above).flatten())
    }

    /// Returns true if a number stands in a document for which `is_cited` is true.
    pub(super) fn has_figure_in(&self, fact: &Fact, is_cited: impl Fn(&str) -> bool) -> bool {
        let mut cited = self.documents.iter().enumerate().filter(|(_, one)| is_cited(&one.source));
        cited.any(|(document, Document { head, lines, .. })| {
            let whole = Place { document, lines: lines.clone(), line: *head, score: 0.0 };
            self.has_figure(&whole, fact)
        })
    }

    /// Returns true if a number stands in a place.
    pub(super) fn has_figure(&self, place: &Place, fact: &Fact) -> bool {
        let Fact::Figure(figure) = fact else {
            return false;
        };
        figure.readings.iter().any(|reading| {
            reading.iter().all(|part| {
                let mut lines = self.lines_at(place).filter_map(|at| self.lines.get(at));
                lines.any(|line| line.values().has(part))
            })
        })
    }

    /// Returns true if a code, name or quotation was shown anywhere.
    pub(super) fn has_words(&self, fact: &Fact) -> bool {
        match fact {
            Fact::Figure(_) => false,
            Fact::Code(code) => self.letters.contains(&squashed(code)),
            Fact::Name(name) => self.letters.contains(&squashed(name)),
            Fact::Quotation(words) => {
                let mut parts = words.split(['…']).flat_map(|part| part.split("..."));
                parts.all(|part| self.wording.contains(&normalised(part)))
            }
        }
    }

    /// Returns the source of a place, and its line that shares most words with the statement.
    pub(super) fn read(&self, place: &Place) -> (String, String) {
        let source = self.documents.get(place.document).map(|document| document.source.to_string());
        let line = self.lines.get(place.line).map(|line| line.text.to_string());
        (source.unwrap_or_default(), line.unwrap_or_default())
    }
}

impl Line {
    /// Returns its numbers. They are read where a statement has a number to look up.
    fn values(&self) -> &Values {
        self.values.get_or_init(|| {
            let mut values = values(&self.text);
            self.items.into_iter().for_each(|items| values.add_amount(items));
            values
        })
    }
}

impl Place {
    /// Returns how near it is.
    pub(super) fn score(&self) -> f32 {
        self.score
    }
}

/// Returns the hashes of the different words of a text.
fn hashes(text: &str) -> BTreeSet<u64> {
    let words = words(text).filter(|word| {
        word.chars().count() >= MIN_LETTERS && !word.starts_with(|c: char| c.is_ascii_digit())
    });
    words.map(|word| quick(word.to_lowercase().as_bytes())).collect()
}
