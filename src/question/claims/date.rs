//! Dates among numbers, split into parts that agree however a date is written.

use footnote_documents::table::period::{Order, Period};

use super::number::{Number, numbers, without_separators};

/// The names of months as units, whatever language a date is written in.
const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// Returns the numbers of a text. Dates are split into parts, the day with its month and the year, so that `2026-03-09`
/// equals `9. März 2026`; a range gives both of its ends. `12/08/2026` gives the days of both readings.
pub fn dated_numbers(text: &str) -> Vec<Number> {
    numbers(text).into_iter().flat_map(in_parts).collect()
}

fn in_parts(number: Number) -> Vec<Number> {
    let month = |day: u32| {
        let at = usize::try_from(day / 100 % 100).ok()?.checked_sub(1)?;
        MONTHS.get(at).map(|month| (*month).to_owned())
    };
    if number.is_date_part() {
        let whole = Period::of(&format!("{} 2000", number.unit), None);
        let unit = whole.and_then(|month_of| month(month_of.from));
        return vec![Number { unit: unit.unwrap_or_else(|| number.unit.clone()), ..number }];
    }
    let orders = [Order::DayFirst, Order::MonthFirst].into_iter();
    let mut days: Vec<u32> = orders
        .filter_map(|order| Period::of(&number.value, Some(order)))
        .filter(|period| period.from == period.to)
        .map(|period| period.from)
        .collect();
    days.dedup();
    let Some(year) = days.first().map(|day| day / 10_000) else {
        return ends(number);
    };
    let part = |value: u32, unit| Number { value: value.to_string(), unit, scale: None };
    let parts = days.iter().filter_map(|day| Some(part(day % 100, month(*day)?)));
    parts.chain([part(year, String::new())]).collect()
}

/// Returns both ends of a range such as `9-17`; any other number itself.
fn ends(number: Number) -> Vec<Number> {
    match number.value.split('-').collect::<Vec<_>>()[..] {
        [from, to] if !to.is_empty() => {
            let end = |value| Number { value: without_separators(value), ..number.clone() };
            vec![end(if from.is_empty() { "0" } else { from }), end(to)]
        }
        _ => vec![number],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_has_the_same_parts_however_it_is_written() {
        let written = dated_numbers("9 March 2026");
        for date in ["2026-03-09", "9.3.2026", "March 9, 2026", "9. März 2026", "9 mars 2026"] {
            let parts = dated_numbers(date);
            let has = |number: &Number| parts.iter().any(|part| number.agrees(part));
            assert!(parts.len() == 2 && written.iter().all(has), "{date}: {parts:?}");
        }
        assert!(!written[0].agrees(&dated_numbers("2026-04-09")[0]));
    }
}
