//! The footnotes of an answer: which quoted words have which number, and which mark stands for them.

mod support;

use std::collections::{HashMap, HashSet};

use footnote_protocol::{Answer, DataPoints, Opening};
use footnote_text::citation::{Piece, pieces};
use footnote_text::table;
use footnote_text::words::shortened;
use support::SupportLookup;
pub use support::{CitedWords, Passage, passages};

/// The most statements of one answer whose words are looked for.
const MOST_LOOKED_UP: usize = 100;

/// The most rows of a table that a note names.
const MOST_NAMED: usize = 3;

/// The most characters of a row that stands in a note, and of the name of one among several.
const LONGEST: (usize, usize) = (80, 30);

/// The footnotes of an answer and the marks in its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Footnotes {
    /// The notes in the order of their numbers.
    pub notes: Vec<Note>,
    /// The number of the mark at each citation of the text, those of no known source among them; `None` where no
    /// mark stands: a later one stands for that statement too.
    pub marks: Vec<Option<u32>>,
}

impl Footnotes {
    /// The number of sources that are cited.
    pub fn sources(&self) -> usize {
        self.notes.iter().map(|note| &note.source).collect::<HashSet<_>>().len()
    }
}

/// A footnote: a stretch of a source that statements of the answer rest on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Note {
    /// Its number, from 1 in the order of first use.
    pub number: u32,
    /// The source that it names.
    pub source: String,
    /// The words that it shows; of several rows of a table the names. Empty if none bear the statements out.
    pub words: String,
    /// The number of rows that it does not name; of a long table not all are looked up.
    pub more: usize,
    /// The place in its document of the passage that it leads to, if that is known.
    pub ordinal: Option<u32>,
    /// The words of the source for its statements, in the order of the source.
    pub cited: Vec<CitedWords>,
}

/// The footnotes of an answer.
///
/// Statements whose words stand side by side in a passage share a note. In one block, and where no other mark
/// comes between them, they share its mark too, behind the last of them. `streaming` holds back a mark that is not
/// whole yet.
pub fn footnotes(answer: &Answer, streaming: bool) -> Footnotes {
    let Some(points) = &answer.context.data_points else {
        return Footnotes::default();
    };
    let passages = passages(points);
    let support = SupportLookup::new(&passages, answer.context.audit.as_ref());
    let mut numbering =
        NoteNumbering { support, found: Footnotes::default(), known: HashMap::new() };
    let (mut said, mut is_apart) = (String::new(), true);
    for piece in pieces(&answer.text, &points.citations, streaming) {
        match piece {
            Piece::Text(text) => {
                is_apart |= text.contains("\n\n");
                if text.contains(char::is_alphanumeric) {
                    said = text;
                }
            }
            Piece::Invented(_) => numbering.found.marks.push(None),
            Piece::Citation(source) => {
                numbering.cite(source, &said, is_apart);
                is_apart = false;
            }
        }
    }
    numbering.found
}

/// Footnotes that are being numbered.
struct NoteNumbering<'a> {
    support: SupportLookup<'a>,
    found: Footnotes,
    /// The words that were looked up, by source and statement.
    known: HashMap<(String, String), Vec<CitedWords>>,
}

impl NoteNumbering<'_> {
    /// Adds a mark behind `said`; `is_apart` tells that a block has ended since the last one.
    fn cite(&mut self, source: String, said: &str, is_apart: bool) {
        let cited = self.cited(&source, said);
        let number = self.number(source, cited);
        let marks = &mut self.found.marks;
        let before = marks.last_mut().filter(|before| !is_apart && **before == Some(number));
        if let Some(before) = before {
            *before = None;
        }
        marks.push(Some(number));
    }

    fn cited(&mut self, source: &str, said: &str) -> Vec<CitedWords> {
        let key = (source.to_owned(), said.to_owned());
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        if self.known.len() >= MOST_LOOKED_UP {
            return Vec::new();
        }
        let cited = self.support.cited(source, said);
        self.known.insert(key, cited.clone());
        cited
    }

    /// The number of the note that these words belong to, or of a new one.
    fn number(&mut self, source: String, cited: Vec<CitedWords>) -> u32 {
        let notes = &mut self.found.notes;
        if let Some(note) = notes.iter_mut().find(|note| note.goes_on(&source, &cited)) {
            note.take(cited);
            return note.number;
        }
        let number = u32::try_from(notes.len() + 1).unwrap_or(u32::MAX);
        let passage = cited.first().and_then(|cited| cited.passage);
        let ordinal = match passage {
            Some(passage) => self.support.ordinal(passage),
            None => self.support.first(&source).and_then(|first| first.ordinal),
        };
        let mut note = Note { number, source, ordinal, ..Note::default() };
        note.take(cited);
        notes.push(note);
        number
    }
}

impl Note {
    /// A note outside of all numbers, for words of a source among the passages of an answer.
    pub fn unnumbered(points: &DataPoints, source: &str, words: &str) -> Self {
        let passages = passages(points);
        let cited = SupportLookup::new(&passages, None).place(source, words);
        let passage = cited.passage.and_then(|at| passages.get(at));
        let ordinal = passage.and_then(|passage| passage.ordinal);
        let mut note = Self { source: source.to_owned(), ordinal, ..Self::default() };
        note.take(vec![cited]);
        note
    }

