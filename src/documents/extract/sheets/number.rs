//! Numbers and moments as a workbook shows them.

use calamine::ExcelDateTime;

/// The most digits before the point that a format asks for, and the most behind it.
const MOST_DIGITS: usize = 30;
const MOST_DECIMALS: usize = 10;

/// A number as its format shows it: by the section for its sign, with the words, units and scales that stand there,
/// its decimals and separated thousands. Without decimals of its own it keeps those that it has.
pub(in crate::extract) fn shown(number: f64, code: &str) -> String {
    let sections = sections(code);
    let (section, is_bare) = chosen(number, &sections);
    let parts = parts(section);
    let has = |part: FormatPart| parts.contains(&part);
    let is_general = has(FormatPart::General) || has(FormatPart::Exponent);
    if code.is_empty() {
        return general(number, 0);
    }
    let number = if is_bare { number.abs() } else { number };
    let shown = match parts.iter().position(|part| *part == FormatPart::Slash) {
        _ if is_general => around(&parts, &general(number, 0)),
        Some(slash) => fraction(number, &parts, slash),
        None => laid_out(number, &parts),
    };
    shown.trim().to_owned()
}

/// The sections of a format, which semicolons part.
fn sections(code: &str) -> Vec<&str> {
    let (mut sections, mut from, mut until) = (Vec::new(), 0, None);
    let mut characters = code.char_indices();
    while let Some((at, c)) = characters.next() {
        match (until, c) {
            (Some(end), c) if c == end => until = None,
            (Some(_), _) => {}
            (None, '"') => until = Some('"'),
            (None, '[') => until = Some(']'),
            (None, '\\' | '_' | '*') => drop(characters.next()),
            (None, ';') => {
                sections.push(code.get(from..at).unwrap_or_default());
                from = at + 1;
            }
            _ => {}
        }
    }
    sections.push(code.get(from..).unwrap_or_default());
    sections
}

/// The section that a number is shown by, and whether it tells the sign itself.
fn chosen<'a>(number: f64, sections: &[&'a str]) -> (&'a str, bool) {
    let conditions = || sections.iter().map(|section| condition(section));
    if conditions().any(|condition| condition.is_some()) {
        let fits = |condition: Option<(&str, f64)>| match condition {
            Some(("<", bound)) => number < bound,
            Some(("<=", bound)) => number <= bound,
            Some((">", bound)) => number > bound,
            Some((">=", bound)) => number >= bound,
            Some(("=", bound)) => number == bound,
            Some((_, bound)) => number != bound,
            None => true,
        };
        let at = conditions().position(fits).unwrap_or_default();
        return (sections.get(at).copied().unwrap_or_default(), false);
    }
    let section = |at: usize| sections.get(at).copied();
    match (section(0), section(1), section(2)) {
        (_, Some(negative), _) if number < 0.0 => (negative, true),
        (_, _, Some(zero)) if number == 0.0 => (zero, true),
        (first, ..) => (first.unwrap_or_default(), false),
    }
}

/// The condition that a section begins with: "[>=100]".
fn condition(section: &str) -> Option<(&str, f64)> {
    let inner = section.split('[').skip(1).filter_map(|part| part.split_once(']'));
    inner.map(|(inner, _)| inner).find_map(|inner| {
        let end = inner.find(|c: char| !"<>=".contains(c))?;
        let (sign, bound) = inner.split_at(end);
        bound.parse().ok().filter(|_| !sign.is_empty()).map(|bound| (sign, bound))
    })
}

/// A part of a section.
#[derive(Clone, Debug, PartialEq)]
enum FormatPart {
    /// The place of a digit: "0" is always shown, "#" and "?" where there is one.
    Digit(char),
    Literal(String),
    Point,
    Comma,
    Percent,
    Slash,
    Exponent,
    General,
}

/// The parts of a section of a format.
fn parts(section: &str) -> Vec<FormatPart> {
    let mut parts = Vec::new();
    let mut rest = section;
    while let Some(c) = rest.chars().next() {
        if let Some(behind) = rest.strip_prefix("General") {
            parts.push(FormatPart::General);
            rest = behind;
            continue;
        }
        let behind = rest.get(c.len_utf8()..).unwrap_or_default();
        let (part, taken) = match c {
            '"' => quoted(behind),
            '[' => bracketed(behind),
            '\\' => {
                let next = behind.chars().next();
                (next.map(|c| FormatPart::Literal(c.into())), next.map_or(0, char::len_utf8))
            }
            // As wide as the next character, or filled up with it.
            '_' | '*' => (None, behind.chars().next().map_or(0, char::len_utf8)),
            '0' | '#' | '?' => (Some(FormatPart::Digit(c)), 0),
            '.' => (Some(FormatPart::Point), 0),
            ',' => (Some(FormatPart::Comma), 0),
            '%' => (Some(FormatPart::Percent), 0),
            '/' => (Some(FormatPart::Slash), 0),
            'E' | 'e' if behind.starts_with(['+', '-']) => (Some(FormatPart::Exponent), 1),
            '@' => (Some(FormatPart::General), 0),
            c => (Some(FormatPart::Literal(c.into())), 0),
        };
        parts.extend(part);
        rest = behind.get(taken..).unwrap_or_default();
    }
    parts
}

