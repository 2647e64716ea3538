//! The footnotes of an answer: which source has which number, and the words that support it.

use std::collections::HashSet;

use crate::protocol::{Answer, DataPoints, Opening};
use crate::text::citation::{Piece, pieces};
use crate::text::markdown::letters;
use crate::text::sentence::sentences;
use crate::text::table;

/// The most statements of one source whose words are looked for: more marks show nothing.
const MOST_CITED: usize = 16;

/// A footnote.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Note {
    /// Its number, from 1 in the order of first use.
    pub number: u32,
    /// The source that it names.
    pub source: String,
    /// The words of the source that share most with the first statement that cites it; empty if none do.
    pub words: String,
    /// The number of the retrieved passage that holds these words, from 0.
    pub passage: Option<usize>,
    /// The place in its document of the passage that it leads to, if that is known.
    pub ordinal: Option<u32>,
    /// The words for each statement that cites the source, with the number of the passage that holds them.
    pub cited: Vec<(usize, String)>,
}

/// A retrieved passage.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Passage {
    /// Its source.
    pub source: String,
    /// Its text.
    pub text: String,
    /// Its place in its document, if that is known.
    pub ordinal: Option<u32>,
    /// True if its lines end where their writer ended them.
    pub keeps_lines: bool,
}

impl Passage {
    /// The part of its document to open for it.
    pub fn opening(&self) -> Opening {
        Opening::of_source(&self.source, self.ordinal, "")
    }
}

/// The retrieved passages, best first.
pub fn passages(points: &DataPoints) -> Vec<Passage> {
    let texts = points.text.iter().enumerate();
    let passages = texts.map(|(at, text)| {
        let (source, text) = points.parted(text);
        Passage {
            source: source.to_owned(),
            text: text.to_owned(),
            ordinal: points.passages.get(at).copied(),
            keeps_lines: points.lines.contains(&at),
        }
    });
    passages.collect()
}

/// The footnotes of an answer in the order of their first use.
///
/// `streaming` holds back a mark that is not whole yet.
pub fn notes(answer: &Answer, streaming: bool) -> Vec<Note> {
    let Some(points) = &answer.context.data_points else {
        return Vec::new();
    };
    let passages = passages(points);
    let mut notes: Vec<Note> = Vec::new();
    let mut said = String::new();
    for piece in pieces(&answer.text, &points.citations, streaming) {
        match piece {
            Piece::Text(text) => said = text,
            Piece::Invented(_) => {}
            Piece::Citation(source) => {
                if let Some(note) = notes.iter_mut().find(|note| note.source == source) {
                    note.cite(&passages, &said);
                } else {
                    let number = u32::try_from(notes.len() + 1).unwrap_or(u32::MAX);
                    notes.push(note(number, source, &passages, &said));
                }
            }
        }
    }
    notes
}

fn note(number: u32, source: String, passages: &[Passage], said: &str) -> Note {
    let first = passages.iter().find(|passage| passage.source == source);
    let bare = Note {
        number,
        ordinal: first.and_then(|passage| passage.ordinal),
        source,
        words: String::new(),
        passage: None,
        cited: Vec::new(),
    };
    bare.supporting(passages, said)
}

impl Note {
    /// The note with the words that support the end of `said`, and no others; as it is if none do.
    #[must_use]
    pub fn supporting(mut self, passages: &[Passage], said: &str) -> Self {
        let cited = self.cited_for(passages, said);
        if let Some(&(passage, _)) = cited.first() {
            self.words = joined(&cited);
            self.passage = Some(passage);
            self.ordinal = passages.get(passage).and_then(|passage| passage.ordinal);
            self.cited = cited;
        }
        self
    }

    /// Adds the words that support the end of `said`.
    fn cite(&mut self, passages: &[Passage], said: &str) {
        if self.cited.len() < MOST_CITED {
            let cited = self.cited_for(passages, said).into_iter();
            let new: Vec<_> = cited.filter(|one| !self.cited.contains(one)).collect();
            self.cited.extend(new);
        }
    }

