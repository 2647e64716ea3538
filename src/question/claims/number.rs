//! Numbers with their units, however they are written: `1,234`, `12 %`, `$650`, `31 March`, `two weeks`.

use footnote_documents::table::number::Decimal;
use footnote_text::analysis::stems;
use footnote_text::languages::{Pairs, Table, pairs};

/// A number in a form that can be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// Its digits without thousands separators or superfluous zeros: `1234`, `0.5`, `8:30`.
    pub value: String,
    /// Its unit: a currency, `%`, a month, or the stem of the next word; empty if unclear.
    pub unit: String,
    /// The power of a thousand by which the word after it scales it: 2 for `million`.
    pub(super) scale: Option<i32>,
}

/// The beginnings of words that scale a number by a thousand, a million or a billion, in the languages of Europe.
const SCALES: [&str; 3] = ["thousand tausend", "mill mili mio", "billi milliar miliar mrd bn"];

/// Numbers written as words. "One" is left out, since it is rarely a number.
static WORDS: Pairs = Pairs::new(|| pairs(Table::Numbers));

/// Words and symbols with the units that they stand for.
static UNITS: Pairs = Pairs::new(|| pairs(Table::Units));

impl Number {
    /// Returns true if both have the same value, and units that do not contradict each other.
    pub fn agrees(&self, other: &Self) -> bool {
        let units_differ =
            !self.unit.is_empty() && !other.unit.is_empty() && self.unit != other.unit;
        let clash = units_differ && (self.is_measured() || other.is_measured());
        let dated = self.is_year() && other.years().any(|year| year == self.value);
        (self.value == other.value && !clash) || dated
    }

    /// Returns true if a source with the other number supports this one: both agree, or this one is scaled by a word
    /// and rounded, as "1.4 million" is for 1,382,000, or for 1,382 in a table of thousands.
    pub fn is_borne_out_by(&self, other: &Self) -> bool {
        let powers = match (self.scale, other.scale) {
            (None, None) => return self.agrees(other) || self.is_like(other),
            (Some(own), Some(others)) => own - others..=own - others,
            // A table may state its scale anywhere.
            (Some(_), None) | (None, Some(_)) => -3..=3,
        };
        let (Some(own), Some(full)) = (self.amount(), other.amount()) else {
            return false;
        };
        let room = self.scale.map_or(1e-9, |_| 0.501 * self.precision());
        let is_near = |power: f64| (own * power - full).abs() <= room * power;
        powers.map(|thousands| 1000_f64.powi(thousands)).any(is_near)
    }

    /// Returns true if both are the same amount, and the other one has more decimals, is a fraction for this
    /// percentage, or has its currency elsewhere; or if both are the same time of day, as `14:33` and `1433`.
    fn is_like(&self, other: &Self) -> bool {
        if self.value.contains(':') {
            return self.value.replace(':', "") == other.value;
        }
        let of_money = |one: &Self, two: &Self| one.is_money() && !two.is_measured();
        let is_one_unit = self.unit == other.unit || of_money(self, other) || of_money(other, self);
        let (Some(own), Some(full)) = (self.amount(), other.amount()) else {
            return false;
        };
        let more = other.precision() / self.precision();
        let room = if more < 1.0 { 0.501 * self.precision() } else { 1e-9 };
        let is_share = self.unit == "%" && 100.0 * more < 1.0;
        is_one_unit && (own - full).abs() <= room
            || is_share && !other.is_measured() && (own - 100.0 * full).abs() <= room
    }

    /// Returns its value for computation; `None` for dates and times.
    pub fn amount(&self) -> Option<f64> {
        self.value.parse().ok().filter(|amount: &f64| amount.is_finite())
    }

    /// Returns the value of its last decimal place: 0.1 for `5.4`.
    pub fn precision(&self) -> f64 {
        let decimals = self.value.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        10_f64.powi(-i32::try_from(decimals).unwrap_or(i32::MAX))
    }

    /// Returns true if the other has the same unit but another value.
    pub fn conflicts(&self, other: &Self) -> bool {
        !self.unit.is_empty() && self.unit == other.unit && self.value != other.value
    }

    /// Returns true if it is a sum of money.
    pub fn is_money(&self) -> bool {
        ["usd", "gbp", "eur"].contains(&self.unit.as_str())
    }

