//! Numbers and dates in any spelling, as values that can be compared.

use footnote_text::languages::{Pairs, Table, pairs};
use footnote_text::words::words;

use super::values::{Part, Reading, Values};

/// The beginnings of words that scale a number by a thousand, a million or a billion, in the languages of Europe.
const SCALES: [&[&str]; 3] =
    [&["thousand", "tausend"], &["mill", "mili", "mio"], &["billi", "milliar", "miliar", "mrd"]];

/// Numbers written as words. "One" is left out, since it is rarely a number.
static WORDS: Pairs = Pairs::new(|| pairs(Table::Numbers));

/// Maximum number of bytes after a number in which its scale is looked for.
const NEAR: usize = 24;

/// A number, a time or a date as it is written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Figure {
    /// Its text.
    pub(crate) text: String,
    /// The values that it may stand for. One of them has to be found.
    pub(crate) readings: Vec<Reading>,
    /// Its amount for computation; `None` for dates and times.
    pub(crate) amount: Option<f64>,
    /// The value of its last decimal place.
    pub(crate) precision: f64,
}

/// Returns the figures of a text, in order. A number behind letters, as in `B12`, is part of a code.
pub(crate) fn figures(text: &str) -> Vec<Figure> {
    let runs = runs(text);
    let written = runs.iter().filter(|run| !run.is_code).filter_map(|run| figure(text, run));
    written.collect()
}

/// Returns everything that the numbers of a text may stand for.
pub(crate) fn values(text: &str) -> Values {
    let mut values = Values::default();
    for run in runs(text) {
        let figure = figure(text, &run);
        figure
            .iter()
            .flat_map(|figure| &figure.readings)
            .flatten()
            .for_each(|part| values.add(part));
        // "24.5." may be a day.
        for part in run.token.split(['.', ',']).filter(|_| run.token.len() <= 5) {
            if let Some(part) = date_part(part) {
                values.add(&part);
            }
        }
    }
    for word in words(text).filter(|word| word.starts_with(char::is_alphabetic)) {
        let lower = word.to_lowercase();
        if let Some(number) = WORDS.get(lower.as_str()).and_then(|number| number.parse().ok()) {
            values.add(&Part::amount(number, 0.0));
        }
        values.months |= month(&lower).map_or(0, |month| 1 << month);
    }
    values.sort();
    values
}

/// Returns the months that are named next to a number, each with its word.
pub(crate) fn months(text: &str) -> Vec<Figure> {
    let words: Vec<&str> = words(text).collect();
    let is_figure = |at: usize| {
        words.get(at).is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()))
    };
    let named = words.iter().enumerate().filter_map(|(at, word)| {
        let is_near = is_figure(at + 1) || at.checked_sub(1).is_some_and(is_figure);
        let month = month(&word.to_lowercase()).filter(|_| is_near)?;
        Some(Figure {
            text: (*word).to_owned(),
            readings: vec![vec![Part { month: Some(month), ..Part::default() }]],
            amount: None,
            precision: 1.0,
        })
    });
    named.collect()
}

/// Returns the number of a month, from 1.
fn month(lower: &str) -> Option<u8> {
    use footnote_documents::table::period::Period;

    Table::Months.has(lower).then_some(())?;
    let period = Period::of(&format!("{lower} 2000"), None)?;
    u8::try_from(period.from / 100 % 100).ok()
}

/// Digits with the separators between them.
struct Run<'a> {
    token: &'a str,
    end: usize,
    /// True if letters precede it, or letters and digits follow it.
    is_code: bool,
}

fn runs(text: &str) -> Vec<Run<'_>> {
    let (mut runs, mut from) = (Vec::new(), 0);
    while let Some(at) = text
        .get(from..)
        .and_then(|rest| rest.find(|c: char| c.is_ascii_digit()))
        .map(|at| from + at)
    {
        let end = at + run_len(text.get(at..).unwrap_or_default());
        let (before, behind) =
            (text.get(..at).unwrap_or_default(), text.get(end..).unwrap_or_default());
        let goes_on = behind.trim_start_matches(char::is_alphabetic);
        let is_mixed =
            goes_on.len() < behind.len() && goes_on.starts_with(|c: char| c.is_ascii_digit());
        let is_behind = before.trim_end_matches(['-', '_']).ends_with(char::is_alphabetic)
            || before.ends_with('_');
        let token = text.get(at..end).unwrap_or_default();
        runs.push(Run { token, end, is_code: is_mixed || is_behind });
        from = end;
    }
    runs
}

