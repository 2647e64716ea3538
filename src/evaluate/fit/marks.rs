//! Questions with the sentences that answer them, as files have them.

use std::path::Path;

use serde::Deserialize;

use crate::documents::Passage;
use crate::documents::hash::hash;
use crate::evaluate::lines;
use crate::text::words::in_one_line;

/// A line of such a file.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Mark {
    #[serde(default)]
    id: String,
    pub(super) question: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    section: String,
    sentences: Vec<String>,
    #[serde(rename = "true")]
    answering: Vec<usize>,
}

/// The fate of a question's passage: some are taken away, so that some questions have no answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Fate {
    /// It is there.
    #[default]
    Whole,
    /// It is there without the sentences that answer.
    Cut,
    /// It is not there.
    Out,
}

/// Reads the questions of a file, at most this many, chosen by a hash of their names.
///
/// # Errors
///
/// If the file cannot be read.
pub(super) fn read(path: &Path, most: usize) -> anyhow::Result<Vec<Mark>> {
    let mut marks: Vec<Mark> = lines(path)?;
    marks.sort_by_cached_key(|mark| hash(format!("{} {}", mark.id, mark.question).as_bytes()));
    marks.truncate(most);
    Ok(marks)
}

impl Mark {
    /// The fate of its passage, the same for all questions about it.
    pub(super) fn fate(&self) -> Fate {
        match (hash(self.text(Fate::Whole).as_bytes()) >> 8) % 4 {
            0 | 1 => Fate::Whole,
            2 => Fate::Cut,
            _ => Fate::Out,
        }
    }

    /// True if weights are measured on it, and not fitted.
    pub(super) fn is_held_out(&self) -> bool {
        (hash(self.text(Fate::Whole).as_bytes()) >> 16).is_multiple_of(4)
    }

    /// Its passage; none if that is left out, or nothing is left of it.
    pub(super) fn passage(&self) -> Option<Passage> {
        let text = self.text(self.fate());
        let path = format!("{:016x}/.", hash(self.text(Fate::Whole).as_bytes()));
        let is_there = self.fate() != Fate::Out && !text.is_empty();
        is_there.then(|| Passage {
            id: format!("{path}#0"),
            path,
            title: self.title.clone(),
            headings: Some(self.section.clone())
                .filter(|section| !section.is_empty())
                .into_iter()
                .collect(),
            text,
            ..Passage::default()
        })
    }

    /// True if a statement is one that answers.
    pub(super) fn is_true(&self, statement: &str) -> bool {
        let answering = self.answering.iter().filter_map(|at| self.sentences.get(*at));
        answering
            .map(|sentence| in_one_line(sentence))
            .any(|sentence| sentence.contains(statement) || statement.contains(&sentence))
    }

    fn text(&self, fate: Fate) -> String {
        let all = self.sentences.iter().enumerate();
        let left = all.filter(|(at, _)| fate != Fate::Cut || !self.answering.contains(at));
        let left = left.map(|(_, sentence)| sentence.trim());
        left.collect::<Vec<_>>().join("\n\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(n: usize) -> Mark {
        Mark {
            question: "When is tea?".to_owned(),
            sentences: vec![format!("Tea {n} is at four."), "Boats are slow.".to_owned()],
            answering: vec![0],
            ..Mark::default()
        }
    }

    #[test]
    fn a_passage_is_whole_or_cut_or_not_there() {
        let fates: Vec<Fate> = (0..20).map(|n| mark(n).fate()).collect();
        for fate in [Fate::Whole, Fate::Cut, Fate::Out] {
            let n = fates.iter().position(|one| *one == fate).unwrap();
            let passage = mark(n).passage();
            let tells = passage.as_ref().is_some_and(|one| one.text.contains("four"));
            assert_eq!(passage.is_some(), fate != Fate::Out);
            assert_eq!(tells, fate == Fate::Whole);
        }
    }

    #[test]
    fn a_part_of_a_sentence_that_answers_answers() {
        assert!(mark(1).is_true("Tea 1 is at four.") && mark(1).is_true("at four."));
        assert!(!mark(1).is_true("Boats are slow."));
    }
}
