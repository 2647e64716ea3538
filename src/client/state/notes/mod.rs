//! Footnotes of an answer: the numbers of cited words, and the marks in the text.

mod found;
mod support;

use std::collections::{HashMap, HashSet};

use super::{doubt_in_words, doubts, is_not_in_source};
use footnote_protocol::{Answer, DataPoints, Opening};
use footnote_text::citation::{Piece, pieces};
use footnote_text::table;
use footnote_text::words::shortened;
pub use found::{found_in_words, lines_and_text};
use support::SupportLookup;
pub use support::{CitedWords, Passage, passages};

/// Maximum number of statements per answer whose cited words are looked up.
const MAX_LOOKED_UP: usize = 100;

/// Maximum number of table rows named in a note.
const MAX_NAMED: usize = 3;

/// Maximum length of a table row in a note, and of a row's name among several, in characters.
const MAX_LEN: (usize, usize) = (80, 30);

/// The footnotes of an answer and the marks in its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Footnotes {
    /// The notes, in the order of their numbers.
    pub notes: Vec<Note>,
    /// The mark's number for each citation in the text, including citations of unknown sources. `None` if there is no
    /// mark, because a later mark covers that statement too.
    pub marks: Vec<Option<u32>>,
}

impl Footnotes {
    /// Returns true if a note tells of the doubted statement with this index.
    pub fn doubts(&self, at: usize) -> bool {
        self.notes.iter().any(|note| note.doubts.contains(&at))
    }

    /// Returns the number of cited sources.
    pub fn sources(&self) -> usize {
        self.notes.iter().map(|note| &note.source).collect::<HashSet<_>>().len()
    }
}

/// A footnote: a part of a source that supports statements of the answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Note {
    /// Number of the note, from 1, in the order of first use.
    pub number: u32,
    /// The cited source.
    pub source: String,
    /// The words shown; for several table rows, their names. Empty if no words support the statements.
    pub words: String,
    /// Number of rows that it does not name. Not all rows of a long table are looked up.
    pub more: usize,
    /// Index of its passage in the document, if known.
    pub ordinal: Option<u32>,
    /// Words of the source for each of its statements, in the order of the source.
    pub cited: Vec<CitedWords>,
    /// Indices of the doubted statements that cite it here, unless an earlier note tells of them.
    pub doubts: Vec<usize>,
}

/// Returns the footnotes of an answer.
///
/// Statements whose words are adjacent in a passage share a note. Within a block, they also share its mark, after the
/// last of them, unless there is another mark in between. `streaming` holds back an incomplete mark.
pub fn footnotes(answer: &Answer, streaming: bool) -> Footnotes {
    let Some(points) = &answer.context.data_points else {
        return Footnotes::default();
    };
    if let Some(found) = &answer.context.found {
        return found::footnotes(found, points, &answer.text);
    }
    let passages = passages(points);
    let doubts = doubts(answer);
    let support = SupportLookup::new(&passages, answer.context.audit.as_ref(), &doubts);
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

/// State while footnotes are numbered.
struct NoteNumbering<'a> {
    support: SupportLookup<'a>,
    found: Footnotes,
    /// Results of earlier look-ups, by source and statement.
    known: HashMap<(String, String), Vec<CitedWords>>,
}

impl NoteNumbering<'_> {
    /// Adds a mark after `said`; `is_apart` is true if a block has ended since the last mark.
    fn cite(&mut self, source: String, said: &str, is_apart: bool) {
        let cited = self.cited(&source, said);
        let mut doubts = self.support.doubted(said);
        doubts.retain(|at| !self.found.doubts(*at));
        let number = self.number(source, cited, doubts);
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
        if self.known.len() >= MAX_LOOKED_UP {
            return Vec::new();
        }
        let cited = self.support.cited(source, said);
        self.known.insert(key, cited.clone());
        cited
    }

    /// Returns the number of the note that these words belong to, or of a new one.
    fn number(&mut self, source: String, cited: Vec<CitedWords>, doubts: Vec<usize>) -> u32 {
        let notes = &mut self.found.notes;
        let goes_on = |note: &&mut Note| note.doubts == doubts && note.goes_on(&source, &cited);
        if let Some(note) = notes.iter_mut().find(goes_on) {
            note.take(cited);
            return note.number;
        }
        let number = u32::try_from(notes.len() + 1).unwrap_or(u32::MAX);
        let passage = cited.first().and_then(|cited| cited.passage);
        let ordinal = match passage {
            Some(passage) => self.support.ordinal(passage),
            None => self.support.first(&source).and_then(|first| first.ordinal),
        };
        let mut note = Note { number, source, ordinal, doubts, ..Note::default() };
        note.take(cited);
        notes.push(note);
        number
    }
}

impl Note {
    /// Returns a note without a number, for words of a source among the passages of an answer.
    fn unnumbered(points: &DataPoints, source: &str, words: &str) -> Self {
        let passages = passages(points);
        let cited = SupportLookup::new(&passages, None, &[]).place(source, words);
        let passage = cited.passage.and_then(|at| passages.get(at));
        let ordinal = passage.and_then(|passage| passage.ordinal);
        let mut note = Self { source: source.to_owned(), ordinal, ..Self::default() };
        note.take(vec![cited]);
        note
    }

