//! Number formats of workbooks: their sections, with placeholders and words.

/// Maximum number of digits before and after the decimal point that a format may require.
const MAX_DIGITS: usize = 30;
const MAX_DECIMALS: usize = 10;

/// Formats a number with the section for its sign: the words, units and scales there, its decimals and thousands
/// separators. A format without decimals keeps those of the number.
pub(crate) fn shown(number: f64, code: &str) -> String {
    let sections = sections(code);
    let (section, is_bare) = chosen(number, &sections);
    let parts = parts(section);
    let has = |part: FormatPart| parts.contains(&part);
    if code.is_empty() {
        return general(number, 0);
    }
    let number = if is_bare { number.abs() } else { number };
    let shown = match parts.iter().position(|part| *part == FormatPart::Slash) {
        _ if has(FormatPart::General) => around(&parts, &general(number, 0)),
        _ if has(FormatPart::Exponent) => around(&parts, &scientific(number, &parts)),
        Some(slash) => fraction(number, &parts, slash),
        None => laid_out(number, &parts),
    };
    shown.trim().to_owned()
}

/// Returns a number with the fifteen digits that a workbook stores, padded with zeros to this length: a code with five
/// digits may begin with a zero.
fn general(number: f64, least: usize) -> String {
    let rounded: f64 = format!("{number:.14e}").parse().unwrap_or(number);
    let least = least + usize::from(rounded < 0.0);
    format!("{rounded:0least$}")
}

/// Returns a number as one digit, its decimals and a power of ten, with the digits that the section has for each.
fn scientific(number: f64, parts: &[FormatPart]) -> String {
    let mut sides = parts.split(|part| *part == FormatPart::Exponent);
    let mut places = |of| {
        let side = sides.next().unwrap_or_default().split(|part| *part == FormatPart::Point);
        side.skip(of).flatten().filter(|part| is_place(part)).count()
    };
    let (decimals, digits) = (places(1).min(MAX_DECIMALS), places(0).min(MAX_DIGITS));
    let written = format!("{number:.decimals$e}");
    let (mantissa, power) = written.split_once('e').unwrap_or((&written, "0"));
    let (sign, power) = power.strip_prefix('-').map_or(('+', power), |power| ('-', power));
    format!("{mantissa}E{sign}{power:0>digits$}")
}

