//! Dates in cells and questions: days, months, quarters and years.

use footnote_text::languages::Table;

/// The range of years that are recognised.
const YEARS: std::ops::RangeInclusive<u32> = 1900..=2100;

/// The beginnings of month names, by month number.
const MONTHS: [(&str, u32); 17] = [
    ("jan", 1),
    ("jän", 1),
    ("feb", 2),
    ("mar", 3),
    ("mär", 3),
    ("apr", 4),
    ("may", 5),
    ("mai", 5),
    ("jun", 6),
    ("jul", 7),
    ("aug", 8),
    ("sep", 9),
    ("oct", 10),
    ("okt", 10),
    ("nov", 11),
    ("dec", 12),
    ("dez", 12),
];

/// A range of days, each as year, month and day in eight digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Period {
    /// Its first day.
    pub from: u32,
    /// Its last day.
    pub to: u32,
}

/// The order of day and month in `1/2/2026`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// 1 February.
    DayFirst,
    /// 2 January.
    MonthFirst,
}

impl Period {
    /// Returns a year.
    pub fn year(year: u32) -> Option<Self> {
        let is_year = YEARS.contains(&year);
        is_year.then(|| Self { from: year * 10_000 + 101, to: year * 10_000 + 1_231 })
    }

    /// Returns a quarter of a year, from 1 to 4.
    pub fn quarter(year: u32, quarter: u32) -> Option<Self> {
        let first = (1..=4).contains(&quarter).then(|| quarter * 3 - 2)?;
        Some(Self { from: Self::month(year, first)?.from, to: Self::month(year, first + 2)?.to })
    }

    /// Returns a month, from 1 to 12.
    pub fn month(year: u32, month: u32) -> Option<Self> {
        let length = length(year, month).filter(|_| YEARS.contains(&year))?;
        let first = year * 10_000 + month * 100;
        Some(Self { from: first + 1, to: first + length })
    }

    /// Returns a day.
    pub fn day(year: u32, month: u32, day: u32) -> Option<Self> {
        let Self { from, to } = Self::month(year, month)?;
        let day = (from - 1).checked_add(day).filter(|day| (from..=to).contains(day))?;
        Some(Self { from: day, to: day })
    }

    /// Returns the period that makes up a whole text, except for a time of day.
    pub fn of(text: &str, order: Option<Order>) -> Option<Self> {
        let text = text.trim();
        if text.len() > 40 || !text.contains(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let text = without_time(text);
        numeric(text, order).or_else(|| worded(text))
    }

    /// Returns true if it is a whole year.
    pub fn is_year(self) -> bool {
        self.from % 10_000 == 101 && self.to == self.from + 1_130
    }

    /// Returns true if it lies within another; `None` if they overlap only in part.
    pub fn within(self, other: Self) -> Option<bool> {
        if self.from >= other.from && self.to <= other.to {
            return Some(true);
        }
        (self.to < other.from || self.from > other.to).then_some(false)
    }
}

impl std::fmt::Display for Period {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let day = |day: u32| format!("{}-{:02}-{:02}", day / 10_000, day / 100 % 100, day % 100);
        let (year, month) = (self.from / 10_000, self.from / 100 % 100);
        let is = |period: Option<Self>| period == Some(*self);
        if self.is_year() {
            write!(f, "{year}")
        } else if is(Self::quarter(year, month.div_ceil(3))) {
            write!(f, "Q{} {year}", month.div_ceil(3))
        } else if is(Self::month(year, month)) {
            write!(f, "{year}-{month:02}")
        } else if self.from == self.to {
            f.write_str(&day(self.from))
        } else {
            write!(f, "{} to {}", day(self.from), day(self.to))
        }
    }
}

/// Returns the unambiguous order of day and month in a text.
pub fn order_of(text: &str) -> Option<Order> {
    let parts = parts(without_time(text.trim()), '/')?;
    match parts[..] {
        [1..=12, 13..=31, year] if YEARS.contains(&year) => Some(Order::MonthFirst),
        [13..=31, 1..=12, year] if YEARS.contains(&year) => Some(Order::DayFirst),
        _ => None,
    }
}

/// Returns a date without its time of day.
fn without_time(text: &str) -> &str {
    let is_time = |time: &str| {
        time.contains(':') && time.chars().all(|c| c.is_ascii_digit() || ":.Z+-".contains(c))
    };
    let parted = text.split_once('T').or_else(|| text.rsplit_once(' '));
    parted.filter(|(_, time)| is_time(time)).map_or(text, |(date, _)| date.trim_end())
}

fn parts(text: &str, key: char) -> Option<Vec<u32>> {
    let parts = text.split(key).map(|part| {
        let is_number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse().ok().filter(|_| is_number)
    });
    parts.collect()
}

/// `2026-12-31`, `31.12.2026`, `12/31/2026`, `2026-12`, `2026`.
fn numeric(text: &str, order: Option<Order>) -> Option<Period> {
    let by = |key| parts(text, key);
    if let Some([year, month, day]) = by('-').or_else(|| by('/')).as_deref()
        && *year > 31
    {
        return Period::day(*year, *month, *day);
    }
    if let Some([day, month, year]) = by('.').as_deref() {
        return Period::day(*year, *month, *day);
    }
    if let Some([one, two, year]) = by('/').as_deref() {
        return match order.or_else(|| order_of(text))? {
            Order::DayFirst => Period::day(*year, *two, *one),
            Order::MonthFirst => Period::day(*year, *one, *two),
        };
    }
    if let Some([year, month]) = by('-').as_deref() {
        return Period::month(*year, *month).filter(|_| text.len() == 7);
    }
    Period::year(text.parse().ok()?).filter(|_| text.len() == 4)
}