    /// The words for each statement that a mark behind `said` stands for; for all of them where these words stand
    /// together, as the rows of a table do.
    fn cited_for(&self, passages: &[Passage], said: &str) -> Vec<(usize, String)> {
        let statements = stated(said).into_iter().take(MOST_CITED);
        let cited = statements
            .filter_map(|statement| supporting(passages, &self.source, statement))
            .map(|(passage, words)| (passage, table::read(words)));
        let cited: Vec<_> = cited.collect();
        together(passages, &cited).map_or(cited, |one| vec![one])
    }

    /// The part of its document to open for it.
    pub fn opening(&self) -> Opening {
        let words = self.cited.first().map(|(_, words)| words.as_str());
        Opening::of_source(&self.source, self.ordinal, words.unwrap_or_default())
    }
}

/// All cited words as one, if they follow one another in the first one's passage.
fn together(passages: &[Passage], cited: &[(usize, String)]) -> Option<(usize, String)> {
    let (passage, words) = (cited.first()?.0, joined(cited));
    let held = letters(&passages.get(passage)?.text);
    held.contains(&letters(&words)).then_some((passage, words))
}

fn joined(cited: &[(usize, String)]) -> String {
    let words: Vec<&str> = cited.iter().map(|(_, words)| words.as_str()).collect();
    words.join("; ")
}

/// The statements that the mark behind `said` stands for: the last sentence, or the rows of a table.
pub fn stated(said: &str) -> Vec<&str> {
    let sentences = statements(said);
    let is_row = |sentence: &&str| table::is_row(sentence);
    let rows = sentences.iter().rev().take_while(|one| is_row(one)).count();
    let from = sentences.len().saturating_sub(rows.max(1));
    sentences.get(from..).unwrap_or_default().to_vec()
}

/// The sentences of a text; of a table only the rows that say something, not its head.
fn statements(text: &str) -> Vec<&str> {
    let mut statements = Vec::new();
    for sentence in sentences(text) {
        if table::is_rule(sentence) {
            // What stands above the rule is the table's head.
            statements.pop();
        } else {
            statements.push(sentence);
        }
    }
    statements
}

/// The sentence among the passages of `source` that shares most words with `statement`, and the
/// index of its passage; `None` if no word is shared.
fn supporting<'a>(
    passages: &'a [Passage],
    source: &str,
    statement: &str,
) -> Option<(usize, &'a str)> {
    let wanted = words(statement);
    let candidates = passages
        .iter()
        .enumerate()
        .filter(|(_, passage)| passage.source == source)
        .flat_map(|(at, passage)| statements(&passage.text).into_iter().map(move |s| (at, s)));
    candidates
        .map(|(at, sentence)| (words(sentence).intersection(&wanted).count(), at, sentence))
        .filter(|(shared, ..)| *shared > 0)
        // The first of equals: passages come best first.
        .reduce(|best, other| if other.0 > best.0 { other } else { best })
        .map(|(_, at, sentence)| (at, sentence))
}

/// The words of a text that carry meaning: letters and figures, more than two of them.
fn words(text: &str) -> HashSet<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.chars().count() > 2 || word.chars().any(char::is_numeric))
        .map(str::to_lowercase)
        .collect()
}

