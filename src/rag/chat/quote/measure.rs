//! Words that ask for a measure, and what gives it: sums of money, weights, lengths, spans, the clock.

use super::words::{is_among, words};

/// Words that a number of money answers.
const MONEY: &str = "money cost costs price prices priced charge charges charged expensive cheap rate rates \
    amount amounts sum worth dollars pounds euros spend earn earns salary salaries wage wages";

/// What sums of money are counted in.
pub(super) const COINS: &str =
    "pound pounds pence penny dollar dollars cent cents euro euros eur usd gbp chf francs franken";

/// Words that a number of one of some units answers.
const UNITS: &[(&str, &str)] = &[
    (
        "heavy weigh weighs weight",
        "kilogram kilograms kilo kilos kg gram grams tonne tonnes tons lbs",
    ),
    ("fast quick quickly soon", SPANS),
    (
        "far distance high height deep tall wide",
        "metre metres meter meters mile miles km kilometre kilometres kilometers feet inches cm",
    ),
    ("old age", "year years"),
];

/// What spans of time are counted in.
const SPANS: &str =
    "second seconds minute minutes hour hours day days week weeks month months year years";

/// Names of days and months; "may" and "march" are words of their own.
const DATES: &str = "january february april june july august september october november december monday \
    tuesday wednesday thursday friday saturday sunday januar februar juni juli oktober dezember";

/// Names that tell when, beside numbers.
const CALENDAR: &str = "january february march april june july august september october november december monday \
    tuesday wednesday thursday friday saturday sunday spring summer autumn winter noon \
    midnight before after until immediately day days week weeks month months year hours";

/// Words that times of the clock answer.
const HOURS: &str = "hours opening open opens opened";

/// The word behind "how" that asks for a number of certain units: "How heavy may it be?"
pub(super) fn asked(lower: &str) -> Option<&str> {
    let word = words(lower.split_once("how ")?.1).next()?;
    let mut units = UNITS.iter();
    units.any(|(asks, _)| is_among(asks, word)).then_some(word)
}

/// True if the word asks for a measure, and the text gives one of its kind.
pub(super) fn is_given(word: &str, text: &str) -> bool {
    let word = word.to_lowercase();
    asks_for_money(&word) && has_money(text)
        || is_among(HOURS, &word) && clocks(text) > 1
        || UNITS
            .iter()
            .any(|(asks, units)| is_among(asks, &word) && has_number_of(text, units))
}

/// True if the word asks for money.
pub(super) fn asks_for_money(word: &str) -> bool {
    is_among(MONEY, &word.to_lowercase())
}

/// How many times of the clock a text names: "08:30".
pub(super) fn clocks(text: &str) -> usize {
    let is_hour = |part: &str| {
        let digits = part.bytes().rev().take_while(u8::is_ascii_digit).count();
        (1..=2).contains(&digits)
    };
    let is_minute = |part: &str| part.bytes().take_while(u8::is_ascii_digit).count() == 2;
    let parts: Vec<&str> = text.split(':').collect();
    let pairs = parts.iter().zip(parts.iter().skip(1));
    pairs
        .filter(|(hour, minute)| is_hour(hour) && is_minute(minute))
        .count()
}

/// True if a number stands right before one of the units.
fn has_number_of(text: &str, units: &str) -> bool {
    let lower = text.to_lowercase();
    let all: Vec<&str> = words(&lower).collect();
    let mut pairs = all.iter().zip(all.iter().skip(1));
    pairs.any(|(number, unit)| {
        number.starts_with(|c: char| c.is_ascii_digit()) && is_among(units, unit)
    })
}

/// True if a text names a point in time: a day of the month, a date, or a time of the clock.
pub(super) fn names_time(text: &str) -> bool {
    let lower = text.to_lowercase();
    let is_ordinal = |word: &str| {
        let digits = word.trim_end_matches(char::is_alphabetic);
        let ending = word.get(digits.len()..).unwrap_or_default();
        let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        is_number && ["st", "nd", "rd", "th"].contains(&ending)
    };
    let is_named = |word: &str| is_among(DATES, word) || is_ordinal(word);
    clocks(text) > 0 || words(&lower).any(is_named)
}

/// True if a text names a day, a month or a span.
pub(super) fn has_date(text: &str) -> bool {
    let lower = text.to_lowercase();
    words(&lower).any(|word| is_among(CALENDAR, word))
}

fn has_money(text: &str) -> bool {
    let lower = text.to_lowercase();
    let sign = text.contains(['$', '£', '€', '¥']);
    let has_digit = text.contains(|c: char| c.is_ascii_digit());
    has_digit && (sign || words(&lower).any(|word| is_among(COINS, word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_of_money_answers_what_something_costs() {
        assert!(is_given("money", "You may expense up to $1000."));
        assert!(is_given("Rate", "42 pence a mile"));
        assert!(!is_given("rate", "The rate is high."));
        assert!(!is_given("boat", "42 pence a mile"));
    }

    #[test]
    fn a_number_of_units_answers_how_heavy_or_fast_something_is() {
        assert!(is_given("heavy", "Nobody carries more than 12 kilograms."));
        assert!(is_given("fast", "They come within 4 hours."));
        assert!(!is_given("heavy", "They come within 4 hours."));
        assert!(!is_given("heavy", "Kilograms are units."));
    }

    #[test]
    fn a_point_in_time_is_a_day_of_the_month_a_date_or_a_time_of_the_clock() {
        for text in ["on the 25th", "by 1 April", "at 18:00", "on Monday"] {
            assert!(names_time(text), "{text}");
        }
        assert!(!names_time("It may take 6 days.") && has_date("It may take 6 days."));
    }

    #[test]
    fn times_of_the_clock_answer_for_opening_hours() {
        assert!(is_given("hours", "| Old Mill | 10:00 to 18:30 |"));
        assert!(!is_given("hours", "Companies pay by the hour."));
        assert_eq!(clocks("At 9:30, ratio 1:100, see: 08"), 1);
    }
}