/// Returns the length of the number at the beginning of a text.
fn run_len(text: &str) -> usize {
    let digits = |from: usize| {
        let rest = text.get(from..).unwrap_or_default();
        rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len()
    };
    let (mut end, mut groups) = (digits(0), 1);
    let first = end;
    while let Some(sign) = text.get(end..).and_then(|rest| rest.chars().next()) {
        let next = end + sign.len_utf8();
        let group = digits(next);
        let is_blank = sign == ' ' || is_thin(sign);
        let fits = if is_blank {
            // Only thousands are parted by spaces.
            group == 3
                && (1..=3).contains(&first)
                && (groups == 1 || text.get(..end).is_some_and(has_blank))
        } else {
            group > 0 && ".,:/-'’".contains(sign)
        };
        if !fits {
            break;
        }
        (end, groups) = (next + group, groups + 1);
    }
    end
}

fn is_thin(c: char) -> bool {
    "\u{a0}\u{202f}\u{2009}".contains(c)
}

fn has_blank(text: &str) -> bool {
    text.contains(|c: char| c == ' ' || is_thin(c))
}

fn figure(text: &str, run: &Run<'_>) -> Option<Figure> {
    let behind = text.get(run.end..).unwrap_or_default();
    let (readings, precision) = match () {
        () if run.token.contains(['-', '/']) => (vec![parts(run.token, &['-', '/'])?], 1.0),
        () if run.token.contains(':') => (vec![time(run.token)?], 1.0),
        () => plain(run.token, behind)?,
    };
    let amount = match readings.as_slice() {
        [reading, ..] if !run.token.contains(['-', '/', ':']) && reading.len() == 1 => {
            reading.first().and_then(|part| part.amounts.first()).map(|(amount, _)| *amount)
        }
        _ => None,
    };
    Some(Figure { text: shown(run.token, behind), readings, amount, precision })
}

/// Returns a number as readers know it, with a per cent sign.
fn shown(token: &str, behind: &str) -> String {
    let sign = if is_percent(behind) { " %" } else { "" };
    format!("{token}{sign}")
}

fn is_percent(behind: &str) -> bool {
    behind.trim_start().starts_with('%')
}

/// Returns the parts of a date or range.
fn parts(token: &str, signs: &[char]) -> Option<Reading> {
    let parts = token.split(|c| signs.contains(&c)).filter(|part| !part.is_empty()).map(|part| {
        date_part(part).or_else(|| {
            let (readings, _) = plain(part, "")?;
            readings.into_iter().next()?.into_iter().next()
        })
    });
    parts.collect()
}

/// Returns a day, a month or a year. A year may have two digits.
fn date_part(digits: &str) -> Option<Part> {
    let number: u32 = digits.parse().ok()?;
    let mut part = Part::amount(f64::from(number), 0.0);
    if digits.len() == 2 {
        part.amounts.extend([(f64::from(2_000 + number), 0.0), (f64::from(1_900 + number), 0.0)]);
    }
    part.month = u8::try_from(number).ok().filter(|month| (1..=12).contains(month));
    Some(part)
}

/// Returns the hour and minute of a time. The hour may be counted to twelve, without minutes.
fn time(token: &str) -> Option<Reading> {
    let mut parts = token.split(':').map(|part| part.parse::<u32>().ok());
    let hour = parts.next()??;
    let mut reading = vec![Part::amount(f64::from(hour), 0.0)];
    if let (Some(part), 1..=24) = (reading.first_mut(), hour) {
        part.amounts.extend([(f64::from((hour + 12) % 24), 0.0), (f64::from(hour % 12), 0.0)]);
    }
    for part in parts {
        let part = part?;
        if part > 0 {
            reading.push(Part::amount(f64::from(part), 0.0));
        }
    }
    Some(reading)
}

/// Returns the readings of a number without the signs of dates and times, and the value of its last decimal place.
fn plain(token: &str, behind: &str) -> Option<(Vec<Reading>, f64)> {
    let token: String =
        token.chars().filter(|c| !(*c == ' ' || is_thin(*c) || "'’".contains(*c))).collect();
    let groups: Vec<&str> = token.split(['.', ',']).collect();
    let signs: Vec<char> = token.chars().filter(|c| ".,".contains(*c)).collect();
    let is_grouped = |groups: &[&str]| {
        let (first, rest) = groups.split_first().unwrap_or((&"", &[]));
        (1..=3).contains(&first.len()) && *first != "0" && rest.iter().all(|group| group.len() == 3)
    };
    let is_one_sign = signs.windows(2).all(|pair| pair.first() == pair.last());
    let mut written: Vec<(String, usize)> = Vec::new();
    if groups.len() == 1 || is_one_sign && is_grouped(&groups) {
        written.push((groups.concat(), 0));
    }
    if let [whole @ .., decimals] = groups.as_slice()
        && !signs.is_empty()
        && (signs.len() == 1 || !is_one_sign && is_grouped(whole))
    {
        written.push((format!("{}.{decimals}", whole.concat()), decimals.len()));
    }
    if written.is_empty() {
        return Some((vec![parts(&token, &['.', ','])?], 1.0));
    }
    let scale = scale(behind);
    let mut readings: Vec<Reading> = Vec::new();
    let mut precision = 1.0;
    for (digits, decimals) in written {
        let amount: f64 = digits.parse().ok()?;
        precision = 0.1_f64.powi(i32::try_from(decimals).unwrap_or(i32::MAX));
        readings.push(vec![scaled(amount, precision, scale, is_percent(behind))]);
    }
    // "24.5." may be a day. A part without the sign has no other reading, so this ends.
    let is_day = signs == ['.'] && behind.starts_with('.');
    if is_day && groups.iter().all(|group| group.len() <= 2) {
        readings.extend(parts(&token, &['.']));
    }
    Some((readings, precision))
}

