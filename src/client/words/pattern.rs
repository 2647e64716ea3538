//! The format in which texts are sent to the page, and the insertion of arguments.
//!
//! A text without plurals contains `{0}` for the first argument, and so on. A text with plurals begins with a tab,
//! followed by tab-separated parts: the index of the argument that selects the plural, and for each plural its category
//! (or an exact number) and its text. The last one is the default.

use std::fmt::Write;

use super::Argument;

/// The separator between the parts of a text with plurals.
pub(super) const SEPARATOR: char = '\t';

/// Returns the text with these arguments; `category` returns the plural category of a number in its language.
pub(super) fn filled(
    pattern: &str,
    arguments: &[Argument<'_>],
    category: impl Fn(u64) -> String,
) -> String {
    let Some(plurals) = pattern.strip_prefix(SEPARATOR) else {
        return put_in(pattern, arguments);
    };
    let mut parts = plurals.split(SEPARATOR);
    let number = match parts.next().and_then(|place| arguments.get(place.parse::<usize>().ok()?)) {
        Some(Argument::Number(number)) => *number,
        _ => 0,
    };
    let (own, category) = (number.to_string(), category(number));
    let mut text = "";
    while let (Some(of), Some(next)) = (parts.next(), parts.next()) {
        text = next;
        if of == own || of == category {
            break;
        }
    }
    put_in(text, arguments)
}

fn put_in(text: &str, arguments: &[Argument<'_>]) -> String {
    let mut pieces = text.split('{');
    let mut filled = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (place, rest) = piece.split_once('}').unwrap_or(("", piece));
        let place = place.parse::<usize>().ok();
        if let Some(argument) = place.and_then(|place| arguments.get(place)) {
            let _ = write!(filled, "{argument}");
        }
        filled.push_str(rest);
    }
    filled
}
