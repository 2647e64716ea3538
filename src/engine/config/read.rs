//! Parsers of single settings: text, numbers, switches, lists and URLs. An invalid value becomes a sentence that names
//! the variable.

use std::ops::RangeInclusive;

/// Upper bound of sizes, in megabytes.
const MAX_MEGABYTES: u32 = 1_000_000;

/// The trimmed value; an empty variable counts as unset.
pub(super) fn non_empty(value: Option<String>) -> Option<String> {
    let value = value.map(|value| value.trim().to_owned());
    value.filter(|value| !value.is_empty())
}

/// Parses a number within `range`.
pub(super) fn number(
    name: &str,
    text: &str,
    range: RangeInclusive<u32>,
    problems: &mut Vec<String>,
) -> u32 {
    let (least, most) = (*range.start(), *range.end());
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.unwrap_or_else(|| {
        problems.push(format!("{name}: {text:?} is not a number from {least} to {most}"));
        least
    })
}

/// Parses megabytes and returns bytes.
pub(super) fn megabytes(name: &str, text: &str, problems: &mut Vec<String>) -> u64 {
    1_000_000 * u64::from(number(name, text, 1..=MAX_MEGABYTES, problems))
}

/// Parses a switch.
pub(super) fn switch(name: &str, text: &str, problems: &mut Vec<String>) -> bool {
    text.parse().unwrap_or_else(|_| {
        problems.push(format!("{name}: {text:?} is neither true nor false"));
        false
    })
}

/// Parses the URL of a model.
pub(super) fn url<'a>(
    variable: &str,
    text: &'a str,
    problems: &mut Vec<String>,
) -> Option<&'a str> {
    let good = text
        .parse::<http::Uri>()
        .is_ok_and(|url| matches!(url.scheme_str(), Some("http" | "https")));
    if !good {
        // Do not repeat the URL: it may contain a password.
        problems.push(format!("{variable}: not an http or https address"));
    }
    good.then_some(text)
}

/// The items of a comma-separated list.
pub(super) fn listed(text: Option<&str>) -> Vec<&str> {
    let names = text.unwrap_or_default().split(',').map(str::trim);
    names.filter(|name| !name.is_empty()).collect()
}