/// Returns the sections of a format, separated by semicolons.
fn sections(code: &str) -> Vec<&str> {
    let (mut sections, mut from, mut until) = (Vec::new(), 0, None);
    let mut characters = code.char_indices();
    while let Some((at, c)) = characters.next() {
        match (until, c) {
            (Some(end), c) => until = (c != end).then_some(end),
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

/// Returns the section for a number, and true if it shows the sign itself.
fn chosen<'a>(number: f64, sections: &[&'a str]) -> (&'a str, bool) {
    let conditions = || sections.iter().map(|section| condition(section));
    if conditions().any(|condition| condition.is_some()) {
        let fits = |condition: Option<(&str, f64)>| match condition {
            Some(("<", bound)) => number < bound,
            Some(("<=", bound)) => number <= bound,
            Some((">", bound)) => number > bound,
            Some((">=", bound)) => number >= bound,
            Some(("=", bound)) => number.total_cmp(&bound).is_eq(),
            Some((_, bound)) => number.total_cmp(&bound).is_ne(),
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

/// Returns the condition at the beginning of a section: "[>=100]".
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
    /// A placeholder for a digit: "0" is always shown, "#" and "?" only if there is a digit.
    Digit(char),
    Literal(String),
    Point,
    Comma,
    Percent,
    Slash,
    Exponent,
    General,
}

/// Returns the parts of a section of a format.
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
            // A space as wide as the next character, or a fill with that character.
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

/// Returns the visible part of a bracket: the currency symbol; colours and conditions show nothing.
fn bracketed(rest: &str) -> (Option<FormatPart>, usize) {
    let inner = rest.split(']').next().unwrap_or_default();
    let money = inner.strip_prefix('$').map(|of| of.split('-').next().unwrap_or_default());
    (money.map(|money| FormatPart::Literal(money.to_owned())), inner.len() + 1)
}

/// Returns the words of a section, with the number in place of its placeholder.
fn around(parts: &[FormatPart], number: &str) -> String {
    let text = |part: &FormatPart| match part {
        FormatPart::Literal(words) => words.clone(),
        FormatPart::General | FormatPart::Exponent => number.to_owned(),
        FormatPart::Percent => "%".to_owned(),
        _ => String::new(),
    };
    parts.iter().map(text).collect()
}

/// Returns a number in the placeholders of a section, between its words.
fn laid_out(number: f64, parts: &[FormatPart]) -> String {
    let point = parts.iter().position(|part| *part == FormatPart::Point).unwrap_or(parts.len());
    let (whole, behind) = parts.split_at(point);
    let (figures, tail) =
        whole.split_at(whole.iter().rposition(is_place).map_or(0, |last| last + 1));
    let places: Vec<&FormatPart> = behind.iter().filter(|part| is_place(part)).collect();
    if figures.is_empty() && places.is_empty() {
        return around(parts, "");
    }
    let commas = |parts: &[FormatPart]| count(parts, &FormatPart::Comma);
    // Each comma after the digits divides the number by a thousand.
    let (is_parted, thousands) = (commas(figures) > 0, commas(tail) + commas(behind));
    let percents = count(parts, &FormatPart::Percent);
    let scaled = number * power(100.0, percents) / power(1000.0, thousands);
    let is_exact =
        places.is_empty() && percents + thousands == 0 && !is_parted && !has_money(parts);
    let decimals = places.len().min(MAX_DECIMALS);
    let digits =
        if is_exact { general(scaled.abs(), 0) } else { format!("{:.decimals$}", scaled.abs()) };
    let (digits, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    let shown = places
        .iter()
        .rposition(|place| **place == FormatPart::Digit('0'))
        .map_or(0, |last| last + 1);
    let shown =
        if is_exact { fraction.len() } else { fraction.trim_end_matches('0').len().max(shown) };
    let fraction = fraction.get(..shown).unwrap_or(fraction);
    let is_zero = !digits.chars().chain(fraction.chars()).any(|c| c != '0');
    let sign = if number < 0.0 && !is_zero { "-" } else { "" };
    let dot = if fraction.is_empty() { "" } else { "." };
    let whole = placed(digits, figures, is_parted);
    format!("{sign}{whole}{dot}{fraction}{}{}", around(tail, ""), around(behind, ""))
}

fn is_place(part: &FormatPart) -> bool {
    matches!(part, FormatPart::Digit(_))
}

fn count(parts: &[FormatPart], of: &FormatPart) -> usize {
    parts.iter().filter(|part| *part == of).count()
}

fn power(base: f64, exponent: usize) -> f64 {
    base.powi(i32::try_from(exponent).unwrap_or_default())
}

fn has_money(parts: &[FormatPart]) -> bool {
    let is_money = |part: &FormatPart| matches!(part, FormatPart::Literal(words) if words.contains(['$', '€', '£', '¥']));
    parts.iter().any(is_money)
}

/// Digits in the placeholders of a whole number, from the right; the first placeholder takes all that are left.
fn placed(digits: &str, figures: &[FormatPart], is_parted: bool) -> String {
    let least = count(figures, &FormatPart::Digit('0')).min(MAX_DIGITS);
    let digits = if digits == "0" && least == 0 { "" } else { digits };
    let digits = format!("{digits:0>least$}");
    let mut places = figures.iter().filter(|part| is_place(part)).count();
    let mut formatted = String::new();
    let mut left = digits.chars();
    for part in figures {
        if !is_place(part) {
            formatted.push_str(&around(std::slice::from_ref(part), ""));
            continue;
        }
        places -= 1;
        while left.as_str().len() > places {
            let is_group =
                is_parted && left.as_str().len() % 3 == 0 && left.as_str().len() < digits.len();
            formatted.extend(is_group.then_some(','));
            formatted.extend(left.next());
        }
    }
    // The section may have no placeholder before its decimal point.
    formatted.push_str(left.as_str());
    formatted
}

/// Returns a number with a fraction, whose denominator is fixed or has as many digits as the section has placeholders.
fn fraction(number: f64, parts: &[FormatPart], slash: usize) -> String {
    let (before, behind) = parts.split_at(slash);
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
    let places = behind.iter().filter(|part| is_place(part)).count().clamp(1, 4);
    let most = 10_u32.pow(u32::try_from(places).unwrap_or(1)) - 1;
    let denominators = match set.parse() {
        Ok(set) if set > 0 => set..=set,
        _ => 1..=most,
    };
    let has_whole = before.iter().filter(|part| is_place(part)).count() > 1
        && before
            .iter()
            .skip_while(|part| !is_place(part))
            .any(|part| matches!(part, FormatPart::Literal(_)));
    let whole = if has_whole { number.abs().trunc() } else { 0.0 };
    let rest = number.abs() - whole;
    let error = |denominator: &u32| {
        let denominator = f64::from(*denominator);
        ((rest * denominator).round() / denominator - rest).abs()
    };
    let best = denominators.min_by(|one, other| error(one).total_cmp(&error(other))).unwrap_or(1);
    let numerator = (rest * f64::from(best)).round();
    let (whole, numerator) = if has_whole && numerator >= f64::from(best) {
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

/// Returns true if a format shows a date or a time.
pub(crate) fn is_moment(code: &str) -> bool {
    let letters = |part: FormatPart| match part {
        FormatPart::Literal(words) => {
            words.chars().count() == 1 && words.contains(['y', 'm', 'd', 'h', 's'])
        }
        _ => false,
    };
    // Literal words have more than one letter, or none of these.
    !code.contains('"')
        && sections(code).first().is_some_and(|section| parts(section).into_iter().any(letters))
}