    /// Returns true if these words belong to the note or continue it. Without words, true if the note has none either.
    fn goes_on(&self, source: &str, cited: &[CitedWords]) -> bool {
        if self.source != source || self.cited.is_empty() != cited.is_empty() {
            return false;
        }
        let is_own = |one: &CitedWords| self.cited.iter().any(|own| own.holds(one));
        cited.iter().all(is_own)
            || is_one_stretch(&ordered([&self.cited, cited].concat()).iter().collect::<Vec<_>>())
    }

    /// Adds the words for another statement.
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

    /// Returns true if the note rests on the retrieved passage with index `at`.
    pub fn rests_on(&self, at: usize) -> bool {
        self.cited.iter().any(|cited| cited.passage == Some(at))
    }

    /// Returns the words of the retrieved passage `at` that the note rests on, as shown.
    pub fn words_of(&self, at: usize) -> Vec<String> {
        let here = self.cited.iter().filter(|cited| cited.passage == Some(at));
        here.map(CitedWords::read).collect()
    }

    /// Returns the words of the retrieved passage `at` that the note rests on, in the form of [`Opening::words`].
    pub fn stretch_of(&self, at: usize) -> String {
        let here = self.cited.iter().filter(|cited| cited.passage == Some(at));
        stretch(&here.collect::<Vec<_>>())
    }

    /// Returns the part of its document to open.
    pub fn opening(&self) -> Opening {
        let words = stretch(&self.cited.iter().collect::<Vec<_>>());
        Opening::of_source(&self.source, self.ordinal, &words)
    }
}

/// Returns the words as shown; table rows, and words that are not adjacent, stand in lines of their own.
fn stretch(cited: &[&CitedWords]) -> String {
    let mut words = String::new();
    let before = std::iter::once(None).chain(cited.iter().map(Some));
    for (before, one) in before.zip(cited) {
        let goes_on = |before: &&CitedWords| before.adjoins(one) && !table::is_row(&one.words);
        words.push_str(before.map_or("", |before| if goes_on(before) { " " } else { "\n" }));
        words.push_str(&one.read());
    }
    words
}

fn ordered(mut cited: Vec<CitedWords>) -> Vec<CitedWords> {
    cited.sort_by_key(|cited| (cited.passage, cited.at.start));
    cited
}

fn is_one_stretch(cited: &[&CitedWords]) -> bool {
    cited.iter().zip(cited.iter().skip(1)).all(|(one, next)| one.adjoins(next))
}

/// Returns the words of a note, and the number of rows not named: sentences as written with an ellipsis for gaps, a
/// single row as shown, several rows by their first cells.
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

/// Names of rows, and the number of rows without one.
fn named(rows: &[&CitedWords]) -> (String, usize) {
    if let [row] = rows {
        return (shortened(&row.read(), MAX_LEN.0), 0);
    }
    let mut names: Vec<String> = Vec::new();
    for row in rows {
        let cells = table::cells(&row.words).into_iter();
        let name = cells.filter(|cell| !cell.is_empty()).map(|cell| shortened(cell, MAX_LEN.1));
        names.extend(name.take(1).filter(|name| !names.contains(name)).collect::<Vec<_>>());
    }
    names.truncate(MAX_NAMED);
    (names.join("; "), rows.len() - names.len())
}

/// Returns the answer as it is copied: numbers in the text, and the sources with their words below; above passages that
/// are shown instead of an answer, what is said of them.
pub fn with_sources(answer: &Answer) -> String {
    let Footnotes { notes, marks } = footnotes(answer, false);
    let mut marks = marks.into_iter();
    let (lines, text) = lines_and_text(answer);
    let mut copy: String = lines.into_iter().map(|line| line + "\n\n").collect();
    for piece in pieces(text, answer.sources(), false) {
        match piece {
            Piece::Text(text) => copy.push_str(&text),
            Piece::Invented(_) | Piece::Citation(_) => match marks.next().flatten() {
                Some(number) => copy.extend(["[", &number.to_string(), "]"]),
                None => copy.truncate(copy.trim_end_matches(' ').len()),
            },
        }
    }
    let wrong = doubts(answer).into_iter().filter(is_not_in_source);
    let warnings = wrong.map(|statement| format!("⚠ {}", doubt_in_words(&statement)));
    let below: Vec<String> = notes.iter().map(in_the_list).chain(warnings).collect();
    let copy = copy.trim_end();
    if below.is_empty() { copy.to_owned() } else { format!("{copy}\n\n{}", below.join("\n")) }
}

/// A note in the list below a copied answer: `[1] a.md: “Pay is monthly.”`
fn in_the_list(Note { number, source, words, .. }: &Note) -> String {
    if words.is_empty() {
        format!("[{number}] {source}")
    } else {
        format!("[{number}] {source}: “{words}”")
    }
}

#[cfg(test)]
mod tests;
