//! The words on what was not computed, and why.

use footnote_documents::table::calculation::{CalculationError, Test};
use footnote_documents::table::range::OutOfRange;
use footnote_documents::table::{Column, ColumnKind, Table};

use super::map::MappedQuestion;
use super::units::is_rate;
use super::wording::{column, shown, within};
use crate::collection::without_markup;

/// The columns that a note names.
const MOST_NAMED: usize = 8;

/// A sentence on the time that a table covers, where the time that is asked for lies outside.
pub(super) fn outside(
    OutOfRange { column: at, covered, asked }: &OutOfRange,
    table: &Table,
) -> String {
    let asked = match asked {
        Test::After(time) => format!("the time after {time}"),
        Test::Before(time) => format!("the time before {time}"),
        Test::Within(times) => {
            let times: Vec<String> = times.iter().copied().map(within).collect();
            times.join(" or ")
        }
        _ => return String::new(),
    };
    let (name, by) = (without_markup(&table.path), column(table, Some(*at)));
    format!("{name} covers {covered} by its column {by}: it says nothing of {asked}.")
}

/// The reason why nothing was computed although the question fits.
pub(super) fn error_note(fault: &CalculationError, table: &Table) -> String {
    let name = without_markup(&table.path);
    let why = match fault {
        CalculationError::Units(units) => {
            let units: Vec<String> = units
                .iter()
                .map(|unit| {
                    if unit.is_empty() {
                        "no unit".to_owned()
                    } else {
                        without_markup(&unit.to_uppercase())
                    }
                })
                .collect();
            format!("the amounts in {name} are not of one unit but of {}", units.join(", "))
        }
        CalculationError::Shares => format!("the shares in {name} cannot be added up"),
        CalculationError::Imprecise => {
            format!("the dates in {name} are not as precise as the question")
        }
        CalculationError::Gaps => format!(
            "the first column of {name} has empty cells, which may go on with the cell above"
        ),
        CalculationError::OutOfRange => format!("{name} has nothing of the time that is asked for"),
        CalculationError::Nothing => {
            format!("no row of {name} that fits has a value to compute with")
        }
        CalculationError::Cut => format!("{name} could not be read as a whole"),
    };
    format!("Nothing was computed: {why}. {}", rest(table))
}

/// The words of a question that fit nothing in a table, with what can be computed over it.
pub(super) fn open(
    MappedQuestion { unknown, lists, .. }: &MappedQuestion,
    table: &Table,
) -> String {
    let words: Vec<String> =
        unknown.iter().map(|word| format!("“{}”", without_markup(word))).collect();
    let (words, name) = (words.join(" and "), without_markup(&table.path));
    let why = if unknown.is_empty() {
        format!("what of {name} it would be made of is not certain")
    } else {
        format!("{words} names no column and no value of {name}")
    };
    if *lists {
        return format!("These rows may say nothing of it: {why}.");
    }
    format!("Nothing was computed: {why}. {}", rest(table))
}

/// A sentence on the figures that can be computed over a table, of which quotations are not all.
fn rest(table: &Table) -> String {
    let names = |fits: fn(&Column) -> bool| {
        let columns = table.columns.iter().filter(|column| fits(column) && !column.is_key);
        let names: Vec<String> =
            columns.take(MOST_NAMED).map(|one| without_markup(one.shown())).collect();
        names.join(", ")
    };
    let amounts = names(|one| one.kind == ColumnKind::Number && !is_rate(&one.name));
    let others = names(|one| one.kind != ColumnKind::Number);
    let added = if amounts.is_empty() { String::new() } else { format!(", added up by {amounts}") };
    format!(
        "Its {} rows, not all of them shown, can be counted{added}, and chosen by {others}.",
        shown(table.len())
    )
}
