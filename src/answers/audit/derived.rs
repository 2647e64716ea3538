//! Figures computed from those of the sources: sums, differences, products, shares and counts.

use footnote_question::claims::{Number, dated_numbers};
use footnote_text::table;
use footnote_text::words::words;

use super::sentence_index::Window;

/// Maximum number of figures of a statement that are computed with.
const MAX_FIGURES: usize = 12;

/// Minimum number of fields of a record for its fields to be counted.
const MIN_FIELDS: usize = 2;

/// Maximum count of rows that is considered.
const MAX_COUNTED: f64 = 1_000.0;

/// Returns true if a figure can be computed from the `found` figures of its statement, or from the rows of its sources
/// that contain one of its `names`.
pub(super) fn is_derived<'a>(
    number: &Number,
    found: &[&Number],
    names: &[String],
    windows: impl Iterator<Item = &'a Window<'a>>,
) -> bool {
    let Some(amount) = number.amount().filter(|_| number.is_year() || !number.is_date_part())
    else {
        return false;
    };
    let is_it = |result: f64| (result - amount).abs() <= 0.501 * number.precision();
    let figures: Vec<f64> =
        found.iter().filter_map(|number| number.amount()).take(MAX_FIGURES).collect();
    let is_percent = number.unit == "%";
    let of_two = |one: f64, two: f64| {
        if is_percent {
            is_it(100.0 * one / two) || is_it(100.0 * (one - two).abs() / two)
        } else {
            is_it(one + two) || is_it(one - two) || is_it(one * two)
        }
    };
    let computed = figures.iter().enumerate().any(|(at, one)| {
        let others = figures.iter().enumerate().filter(|(other, _)| *other != at);
        others.clone().any(|(_, two)| of_two(*one, *two))
    });
    let sum: f64 = figures.iter().sum();
    if computed || figures.len() > 2 && is_it(sum) {
        return true;
    }
    let records = windows.filter(|window| window.is_single()).map(Window::text);
    let records: Vec<String> =
        records.filter(|record| fields(record).len() >= MIN_FIELDS).collect();
    let of_name = |name: &String| {
        let lower = name.to_lowercase();
        let has_name = |record: &&String| words(record).any(|word| word.to_lowercase() == lower);
        let own: Vec<&String> = records.iter().filter(has_name).collect();
        let count = own.len() as f64;
        own.len() > 1 && (count <= MAX_COUNTED && is_it(count) || sums(&own).into_iter().any(is_it))
    };
    names.iter().any(of_name)
}

/// Returns the cells of a row, or the values of a record such as `name: Ann; age: 30`.
fn fields(record: &str) -> Vec<&str> {
    if table::is_row(record) {
        return table::cells(record);
    }
    record.split("; ").filter_map(|field| field.split_once(": ")).map(|(_, value)| value).collect()
}

/// Returns the sum of each field of some records.
fn sums(rows: &[&String]) -> Vec<f64> {
    let mut sums: Vec<f64> = Vec::new();
    for row in rows {
        for (at, cell) in fields(row).into_iter().enumerate() {
            if sums.len() <= at {
                sums.push(0.0);
            }
            let amount = dated_numbers(cell).first().and_then(Number::amount);
            if let (Some(sum), Some(amount)) = (sums.get_mut(at), amount) {
                *sum += amount;
            }
        }
    }
    sums
}