fn quoted(rest: &str) -> (Option<FormatPart>, usize) {
    let words = rest.split('"').next().unwrap_or_default();
    (Some(FormatPart::Literal(words.to_owned())), words.len() + 1)
}

/// What stands in brackets: the sign of money; colours and conditions show nothing.
fn bracketed(rest: &str) -> (Option<FormatPart>, usize) {
    let inner = rest.split(']').next().unwrap_or_default();
    let money = inner.strip_prefix('$').map(|of| of.split('-').next().unwrap_or_default());
    (money.map(|money| FormatPart::Literal(money.to_owned())), inner.len() + 1)
}

/// The words of a section around a number that stands in place of its digits.
fn around(parts: &[FormatPart], number: &str) -> String {
    let text = |part: &FormatPart| match part {
        FormatPart::Literal(words) => words.clone(),
        FormatPart::General | FormatPart::Exponent => number.to_owned(),
        FormatPart::Percent => "%".to_owned(),
        _ => String::new(),
    };
    parts.iter().map(text).collect()
}

/// A number in the places of a section, between its words.
fn laid_out(number: f64, parts: &[FormatPart]) -> String {
    let is_digit = |part: &FormatPart| matches!(part, FormatPart::Digit(_));
    let Some(last) = parts.iter().rposition(is_digit) else {
        return around(parts, "");
    };
    let point = parts.iter().position(|part| *part == FormatPart::Point).unwrap_or(parts.len());
    let (whole, behind) = parts.split_at(point);
    let end = whole.iter().rposition(is_digit).unwrap_or_default();
    let commas =
        |parts: &[FormatPart]| parts.iter().filter(|part| **part == FormatPart::Comma).count();
    let percents = parts.iter().filter(|part| **part == FormatPart::Percent).count();
    let is_parted = whole.get(..end).is_some_and(|within| commas(within) > 0);
    // Commas behind the digits leave out three of them each.
    let thousands =
        whole.get(end..).map_or(0, commas) + parts.get(last.max(point)..).map_or(0, commas);
    let scale = |count: usize, factor: f64| factor.powi(i32::try_from(count).unwrap_or_default());
    let scaled = number * scale(percents, 100.0) / scale(thousands, 1000.0);
    let decimals: Vec<&FormatPart> = behind.iter().filter(|part| is_digit(part)).collect();
    let is_exact =
        decimals.is_empty() && percents + thousands == 0 && !is_parted && !has_money(parts);
    let digits = if is_exact {
        general(scaled.abs(), 0)
    } else {
        format!("{:.*}", decimals.len().min(MOST_DECIMALS), scaled.abs())
    };
    let (digits, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    let optional =
        decimals.iter().rev().take_while(|part| ***part != FormatPart::Digit('0')).count();
    let least = decimals.len().min(MOST_DECIMALS) - optional.min(decimals.len().min(MOST_DECIMALS));
    let kept =
        if is_exact { fraction.len() } else { fraction.trim_end_matches('0').len().max(least) };
    let fraction = fraction.get(..kept).unwrap_or(fraction);
    let mut told = placed(digits, whole, is_parted);
    if !fraction.is_empty() {
        // Behind the last digit, before the words that follow.
        let at = told.1;
        told.0.insert_str(at, &format!(".{fraction}"));
    }
    let is_zero = !digits.chars().chain(fraction.chars()).any(|c| c != '0');
    let sign = if number < 0.0 && !is_zero { "-" } else { "" };
    format!("{sign}{}{}", told.0, around(behind, ""))
}

fn has_money(parts: &[FormatPart]) -> bool {
    parts.iter().any(
        |part| matches!(part, FormatPart::Literal(words) if words.contains(['$', '€', '£', '¥'])),
    )
}

/// Digits in the places of the whole number, from the right; the first takes all that are left. With it the place
/// behind the last digit.
fn placed(digits: &str, whole: &[FormatPart], is_parted: bool) -> (String, usize) {
    let places: Vec<usize> = (0..whole.len())
        .filter(|at| matches!(whole.get(*at), Some(FormatPart::Digit(_))))
        .collect();
    let least =
        whole.iter().filter(|part| **part == FormatPart::Digit('0')).count().min(MOST_DIGITS);
    let digits = if digits == "0" && least == 0 { "" } else { digits };
    let digits = format!("{digits:0>least$}");
    let first = digits.len().saturating_sub(places.len().saturating_sub(1));
    let (mut told, mut left, mut end) = (String::new(), digits.as_str(), 0);
    for (at, part) in whole.iter().enumerate() {
        match part {
            FormatPart::Literal(words) => told.push_str(words),
            FormatPart::Percent => told.push('%'),
            FormatPart::Digit(_) => {
                let behind = places.iter().filter(|place| **place > at).count();
                let taken = if places.first() == Some(&at) {
                    first
                } else {
                    usize::from(left.len() > behind)
                };
                let (now, later) = left.split_at(taken.min(left.len()));
                for (place, digit) in now.chars().enumerate() {
                    let right = now.len() - place + later.len();
                    let is_group = is_parted && right % 3 == 0 && right < digits.len();
                    told.extend(is_group.then_some(','));
                    told.push(digit);
                }
                (left, end) = (later, told.len());
            }
            _ => {}
        }
    }
    (told, if places.is_empty() { told_len(whole) } else { end })
}

/// The length of the words of a section that has no place before its point.
fn told_len(whole: &[FormatPart]) -> usize {
    around(whole, "").len()
}

/// A number with a fraction behind it, whose denominator has as many digits as the section has places, or is set.
fn fraction(number: f64, parts: &[FormatPart], slash: usize) -> String {
    let (before, behind) = parts.split_at(slash);
    let is_digit = |part: &FormatPart| matches!(part, FormatPart::Digit(_));
    let set: String = behind
        .iter()
        .filter_map(|part| match part {
            FormatPart::Literal(words) if words.chars().all(|c| c.is_ascii_digit()) => {
                Some(words.as_str())
            }
            FormatPart::Digit('0') => Some("0"),
            _ => None,
        })
        .collect();
    let places = behind.iter().filter(|part| is_digit(part)).count().clamp(1, 4);
    let most = 10_u32.pow(u32::try_from(places).unwrap_or(1)) - 1;
    let denominators = match set.parse() {
        Ok(set) if set > 0 => set..=set,
        _ => 1..=most,
    };
    let has_whole = before.iter().filter(|part| is_digit(part)).count() > 1
        && before
            .iter()
            .skip_while(|part| !is_digit(part))
            .any(|part| matches!(part, FormatPart::Literal(_)));
    let whole = if has_whole { number.abs().trunc() } else { 0.0 };
    let rest = number.abs() - whole;
    let error = |denominator: &u32| {
        let denominator = f64::from(*denominator);
        ((rest * denominator).round() / denominator - rest).abs()
    };
    let best = denominators.min_by(|one, other| error(one).total_cmp(&error(other))).unwrap_or(1);
    let numerator = (rest * f64::from(best)).round();
    let (whole, numerator) = if has_whole && numerator == f64::from(best) {
        (whole + 1.0, 0.0)
    } else {
        (whole, numerator)
    };
    let sign = if number < 0.0 { "-" } else { "" };
    match (whole > 0.0, numerator > 0.0) {
        (true, true) => format!("{sign}{whole} {numerator}/{best}"),
        (false, true) => format!("{sign}{numerator}/{best}"),
        _ => format!("{sign}{whole}"),
    }
}

/// True if a format shows a day or a time.
pub(in crate::extract) fn is_moment(code: &str) -> bool {
    let letters = |part: FormatPart| match part {
        FormatPart::Literal(words) => {
            words.chars().count() == 1 && words.contains(['y', 'm', 'd', 'h', 's'])
        }
        _ => false,
    };
    // Words in quotation marks have more than one letter, or none of these.
    !code.contains('"')
        && sections(code).first().is_some_and(|section| parts(section).into_iter().any(letters))
}

/// A number with the fifteen digits that a workbook keeps, and zeros before it up to so many: a code of five
/// digits may begin with one.
fn general(number: f64, least: usize) -> String {
    let rounded: f64 = format!("{number:.14e}").parse().unwrap_or(number);
    let least = least + usize::from(rounded < 0.0);
    format!("{rounded:0least$}")
}

/// A day, a day and a time, or a stretch of time.
pub(in crate::extract) fn moment(date: &ExcelDateTime) -> String {
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
            (0.5, "# ?/?", "1/2"),
            (1.75, "# ??/??", "1 3/4"),
            (0.3, "# ?/8", "2/8"),
            (7.0, "000\" days\"", "007 days"),
            (2.5, "0.00\" days\"", "2.50 days"),
            (12_500_000.0, "#,##0.0,,\" M\"", "12.5 M"),
            (1_250_400.0, "#,##0,", "1,250"),
            (1.0, "\"yes\";\"no\"", "yes"),
            (-1.0, "\"yes\";\"no\"", "no"),
            (-1234.5, "#,##0.00;[Red](#,##0.00)", "(1,234.50)"),
            (0.0, "_(* #,##0.00_);_(* \\(#,##0.00\\);_(* \"-\"??_);_(@_)", "-"),
            (5_551_234_567.0, "(000) 000-0000", "(555) 123-4567"),
            (7.5, "0.0 \"kg\"", "7.5 kg"),
            (21.5, "General\" C\"", "21.5 C"),
            (250.0, "[<100]0\" few\";0\" many\"", "250 many"),
            (0.5, "#.##", ".5"),
            (-0.001, "0.00", "0.00"),
            (5.0, ";;;", ""),
            (1234.0, "00000", "01234"),
            (-12.0, "000", "-012"),
            (123_456.0, "00000", "123456"),
            (2024.5, "0", "2024.5"),
            (3.26, "00.0", "03.3"),
            (123_456_789.0, "000\\-00\\-0000", "123-45-6789"),
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
