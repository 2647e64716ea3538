//! A question as a calculation over one table; words that fit nothing leave it open.

use super::marks::{Mark, Meaning, marks};
use super::read::Reader;
use super::words::Words;
use crate::rag::corpus::table::Table;
use crate::rag::corpus::table::calculation::{Aggregate, Calculation};

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
    /// True if it clearly asks to count rows or to add up a column of it.
    pub(super) is_clear: bool,
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
        use Meaning::{Column, Part, Period, Subject, Value};
        matches!(mark.meaning, Column(_) | Part(..) | Period(_) | Subject(_) | Value(..))
    });
    let known = known.count();
    let calculation = reader.calculation(words);
    let is_clear = calculation.as_ref().is_some_and(|one| {
        use Aggregate::{Count, Mean, Sum};
        [Count, Sum, Mean].contains(&one.aggregate)
    });
    let calculation = calculation.filter(|_| reader.unknown.is_empty() && known > 0);
    let columns = marks.iter().filter_map(|mark| match mark.meaning {
        Meaning::Column(at) => Some((at, mark.words.to_lowercase())),
        _ => None,
    });
    let subjects = marks.iter().filter(|mark| mark.is_subject);
    Mapped {
        calculation,
        unknown: reader.unknown,
        known,
        noun: noun(&marks),
        columns: columns.collect(),
        subjects: subjects.map(|mark| mark.words.to_lowercase()).collect(),
        is_clear,
    }
}

/// The words behind "how many" that name a column or the table.
fn noun(marks: &[Mark]) -> Option<String> {
    let at = marks.iter().position(|mark| mark.meaning == Meaning::Asks("count"))?;
    let named = marks.get(at + 1)?;
    let is_name = matches!(named.meaning, Meaning::Column(_) | Meaning::Subject(true));
    is_name.then(|| named.words.to_lowercase())
}