/// Returns an amount with its room for rounding; scaled, in tables of thousands and millions too.
fn scaled(amount: f64, precision: f64, scale: i32, is_percent: bool) -> Part {
    let room = if precision < 1.0 { 0.501 * precision } else { 0.0 };
    let mut part = Part::amount(amount, room);
    if scale > 0 {
        let room = 0.501 * precision;
        part.amounts.extend(
            (-1..=scale).map(|power| 1000_f64.powi(power)).map(|by| (amount * by, room * by)),
        );
    }
    if is_percent {
        part.amounts.push((amount / 100.0, 0.501 * precision / 100.0));
    }
    part
}

/// Returns the power of a thousand by which the text behind a number scales it.
fn scale(behind: &str) -> i32 {
    let near: String = behind.trim_start_matches([' ', '\u{a0}']).chars().take(NEAR).collect();
    let word = near.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let lower = word.to_lowercase();
    let is_ending = behind.starts_with(char::is_alphabetic);
    let at = match lower.as_str() {
        "k" if is_ending => Some(0),
        "m" if is_ending => Some(1),
        "bn" => Some(2),
        _ => SCALES.iter().rposition(|words| words.iter().any(|begin| lower.starts_with(begin))),
    };
    at.and_then(|at| i32::try_from(at + 1).ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_found(said: &str, held: &str) -> bool {
        let values = values(held);
        let all: Vec<Figure> = figures(said).into_iter().chain(months(said)).collect();
        !all.is_empty() && all.iter().all(|figure| values.has_any(&figure.readings))
    }

    #[test]
    fn spellings_of_one_value_are_one() {
        for (said, held) in [
            ("1,452.00", "$1452"),
            ("6,367.20", "6.367,20 EUR"),
            ("8 731,60", "€8,731.6"),
            ("CHF 8'731.60", "8731.6"),
            ("8\u{202f}731 EUR", "8,731 euros"),
            ("200 °C", "heat to 200°C"),
            ("0.30 euros", "0,30 €/min"),
            ("2.5k", "2,500 rows"),
            ("1.5 million", "1,482,000"),
            ("1.5M", "1 500 000"),
            ("2.7 Milliarden", "2.689 Mio"),
            ("12 %", "a share of 0.12"),
            ("24 May 2019", "24.5.19"),
            ("07/01/2026", "(07-01-26)"),
            ("2026-03-09", "9. März 2026"),
            ("March 9, 2026", "2026-03-09.md"),
            ("at 8:30", "08:30"),
            ("17:00", "5 pm"),
            ("1 day of 30", "day 1: thirty"),
            ("3rd", "3 rooms"),
            ("1,5", "1.5"),
            ("24.5. at last", "on 24 May"),
        ] {
            assert!(is_found(said, held), "{said} | {held}");
        }
    }

    #[test]
    fn another_value_is_another() {
        for (said, held) in [
            ("1,453.00", "$1452"),
            ("6,367.30", "6.367,20 EUR"),
            ("1.6 million", "1,482,000"),
            ("25 May 2019", "24.5.19"),
            ("24 June 2019", "24.5.19"),
            ("24 May 2018", "24.5.19"),
            ("2.68", "2.6891"),
            ("7", "thirty"),
        ] {
            assert!(!is_found(said, held), "{said} | {held}");
        }
    }

    #[test]
    fn digits_of_codes_are_no_numbers() {
        assert_eq!(figures("The B2 form, FY26, COVID-19 and 4f3a"), []);
        assert_eq!(figures("in 3 rooms, 120 chairs and 7200 lamps").len(), 3);
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read(text in "[0-9a-zA-Z.,:/' %-]{0,40}") {
            // Times and dates may lack a reading, but what is read is found in the same text.
            let values = values(&text);
            for figure in figures(&text) {
                proptest::prop_assert!(values.has_any(&figure.readings), "{:?}", figure);
            }
        }
    }
}