    /// Returns true if it is a span of time.
    pub fn is_duration(&self) -> bool {
        let spans = ["day", "week", "month", "year", "hour", "minut"];
        spans.contains(&self.unit.as_str())
    }

    /// Returns true if it is a day or a year next to its month.
    pub fn is_date_part(&self) -> bool {
        Table::Months.has(&self.unit)
    }

    /// Returns true if it is a year: it has four digits and no unit of measure.
    pub fn is_year(&self) -> bool {
        is_year(&self.value) && !self.is_counted()
    }

    /// Returns the years that it names: itself, or those of a date or a span, as in `2026-12-31`, `31.12.2026` or
    /// `2025-2026`.
    pub fn years(&self) -> impl Iterator<Item = &str> {
        let is_date = self.value.contains(['-', '/']) || self.value.matches('.').count() == 2;
        let parts = self.value.split(move |c| is_date && "-/.".contains(c));
        parts.filter(|part| is_year(part) && !self.is_counted())
    }

    fn is_counted(&self) -> bool {
        self.is_money() || self.is_duration() || self.unit == "%"
    }

    /// Returns true if it has a unit that cannot be left out.
    pub fn is_measured(&self) -> bool {
        self.unit == "%" || self.is_money() || self.is_duration() || self.is_date_part()
    }
}

/// Returns true for four digits that may be a year.
fn is_year(digits: &str) -> bool {
    digits.len() == 4 && ("1500".."2100").contains(&digits)
}

/// Returns the numbers of a text, in order.
pub fn numbers(text: &str) -> Vec<Number> {
    let text = with_joined_thousands(text).replace("per cent", "percent");
    let words = text.split_whitespace().flat_map(parts).flat_map(compound);
    let words: Vec<&str> = words.collect();
    let at = |index: Option<usize>| index.and_then(|index| words.get(index)).copied();
    let numbers = words.iter().enumerate().filter_map(|(index, word)| {
        let value = value(word)?;
        let is_ordinal = ["st", "nd", "rd", "th"].iter().any(|end| word.ends_with(end));
        let mut behind = words.iter().skip(index + 1).take(if is_ordinal { 3 } else { 0 });
        let month = behind.find(|word| Table::Months.has(&word.to_lowercase())).copied();
        let (before, after) = (at(index.checked_sub(1)), month.or_else(|| at(Some(index + 1))));
        let unit = unit(before, after);
        Some(Number { value, unit, scale: scale(word, after) })
    });
    numbers.collect()
}

/// Splits a word where a currency or per cent sign begins or ends. A range becomes two words.
fn parts<'a>(word: &'a str) -> Vec<&'a str> {
    let is_sign = |c: char| "$£€%–—".contains(c);
    let mut parts = Vec::new();
    let mut rest = word.trim_matches(|c: char| !c.is_alphanumeric() && !is_sign(c));
    while let Some(at) = rest.find(is_sign) {
        let (before, from) = rest.split_at(at);
        let (sign, after) = from.split_at(from.chars().next().map_or(0, char::len_utf8));
        parts.extend([before, sign]);
        rest = after;
    }
    parts.push(rest);
    let inner = |part: &'a str| {
        if part.chars().all(is_sign) {
            part
        } else {
            part.trim_matches(|c: char| !c.is_alphanumeric())
        }
    };
    parts.into_iter().map(inner).filter(|part| !part.is_empty()).collect()
}

/// Splits a compound that begins with a number, such as "five-year" or "19-year-old". Any other word is left whole,
/// including ranges, dates and numbers such as "twenty-seven".
fn compound(word: &str) -> Vec<&str> {
    let whole = || vec![word];
    let Some((first, behind)) = word.split_once('-').filter(|_| value(word).is_none()) else {
        return whole();
    };
    let ones = behind.split('-').next().unwrap_or_default();
    let two = word.get(..first.len() + 1 + ones.len()).unwrap_or_default();
    if let Some(rest) =
        word.get(two.len()..).filter(|_| tens_and_ones(&two.to_lowercase()).is_some())
    {
        return std::iter::once(two)
            .chain(rest.split('-').filter(|part| !part.is_empty()))
            .collect();
    }
    let opens = value(first).is_some() && behind.starts_with(char::is_alphabetic);
    if opens { std::iter::once(first).chain(behind.split('-')).collect() } else { whole() }
}

