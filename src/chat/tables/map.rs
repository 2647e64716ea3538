//! A question as a calculation over one table; words that fit nothing leave it open.

use super::marks::{Mark, Meaning, marks};
use super::read::Reader;
use super::words::Words;
use footnote_documents::table::Table;
use footnote_documents::table::calculation::{Calculation, Condition};

/// What a question asks of a table.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Mapped {
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
pub(super) fn map(words: &Words, table: &Table) -> Mapped {
    let marks = marks(words, table);
    let mut reader = Reader::new(table);
    for (at, mark) in marks.iter().enumerate() {
        reader.take(at, mark, &marks);
    }
    reader.end();
    let known = marks.iter().filter(|mark| {
        use Meaning::{Column, Columns, Part, Period, Subject, Value};
        matches!(
            mark.meaning,
            Column(_) | Columns(_) | Part(..) | Period(_) | Subject(_) | Value(..)
        )
    });
    let is_read = |mark: &&Mark| !reader.unknown.contains(&mark.words);
    let is_number = |mark: &&Mark| matches!(mark.meaning, Meaning::Number(_));
    let known = known.count() + marks.iter().filter(is_number).filter(is_read).count();
    let calculation = reader.calculation(words);
    let calculation = calculation.filter(|_| reader.unknown.is_empty() && known > 0);
    let columns = marks.iter().filter_map(|mark| match mark.meaning {
        Meaning::Column(at) => Some((at, mark.words.to_lowercase())),
        _ => None,
    });
    let subjects = marks.iter().filter(|mark| mark.is_subject);
    Mapped {
        calculation,
        computes: reader.computes(words),
        adds: reader.adds(words),
        lists: reader.lists(),
        unknown: reader.unknown,
        known,
        noun: noun(&marks),
        columns: columns.collect(),
        subjects: subjects.map(|mark| mark.words.to_lowercase()).collect(),
        conditions: reader.conditions,
    }
}

/// The words behind "how many" that name a column or the table.
fn noun(marks: &[Mark]) -> Option<String> {
    let counts = |mark: &Mark| matches!(mark.meaning, Meaning::Asks("count" | "different"));
    let at = marks.iter().position(counts)?;
    let named = marks.get(at + 1)?;
    let is_name = matches!(named.meaning, Meaning::Column(_) | Meaning::Subject(true));
    is_name.then(|| named.words.to_lowercase())
}