/// `31 December 2026`, `December 31, 2026`, `31. Dez. 2026`, `Dec 2026`, `Q3 2026`.
fn worded(text: &str) -> Option<Period> {
    let mut month = None;
    let mut quarter = None;
    let mut numbers: Vec<u32> = Vec::new();
    let words = text.split([' ', ',', '.', '-', '/', '\u{a0}']).filter(|word| !word.is_empty());
    for word in words {
        let lower = word.to_lowercase();
        if let Some(number) = month_of(&lower).filter(|_| month.is_none()) {
            month = Some(number);
        } else if let Some(number) = quarter_of(&lower).filter(|_| quarter.is_none()) {
            quarter = Some(number);
        } else {
            let digits = ["st", "nd", "rd", "th"].iter().find_map(|end| lower.strip_suffix(end));
            numbers.push(digits.unwrap_or(&lower).parse().ok()?);
        }
    }
    match (month, quarter, &numbers[..]) {
        (Some(month), None, [year]) => Period::month(*year, month),
        (Some(month), None, [one, two]) if YEARS.contains(two) => Period::day(*two, month, *one),
        (None, Some(quarter), [year]) => Period::quarter(*year, quarter),
        _ => None,
    }
}

/// Returns the number of a month by its name or the beginning of it, in lower case.
pub fn month_of(word: &str) -> Option<u32> {
    let (_, number) = MONTHS.iter().find(|(begins, _)| word.starts_with(begins))?;
    let is_month = || Table::Months.words().any(|month| month.starts_with(word));
    (Table::Months.has(word) || (word.chars().count() <= 4 && (word == "sept" || is_month())))
        .then_some(*number)
}

/// Returns the number of a quarter: `q3`.
pub fn quarter_of(word: &str) -> Option<u32> {
    let number = word.strip_prefix('q')?;
    number.parse().ok().filter(|number| (1..=4).contains(number) && word.len() == 2)
}

fn length(year: u32, month: u32) -> Option<u32> {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 => Some(if is_leap { 29 } else { 28 }),
        4 | 6 | 9 | 11 => Some(30),
        1..=12 => Some(31),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_that_are_no_years_months_or_quarters_are_no_periods() {
        assert_eq!(Period::year(4_000_000_000), None);
        assert_eq!(Period::month(4_000_000_000, 1), None);
        assert_eq!(Period::quarter(2026, 0), None);
    }

    #[test]
    fn dates_are_read_however_they_are_written() {
        for text in [
            "2026-12-31",
            "2026-12-31 14:30",
            "2026-12-31T14:30:00Z",
            "31.12.2026",
            "12/31/2026",
            "31/12/2026",
            "31 December 2026",
            "December 31, 2026",
            "31. Dez. 2026",
            "31st Dec 2026",
        ] {
            assert_eq!(Period::of(text, None), Period::day(2026, 12, 31), "{text}");
        }
        for (text, shown) in [
            ("Dec 2026", "2026-12"),
            ("März 2026", "2026-03"),
            ("Q3 2025", "Q3 2025"),
            ("2025-Q3", "Q3 2025"),
            ("2026", "2026"),
            ("2026-02", "2026-02"),
        ] {
            assert_eq!(Period::of(text, None).unwrap().to_string(), shown, "{text}");
        }
    }

    #[test]
    fn what_is_no_date_or_may_be_two_is_none() {
        for text in ["1/2/2026", "31.02.2026", "2026-13", "12", "A 2026", "Marble 2026", "3.5", ""]
        {
            assert_eq!(Period::of(text, None), None, "{text}");
        }
        let first = Period::of("1/2/2026", Some(Order::DayFirst));
        assert_eq!(first, Period::day(2026, 2, 1));
        assert_eq!(order_of("1/13/2026"), Some(Order::MonthFirst));
    }

    #[test]
    fn a_year_is_neither_in_its_quarter_nor_out_of_it() {
        let (year, quarter) = (Period::year(2025).unwrap(), Period::quarter(2025, 3).unwrap());
        assert_eq!(quarter.within(year), Some(true));
        assert_eq!(year.within(quarter), None);
        assert_eq!(year.within(Period::year(2026).unwrap()), Some(false));
    }

    proptest! {
        #[test]
        fn any_digits_are_a_period_or_none(text in "[0-9Q]{1,12}([-/. ][0-9Q]{1,12}){0,3}") {
            let _ = Period::of(&text, None);
        }

        #[test]
        fn a_day_that_is_shown_reads_as_the_same_day(year in 1900_u32..2100, month in 1_u32..13, day in 1_u32..29) {
            let period = Period::day(year, month, day);
            prop_assert_eq!(Period::of(&period.unwrap().to_string(), None), period);
            prop_assert_eq!(Period::of(&format!("{day}.{month}.{year}"), None), period);
            prop_assert_eq!(Period::of(&format!("{month}/{day}/{year}"), Some(Order::MonthFirst)), period);
        }

        #[test]
        fn no_text_breaks_the_reader(text in "\\PC{0,20}") {
            let _ = Period::of(&text, None);
        }
    }
}