/// Returns the value of two hyphenated words for one number, such as "twenty-seven".
fn tens_and_ones(lower: &str) -> Option<String> {
    let (tens, ones) = lower.split_once('-')?;
    let number = |word: &str| match word {
        "one" => Some(1),
        _ => WORDS.get(word)?.parse::<u32>().ok(),
    };
    let (tens, ones) = (number(tens)?, number(ones)?);
    let fits = (20..100).contains(&tens) && tens % 10 == 0 && (1..10).contains(&ones);
    fits.then(|| (tens + ones).to_string())
}

/// Returns the value of a word; `None` if it is not a number.
fn value(word: &str) -> Option<String> {
    let lower = word.to_lowercase();
    if let Some(value) = tens_and_ones(&lower) {
        return Some(value);
    }
    if let Some(value) = WORDS.get(lower.as_str()) {
        return Some((*value).to_owned());
    }
    let digits = lower.trim_end_matches(|c: char| c.is_alphabetic());
    let suffix = lower.get(digits.len()..).unwrap_or_default();
    let known = ["", "s", "st", "nd", "rd", "th", "am", "pm", "k", "m", "bn"].contains(&suffix);
    if !known || !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let plain = |c: char| c.is_ascii_digit() || ".,:/-'".contains(c);
    digits.chars().all(plain).then(|| without_separators(digits))
}

/// Returns a number without thousands separators or superfluous zeros.
pub(super) fn without_separators(digits: &str) -> String {
    let digits = digits.trim_end_matches([',', '.', ':', '-', '/', '\'']);
    let trimmed = digits.trim_start_matches('0');
    if digits.contains([':', '/', '-']) {
        return trimmed.to_owned();
    }
    let is_whole = trimmed.starts_with(|c: char| c.is_ascii_digit());
    let read = Decimal::read(if is_whole { trimmed } else { digits });
    // The zeros of a date are not superfluous.
    read.map_or_else(|| digits.replace([',', '\''], "."), Decimal::in_digits)
}

/// Joins the thousands of numbers: `6 367,20` becomes one word, and so does `5 600` if its space is a non-breaking one.
fn with_joined_thousands(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let parts = c == ' ' || "\u{a0}\u{202f}\u{2009}".contains(c);
        let behind = text.get(at + c.len_utf8()..).unwrap_or_default();
        joined.push(if parts && parts_thousands(&joined, c, behind) { '\'' } else { c });
    }
    joined
}

/// Returns true if a space between these texts separates the thousands of one number.
fn parts_thousands(before: &str, blank: char, behind: &str) -> bool {
    let is_digit = |c: &char| c.is_ascii_digit();
    let head = before.chars().rev().take_while(is_digit).count();
    let is_first = !before.trim_end_matches(|c: char| c.is_ascii_digit()).ends_with(['.', ',']);
    let group = behind.chars().take_while(is_digit).count();
    let rest = behind.get(group..).unwrap_or_default();
    let decimals = rest.strip_prefix([',', '.']).unwrap_or_default();
    let has_decimals = matches!(decimals.chars().take_while(is_digit).count(), 1 | 2);
    (1..=3).contains(&head) && is_first && group == 3 && (blank != ' ' || has_decimals)
}

/// Returns the power of a thousand by which a number is scaled, by the word after it or by its own ending (`1.5M`).
fn scale(word: &str, after: Option<&str>) -> Option<i32> {
    let after = after.unwrap_or_default().to_lowercase();
    let scales = |words: &&str| words.split(' ').any(|begin| after.starts_with(begin));
    let end = word.trim_start_matches(|c: char| !c.is_alphabetic());
    match SCALES.iter().rposition(scales) {
        Some(at) => i32::try_from(at + 1).ok(),
        None if end.eq_ignore_ascii_case("k") => Some(1),
        None if end.eq_ignore_ascii_case("m") => Some(2),
        None => (end == "bn").then_some(3),
    }
}

