//! A question as a calculation over one table; words that fit nothing leave it open.

use footnote_documents::table::Table;
use footnote_documents::table::calculation::{Calculation, Condition};

use super::annotations::{Annotation, WordMeaning, annotations};
use super::read::CalculationParser;
use super::words::QuestionWords;

/// A question mapped onto a table.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct MappedQuestion {
    /// The calculation; `None` if it is not certain.
    pub(super) calculation: Option<Calculation>,
    /// The words that fit nothing.
    pub(super) unknown: Vec<String>,
    /// The number of its words that name the table, its columns or its values.
    pub(super) known: usize,
    /// The words behind "how many", where they name the rows.
    pub(super) noun: Option<String>,
    /// Its words that name columns, each with the column.
    pub(super) columns: Vec<(usize, String)>,
    /// Its words that name the table or its document.
    pub(super) subjects: Vec<String>,
    /// True if it asks for something to be computed.
    pub(super) computes: bool,
    /// True if numbers are to be added up that no column has so already.
    pub(super) adds: bool,
    /// True if it asks for rows.
    pub(super) lists: bool,
    /// The conditions that it names.
    pub(super) conditions: Vec<Condition>,
}

/// Maps a question onto a table.
pub(super) fn map(words: &QuestionWords, table: &Table) -> MappedQuestion {
    let annotations = annotations(words, table);
    let mut parser = CalculationParser::new(table);
    for (at, annotation) in annotations.iter().enumerate() {
        parser.take(at, annotation, &annotations);
    }
    parser.end();
    let known = annotations.iter().filter(|annotation| {
        use WordMeaning::{Column, Columns, PartialValue, Period, Subject, Value};
        matches!(
            annotation.meaning,
            Column(_) | Columns(_) | PartialValue(..) | Period(_) | Subject(_) | Value(..)
        )
    });
    let is_read = |annotation: &&Annotation| !parser.unknown.contains(&annotation.words);
    let is_number = |annotation: &&Annotation| matches!(annotation.meaning, WordMeaning::Number(_));
    let known = known.count() + annotations.iter().filter(is_number).filter(is_read).count();
    let calculation = parser.calculation(words);
    let calculation = calculation.filter(|_| parser.unknown.is_empty() && known > 0);
    let columns = annotations.iter().filter_map(|annotation| match annotation.meaning {
        WordMeaning::Column(at) => Some((at, annotation.words.to_lowercase())),
        _ => None,
    });
    let subjects = annotations.iter().filter(|annotation| annotation.is_subject);
    MappedQuestion {
        calculation,
        computes: parser.computes(words),
        adds: parser.adds(words),
        lists: parser.lists(),
        unknown: parser.unknown,
        known,
        noun: noun(&annotations),
        columns: columns.collect(),
        subjects: subjects.map(|annotation| annotation.words.to_lowercase()).collect(),
        conditions: parser.conditions,
    }
}

/// The words behind "how many" that name a column or the table.
fn noun(annotations: &[Annotation]) -> Option<String> {
    let counts = |annotation: &Annotation| {
        matches!(annotation.meaning, WordMeaning::Asks("count" | "different"))
    };
    let at = annotations.iter().position(counts)?;
    let named = annotations.get(at + 1)?;
    let is_name = matches!(named.meaning, WordMeaning::Column(_) | WordMeaning::Subject(true));
    is_name.then(|| named.words.to_lowercase())
}