/// The answer as it is copied: numbers in the text, sources below.
pub fn with_sources(answer: &Answer) -> String {
    let notes = notes(answer, false);
    let empty = DataPoints::default();
    let points = answer.context.data_points.as_ref().unwrap_or(&empty);
    let mut copy = String::new();
    for piece in pieces(&answer.text, &points.citations, false) {
        match piece {
            Piece::Text(text) => copy.push_str(&text),
            Piece::Invented(_) => copy.truncate(copy.trim_end_matches(' ').len()),
            Piece::Citation(source) => {
                let note = notes.iter().find(|note| note.source == source);
                copy.push_str(&note.map_or(String::new(), |note| format!("[{}]", note.number)));
            }
        }
    }
    let list: Vec<String> =
        notes.iter().map(|note| format!("[{}] {}", note.number, note.source)).collect();
    let copy = copy.trim_end();
    if list.is_empty() { copy.to_owned() } else { format!("{copy}\n\n{}", list.join("\n")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::ResponseContext;

    fn answer(text: &str) -> Answer {
        let points = DataPoints {
            text: vec![
                "b.pdf#page=2: Leave is 30 days. Rain is wet.".into(),
                "a.md: Pay is monthly.".into(),
            ],
            citations: vec!["b.pdf#page=2".into(), "a.md".into()],
            passages: vec![7, 0],
            ..DataPoints::default()
        };
        Answer {
            text: text.into(),
            context: ResponseContext { data_points: Some(points), ..ResponseContext::default() },
            ..Answer::default()
        }
    }

    #[test]
    fn notes_are_numbered_in_the_order_of_first_use() {
        let notes = notes(
            &answer("Pay comes monthly [a.md]. You get 30 days [b.pdf#page=2]. So [a.md]."),
            false,
        );
        let numbered: Vec<_> = notes.iter().map(|n| (n.number, n.source.as_str())).collect();
        assert_eq!(numbered, [(1, "a.md"), (2, "b.pdf#page=2")]);
    }

    #[test]
    fn a_note_quotes_the_sentence_that_says_it() {
        let notes = notes(&answer("It is wet rain [b.pdf#page=2]."), false);
        assert_eq!(notes[0].words, "Rain is wet.");
        let expected = Opening::of_source("b.pdf#page=2", Some(7), "Rain is wet.");
        assert_eq!(notes[0].opening(), expected);
    }

    #[test]
    fn a_mark_after_a_table_stands_for_all_its_rows() {
        let table = "Paid is:\n\n| Role | Pay |\n|---|---|\n| Cook | 20 |\n| Driver | 30 |";
        assert_eq!(stated(table), ["| Cook | 20 |", "| Driver | 30 |"]);
        let quoted = format!("{table}\n\n[a.md]");
        let over = |passage: &str| {
            let mut answer = answer(&quoted);
            let points = answer.context.data_points.as_mut().unwrap();
            points.text[1] = format!("a.md: {passage}");
            notes(&answer, false).remove(0)
        };
        let note = over(&format!("{table}\n| Guard | 40 |"));
        assert_eq!(note.words, "Cook · 20; Driver · 30");
        assert_eq!(note.cited, [(1, note.words.clone())]);
        let expected = Opening::of_source("a.md", Some(0), "Cook · 20; Driver · 30");
        assert_eq!(note.opening(), expected);
        let apart = over(&table.replace("| Driver", "| Guard | 40 |\n| Driver"));
        let expected = Opening::of_source("a.md", Some(0), "Cook · 20");
        assert_eq!(apart.opening(), expected);
        let words: Vec<_> = apart.cited.iter().map(|(_, words)| words.as_str()).collect();
        assert_eq!(words, ["Cook · 20", "Driver · 30"]);
    }

    #[test]
    fn another_statement_of_the_same_note_has_words_of_its_own() {
        let answer = answer("It is wet rain [b.pdf#page=2].");
        let passages = passages(answer.context.data_points.as_ref().unwrap());
        let note = notes(&answer, false).remove(0);
        let note = note.supporting(&passages, "There are 30 days of leave");
        assert_eq!(note.words, "Leave is 30 days.");
    }

    #[test]
    fn a_note_knows_the_words_of_every_statement_that_cites_it() {
        let answer = answer("It is wet rain [b.pdf#page=2]. There are 30 days [b.pdf#page=2].");
        let cited = notes(&answer, false).remove(0).cited;
        let words: Vec<_> = cited.iter().map(|(_, words)| words.as_str()).collect();
        assert_eq!(words, ["Rain is wet.", "Leave is 30 days."]);
    }

    #[test]
    fn words_that_share_nothing_support_nothing() {
        let notes = notes(&answer("Quite so [a.md]."), false);
        assert_eq!((notes[0].words.as_str(), notes[0].passage), ("", None));
    }

    #[test]
    fn a_copy_carries_its_sources() {
        let copy = with_sources(&answer("You get 30 days [b.pdf#page=2]."));
        assert_eq!(copy, "You get 30 days [1].\n\n[1] b.pdf#page=2");
    }

    #[test]
    fn passages_know_their_source() {
        let answer = answer("");
        let passages = passages(answer.context.data_points.as_ref().unwrap());
        assert_eq!(passages[1].source, "a.md");
        assert_eq!(passages[1].text, "Pay is monthly.");
    }
}