    /// True if these words of the source are its own, or go on with them; without words, if it has none either.
    fn goes_on(&self, source: &str, cited: &[CitedWords]) -> bool {
        if self.source != source || self.cited.is_empty() != cited.is_empty() {
            return false;
        }
        let is_own = |one: &CitedWords| self.cited.iter().any(|own| own.holds(one));
        cited.iter().all(is_own)
            || is_one_stretch(&ordered([&self.cited, cited].concat()).iter().collect::<Vec<_>>())
    }

    /// Takes in words for another statement.
    fn take(&mut self, cited: Vec<CitedWords>) {
        for one in cited {
            if !self.cited.iter().any(|own| own.holds(&one)) {
                self.cited.retain(|own| !one.holds(own));
                self.cited.push(one);
            }
        }
        self.cited = ordered(std::mem::take(&mut self.cited));
        (self.words, self.more) = shown(&self.cited);
    }

    /// Returns whether it rests on the retrieved passage `at`, from 0.
    pub fn rests_on(&self, at: usize) -> bool {
        self.cited.iter().any(|cited| cited.passage == Some(at))
    }

    /// The words of the retrieved passage `at` that it rests on, as they are read.
    pub fn words_of(&self, at: usize) -> Vec<String> {
        let here = self.cited.iter().filter(|cited| cited.passage == Some(at));
        here.map(CitedWords::read).collect()
    }

    /// The words of the retrieved passage `at` that it rests on, as far as nothing stands between them.
    pub fn stretch_of(&self, at: usize) -> String {
        let here = self.cited.iter().filter(|cited| cited.passage == Some(at));
        stretch(&here.collect::<Vec<_>>())
    }

    /// The part of its document to open for it.
    pub fn opening(&self) -> Opening {
        let words = stretch(&self.cited.iter().collect::<Vec<_>>());
        Opening::of_source(&self.source, self.ordinal, &words)
    }
}

/// The words as they are read if nothing stands between them, or else the first.
fn stretch(cited: &[&CitedWords]) -> String {
    let most = if is_one_stretch(cited) { cited.len() } else { 1 };
    cited.iter().take(most).map(|cited| cited.read()).collect::<Vec<_>>().join(" ")
}

fn ordered(mut cited: Vec<CitedWords>) -> Vec<CitedWords> {
    cited.sort_by_key(|cited| (cited.passage, cited.at.start));
    cited
}

fn is_one_stretch(cited: &[&CitedWords]) -> bool {
    cited.iter().zip(cited.iter().skip(1)).all(|(one, next)| one.adjoins(next))
}

/// The words of a note, and the number of rows that are not named: sentences as they stand, with a sign where
/// something is left out, one row as it is read, and several by their first cells.
fn shown(cited: &[CitedWords]) -> (String, usize) {
    let (rows, said): (Vec<&CitedWords>, Vec<&CitedWords>) =
        cited.iter().partition(|cited| table::is_row(&cited.words));
    let mut words = String::new();
    let mut before: Option<&CitedWords> = None;
    for one in said {
        words.push_str(match before {
            None => "",
            Some(before) if before.adjoins(one) => " ",
            Some(_) => " … ",
        });
        words.push_str(&one.words);
        before = Some(one);
    }
    let (names, more) = named(&rows);
    let both = [words, names].into_iter().filter(|part| !part.is_empty());
    (both.collect::<Vec<_>>().join(" "), more)
}

/// The names of rows, and the number of those that have none.
fn named(rows: &[&CitedWords]) -> (String, usize) {
    if let [row] = rows {
        return (shortened(&row.read(), LONGEST.0), 0);
    }
    let mut names: Vec<String> = Vec::new();
    for row in rows {
        let cells = table::cells(&row.words).into_iter();
        let name = cells.filter(|cell| !cell.is_empty()).map(|cell| shortened(cell, LONGEST.1));
        names.extend(name.take(1).filter(|name| !names.contains(name)).collect::<Vec<_>>());
    }
    names.truncate(MOST_NAMED);
    (names.join("; "), rows.len() - names.len())
}

/// The answer as it is copied: numbers in the text, sources with their words below.
pub fn with_sources(answer: &Answer) -> String {
    let Footnotes { notes, marks } = footnotes(answer, false);
    let mut marks = marks.into_iter();
    let mut copy = String::new();
    for piece in pieces(&answer.text, answer.sources(), false) {
        match piece {
            Piece::Text(text) => copy.push_str(&text),
            Piece::Invented(_) | Piece::Citation(_) => match marks.next().flatten() {
                Some(number) => copy.extend(["[", &number.to_string(), "]"]),
                None => copy.truncate(copy.trim_end_matches(' ').len()),
            },
        }
    }
    let list: Vec<String> = notes.iter().map(in_the_list).collect();
    let copy = copy.trim_end();
    if list.is_empty() { copy.to_owned() } else { format!("{copy}\n\n{}", list.join("\n")) }
}

/// A note in the list below a copy: `[1] a.md: “Pay is monthly.”`
fn in_the_list(Note { number, source, words, .. }: &Note) -> String {
    if words.is_empty() {
        format!("[{number}] {source}")
    } else {
        format!("[{number}] {source}: “{words}”")
    }
}

#[cfg(test)]
mod tests;
