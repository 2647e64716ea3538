//! Numbers and moments as a workbook shows them.

use calamine::ExcelDateTime;

/// The most digits before the point that a format asks for, and the most behind it.
const MOST_DIGITS: usize = 30;
const MOST_DECIMALS: usize = 10;

/// A number as its format shows it: as a percentage, as an amount of money, with its decimals and with
/// separated thousands. Under any other format it is shown as it is.
pub(in crate::extract) fn shown(number: f64, code: &str) -> String {
    // The first section is that of positive numbers.
    let code = code.split(';').next().unwrap_or_default();
    let bare = without_literals(code);
    let is_percent = bare.contains('%');
    let currency = currency(code);
    let is_plain = !bare.contains('0') || bare.contains(['E', '/', '?']);
    if is_plain {
        return general(number, 0);
    }
    let whole = bare.split('.').next().unwrap_or_default();
    let least = whole.matches('0').count().min(MOST_DIGITS);
    if !(is_percent || currency.is_some() || bare.contains(['.', ','])) {
        return general(number, least);
    }
    let number = if is_percent { number * 100.0 } else { number };
    let decimals = bare
        .split_once('.')
        .map_or(0, |(_, behind)| behind.chars().take_while(|c| *c == '0' || *c == '#').count());
    let decimals = decimals.min(MOST_DECIMALS);
    // The width is that of all digits, and of the point between them.
    let least = least + decimals + usize::from(decimals > 0);
    let digits = format!("{:0least$.decimals$}", number.abs());
    let digits = if bare.contains("#,") { parted(&digits) } else { digits };
    let sign = if number < 0.0 { "-" } else { "" };
    let percent = if is_percent { "%" } else { "" };
    match currency {
        Some((symbol, true)) => format!("{sign}{symbol}{digits}"),
        Some((symbol, false)) => format!("{sign}{digits} {symbol}"),
        None => format!("{sign}{digits}{percent}"),
    }
}

/// A number with the fifteen digits that a workbook keeps, and zeros before it up to so many: a code of five
/// digits may begin with one.
fn general(number: f64, least: usize) -> String {
    let rounded: f64 = format!("{number:.14e}").parse().unwrap_or(number);
    let least = least + usize::from(rounded < 0.0);
    format!("{rounded:0least$}")
}

/// Digits with a comma before each three of the whole number.
fn parted(digits: &str) -> String {
    let (whole, rest) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let mut parted = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at) % 3 == 0 {
            parted.push(',');
        }
        parted.push(digit);
    }
    parted + rest
}

/// A format code without its quoted, escaped and bracketed parts.
fn without_literals(code: &str) -> String {
    let mut bare = String::new();
    let mut until = None;
    let mut characters = code.chars();
    while let Some(c) = characters.next() {
        match (until, c) {
            (Some(end), c) if c == end => until = None,
            (Some(_), _) => {}
            (None, '"') => until = Some('"'),
            (None, '[') => until = Some(']'),
            (None, '\\' | '_' | '*') => drop(characters.next()),
            (None, c) => bare.push(c),
        }
    }
    bare
}

/// The sign of money in a format code, and whether it stands before the number.
fn currency(code: &str) -> Option<(&str, bool)> {
    let is_before = |at: usize| code.find(['0', '#']).is_some_and(|number| at < number);
    if let Some((before, rest)) = code.split_once("[$") {
        let symbol = rest.split(['-', ']']).next()?.trim();
        return (!symbol.is_empty()).then(|| (symbol, is_before(before.len())));
    }
    let (at, symbol) = code.match_indices(['$', '€', '£', '¥']).next()?;
    Some((symbol, is_before(at)))
}

/// A day, a day and a time, or a stretch of time.
pub(super) fn moment(date: &ExcelDateTime) -> String {
    let (year, month, day, hour, minute, second, _) = date.to_ymd_hms_milli();
    let seconds = if second > 0 { format!(":{second:02}") } else { String::new() };
    if date.is_duration() {
        let minutes = (date.as_f64() * 24.0 * 60.0).round();
        return format!("{}:{:02}", (minutes / 60.0).trunc(), (minutes % 60.0).abs());
    }
    let time = format!("{hour:02}:{minute:02}{seconds}");
    if date.as_f64() < 1.0 {
        return time;
    }
    let day = format!("{year}-{month:02}-{day:02}");
    if date.as_f64().fract() == 0.0 {
        return day;
    }
    format!("{day} {time}")
}

#[cfg(test)]
mod tests {
    use calamine::ExcelDateTimeType;

    use super::*;

    #[test]
    fn numbers_are_shown_as_their_formats_have_them() {
        for (number, code, text) in [
            (0.1 + 0.2, "General", "0.3"),
            (1234.5, "", "1234.5"),
            (2024.0, "0", "2024"),
            (0.195, "0%", "20%"),
            (0.195, "0.0%", "19.5%"),
            (1_234_567.891, "#,##0.00", "1,234,567.89"),
            (-1250.0, "\"$\"#,##0;[Red]\\-\"$\"#,##0", "-$1,250"),
            (99.5, "[$€-407]#,##0.00", "€99.50"),
            (99.5, "#,##0.00\\ [$€-407]", "99.50 €"),
            (12.0, "0.00E+00", "12"),
            (0.5, "# ?/?", "0.5"),
            (7.0, "000\" days\"", "007"),
            (1234.0, "00000", "01234"),
            (-12.0, "000", "-012"),
            (123_456.0, "00000", "123456"),
            (2024.5, "0", "2024.5"),
            (3.26, "00.0", "03.3"),
            (123_456_789.0, "000\\-00\\-0000", "123456789"),
        ] {
            assert_eq!(shown(number, code), text, "{number} by {code}");
        }
    }

    #[test]
    fn moments_are_days_or_times_or_both() {
        for (value, kind, text) in [
            (45_352.0, ExcelDateTimeType::DateTime, "2024-03-01"),
            (45_352.604_166_67, ExcelDateTimeType::DateTime, "2024-03-01 14:30"),
            (0.395_833_333, ExcelDateTimeType::DateTime, "09:30"),
            (1.562_5, ExcelDateTimeType::TimeDelta, "37:30"),
        ] {
            assert_eq!(moment(&ExcelDateTime::new(value, kind, false)), text);
        }
    }
}