/// Returns the unit of a number, according to the words around it.
fn unit(before: Option<&str>, after: Option<&str>) -> String {
    let known = |word: &str| {
        let lower = word.to_lowercase();
        let unit = UNITS.get(lower.as_str()).copied();
        unit.or_else(|| Table::Months.get(&lower))
    };
    let sign = before.and_then(known).or_else(|| after.and_then(known));
    let counted = || {
        let word = after.filter(|word| word.starts_with(char::is_alphabetic))?;
        stems(word).into_iter().next()
    };
    sign.map(str::to_owned).or_else(counted).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Number {
        let mut found = numbers(text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        found.remove(0)
    }

    #[test]
    fn months_of_every_language_are_units() {
        assert!(one("am 3. März").is_date_part());
        assert!(!one("am 3. März").agrees(&one("am 3. April")));
    }

    #[test]
    fn spellings_of_one_number_agree() {
        for (left, right) in [
            ("1,234 pounds", "£1234"),
            ("12 %", "12 percent"),
            ("31 March", "March 31st"),
            ("two weeks", "2 weeks"),
            ("08:30", "8:30"),
            ("0.50 dollars", "$0.5"),
            ("a five-year term", "5 years"),
            ("a 19-year-old", "19 years"),
            ("a twenty-five-year lease", "25 years"),
            ("twenty-seven days", "27 days"),
            ("19th day of December", "December 19"),
            ("seventeen nests", "17 nests"),
        ] {
            assert!(one(left).agrees(&one(right)), "{left} {right}");
        }
    }

    #[test]
    fn amounts_are_read_as_people_write_them() {
        for (left, right) in [
            ("£4,210.00", "4210 pounds"),
            ("8.731,60 EUR", "€8,731.6"),
            ("8 731,60 EUR", "€8731.60"),
            ("8\u{202f}731 EUR", "8,731 euros"),
            ("CHF 8'731.60", "8731.6"),
        ] {
            assert!(one(left).agrees(&one(right)), "{left} {right}");
        }
        assert_eq!(numbers("in 3 rooms, 120 chairs and 7 200 lamps").len(), 4);
    }

    #[test]
    fn a_scaled_amount_is_borne_out_by_the_one_that_it_rounds() {
        for (said, held) in [
            ("2.7 million", "2,700,000"),
            ("2.7 million", "2,689,000"),
            ("$2.7 billion", "2,689"),
            ("2,700 million", "2.7 billion"),
            ("$2.7m", "2.7 million"),
            ("2.69", "2.6891"),
            ("$(2.7) billion", "$2.7 billion"),
            ("£2,689.00", "2689 paid"),
        ] {
            assert!(one(said).is_borne_out_by(&one(held)), "{said} {held}");
        }
        for (said, held) in [
            ("2.8 million", "2,689,000"),
            ("2.7 million", "2.7 billion"),
            ("2,650,000", "2.7 million"),
            ("27", "2,700"),
            ("2.68", "2.6891"),
            ("£2,689.00", "2689 days"),
        ] {
            assert!(!one(said).is_borne_out_by(&one(held)), "{said} {held}");
        }
    }

    #[test]
    fn a_date_names_its_year() {
        for (text, years) in [
            ("2026-12-31", &["2026"][..]),
            ("31.12.2020", &["2020"]),
            ("12/31/2026", &["2026"]),
            ("2025-2026", &["2025", "2026"]),
            ("2026", &["2026"]),
            ("2026.5 points", &[]),
            ("2026 dollars", &[]),
        ] {
            let number = one(text);
            assert_eq!(number.years().collect::<Vec<_>>(), years, "{text}");
        }
        assert!(one("2026").agrees(&one("2026-12-31")));
        assert!(!one("2025").agrees(&one("2026-12-31")));
    }

    #[test]
    fn another_count_of_the_same_thing_conflicts() {
        assert!(one("30 days").conflicts(&one("25 days")));
        assert!(one("$650").conflicts(&one("120 dollars")));
        assert!(!one("30 days").conflicts(&one("30 weeks")));
        assert!(!one("30 days").conflicts(&one("30 days")));
    }

    #[test]
    fn another_unit_is_another_number() {
        assert!(!one("12 percent").agrees(&one("12 dollars")));
        assert!(!one("3 March").agrees(&one("3 April")));
    }

    #[test]
    fn names_with_digits_are_no_numbers() {
        assert_eq!(numbers("The B2 form and COVID"), []);
    }
}
