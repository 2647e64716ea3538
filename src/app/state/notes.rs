//! The footnotes of an answer: which source has which number, and the words that support it.

use std::collections::HashSet;

use crate::protocol::{Answer, DataPoints, Opening};
use crate::text::citation::{Piece, pieces};
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
    /// The sentence of the source that shares most with the answer; empty if none does.
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
    texts
        .map(|(at, text)| Passage {
            ordinal: points.passages.get(at).copied(),
            keeps_lines: points.lines.contains(&at),
            ..passage(points, text)
        })
        .collect()
}

/// Takes `"<source>: <text>"` apart; the longest source that fits is the one.
fn passage(points: &DataPoints, text: &str) -> Passage {
    let fitting = points.citations.iter().filter_map(|source| {
        let rest = text.strip_prefix(source.as_str())?.strip_prefix(':')?;
        Some((source, rest.trim_start()))
    });
    let longest = fitting.max_by_key(|(source, _)| source.len());
    let (source, rest) = longest.map_or(("", text), |(source, rest)| (source.as_str(), rest));
    Passage {
        source: source.to_owned(),
        text: rest.to_owned(),
        ordinal: None,
        keeps_lines: false,
    }
}

/// The footnotes of an answer in the order of their first use.
///
/// `question` tells which row matters where a table carries the mark; `streaming` holds back a mark
/// that is not whole yet.
pub fn notes(question: &str, answer: &Answer, streaming: bool) -> Vec<Note> {
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
                let said = statement(&said, question);
                if let Some(note) = notes.iter_mut().find(|note| note.source == source) {
                    note.cite(&passages, said);
                } else {
                    let number = u32::try_from(notes.len() + 1).unwrap_or(u32::MAX);
                    notes.push(note(number, source, &passages, said));
                }
            }
        }
    }
    notes
}

fn note(number: u32, source: String, passages: &[Passage], statement: &str) -> Note {
    let first = passages.iter().find(|passage| passage.source == source);
    let bare = Note {
        number,
        ordinal: first.and_then(|passage| passage.ordinal),
        source,
        words: String::new(),
        passage: None,
        cited: Vec::new(),
    };
    bare.supporting(passages, statement)
}

impl Note {
    /// The note with the words that support `statement`, and no others; as it is if none do.
    #[must_use]
    pub fn supporting(mut self, passages: &[Passage], statement: &str) -> Self {
        if let Some((passage, words)) = supporting(passages, &self.source, statement) {
            self.passage = Some(passage);
            self.ordinal = passages.get(passage).and_then(|passage| passage.ordinal);
            self.words = table::read(words);
            self.cited = vec![(passage, self.words.clone())];
        }
        self
    }

    /// Adds the words that support a further statement.
    fn cite(&mut self, passages: &[Passage], statement: &str) {
        if self.cited.len() >= MOST_CITED {
            return;
        }
        if let Some((passage, words)) = supporting(passages, &self.source, statement) {
            let cited = (passage, table::read(words));
            if !self.cited.contains(&cited) {
                self.cited.push(cited);
            }
        }
    }

    /// The part of its document to open for it.
    pub fn opening(&self) -> Opening {
        Opening::of_source(&self.source, self.ordinal, &self.words)
    }
}

/// The statement that the mark after `said` stands for: the last sentence, or the row of a table that shares
/// most
/// words with the question.
pub fn statement<'a>(said: &'a str, question: &str) -> &'a str {
    let sentences = statements(said);
    let is_row = |sentence: &&&str| table::is_row(sentence);
    let rows: Vec<&str> = sentences.iter().rev().take_while(is_row).copied().collect();
    let wanted = words(question);
    let best = rows
        .iter()
        .map(|row| (words(row).intersection(&wanted).count(), *row))
        .reduce(|best, other| if other.0 > best.0 { other } else { best });
    match best {
        // A table of which no row is asked for stands for itself as a whole.
        Some((0, _)) if rows.len() > 1 => "",
        Some((_, row)) => row,
        None => sentences.last().copied().unwrap_or_default(),
    }
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
    let notes = notes("", answer, false);
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
    let list: Vec<String> = notes
        .iter()
        .map(|note| format!("[{}] {}", note.number, note.source))
        .collect();
    let copy = copy.trim_end();
    if list.is_empty() {
        copy.to_owned()
    } else {
        format!("{copy}\n\n{}", list.join("\n"))
    }
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
            context: ResponseContext {
                data_points: Some(points),
                ..ResponseContext::default()
            },
            ..Answer::default()
        }
    }

    #[test]
    fn notes_are_numbered_in_the_order_of_first_use() {
        let notes = notes(
            "",
            &answer("Pay comes monthly [a.md]. You get 30 days [b.pdf#page=2]. So [a.md]."),
            false,
        );
        let numbered: Vec<_> = notes
            .iter()
            .map(|n| (n.number, n.source.as_str()))
            .collect();
        assert_eq!(numbered, [(1, "a.md"), (2, "b.pdf#page=2")]);
    }

    #[test]
    fn a_note_quotes_the_sentence_that_says_it() {
        let notes = notes("", &answer("It is wet rain [b.pdf#page=2]."), false);
        assert_eq!(notes[0].words, "Rain is wet.");
        let expected = Opening::of_source("b.pdf#page=2", Some(7), "Rain is wet.");
        assert_eq!(notes[0].opening(), expected);
    }

    #[test]
    fn a_mark_after_a_table_stands_for_the_row_that_was_asked_for() {
        let table = "| Role | Pay |\n|---|---|\n| Cook | 20 |\n| Driver | 30 |";
        assert!(statement(table, "What does a cook earn?").contains("Cook"));
        assert_eq!(statement(table, "What pay is there?"), "");
    }

    #[test]
    fn another_statement_of_the_same_note_has_words_of_its_own() {
        let answer = answer("It is wet rain [b.pdf#page=2].");
        let passages = passages(answer.context.data_points.as_ref().unwrap());
        let note = notes("", &answer, false).remove(0);
        let note = note.supporting(&passages, "There are 30 days of leave");
        assert_eq!(note.words, "Leave is 30 days.");
    }

    #[test]
    fn a_note_knows_the_words_of_every_statement_that_cites_it() {
        let answer = answer("It is wet rain [b.pdf#page=2]. There are 30 days [b.pdf#page=2].");
        let cited = notes("", &answer, false).remove(0).cited;
        let words: Vec<_> = cited.iter().map(|(_, words)| words.as_str()).collect();
        assert_eq!(words, ["Rain is wet.", "Leave is 30 days."]);
    }

    #[test]
    fn words_that_share_nothing_support_nothing() {
        let notes = notes("", &answer("Quite so [a.md]."), false);
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
