//! The footnotes of an answer: which source has which number, and the words that support it.

use std::collections::HashSet;

use crate::protocol::{Answer, DataPoints};
use crate::text::citation::{Piece, pieces};
use crate::text::sentence::sentences;

/// A footnote.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Note {
    /// Its number, from 1 in the order of first use.
    pub number: u32,
    /// The source that it names.
    pub source: String,
    /// The sentence of the source that says most of what the answer says; empty if none does.
    pub words: String,
}

/// A retrieved passage.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Passage {
    /// Where it comes from.
    pub source: String,
    /// What it says.
    pub text: String,
}

/// The retrieved passages, best first.
pub fn passages(points: &DataPoints) -> Vec<Passage> {
    points
        .text
        .iter()
        .map(|text| passage(points, text))
        .collect()
}

/// Takes `"<source>: <text>"` apart; the longest source that fits is the one.
fn passage(points: &DataPoints, text: &str) -> Passage {
    let fitting = points.citations.iter().filter_map(|source| {
        let rest = text.strip_prefix(source.as_str())?.strip_prefix(':')?;
        Some((source, rest.trim_start()))
    });
    match fitting.max_by_key(|(source, _)| source.len()) {
        Some((source, rest)) => Passage {
            source: source.clone(),
            text: rest.to_owned(),
        },
        None => Passage {
            source: String::new(),
            text: text.to_owned(),
        },
    }
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
            Piece::Text(text) => said.push_str(&text),
            Piece::Citation(source) => {
                if notes.iter().all(|note| note.source != source) {
                    notes.push(Note {
                        number: u32::try_from(notes.len() + 1).unwrap_or(u32::MAX),
                        words: supporting(&passages, &source, statement(&said)),
                        source,
                    });
                }
            }
        }
    }
    notes
}

/// The last statement of what has been said so far.
fn statement(said: &str) -> &str {
    sentences(said).last().copied().unwrap_or_default()
}

/// The sentence among the passages of `source` that shares most words with `statement`.
fn supporting(passages: &[Passage], source: &str, statement: &str) -> String {
    let wanted = words(statement);
    let candidates = passages
        .iter()
        .filter(|passage| passage.source == source)
        .flat_map(|passage| sentences(&passage.text));
    let scored =
        candidates.map(|sentence| (words(sentence).intersection(&wanted).count(), sentence));
    // The first of equals: passages come best first.
    let best = scored.reduce(|best, other| if other.0 > best.0 { other } else { best });
    best.map(|(_, sentence)| without_rules(sentence))
        .unwrap_or_default()
}

/// A row of a table as it is read: its cells without the lines between them.
fn without_rules(sentence: &str) -> String {
    if !sentence.starts_with('|') {
        return sentence.to_owned();
    }
    let cells = sentence
        .split('|')
        .map(str::trim)
        .filter(|cell| !cell.is_empty());
    cells.collect::<Vec<_>>().join(" · ")
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
            images: Vec::new(),
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
        let notes = notes(&answer("It is wet rain [b.pdf#page=2]."), false);
        assert_eq!(notes[0].words, "Rain is wet.");
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
