//! Dates among numbers, in parts that agree however a date is written.

use footnote_documents::table::period::Period;

use super::number::{Number, numbers};

/// The names of months as units, whatever the language of a date.
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

/// The numbers of a text with each date in parts, the day in its month and the year, so that `2026-03-09` is what
/// `9. März 2026` is.
pub(crate) fn dated_numbers(text: &str) -> Vec<Number> {
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
    let day = Period::of(&number.value, None).filter(|period| period.from == period.to);
    let Some((day, unit)) = day.and_then(|day| Some((day.from, month(day.from)?))) else {
        return vec![number];
    };
    let part = |value: u32, unit| Number { value: value.to_string(), unit, scale: None };
    vec![part(day % 100, unit), part(day / 10_000, String::new())]
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
