//! The text of a message as the page is sent it, and what is put into it.
//!
//! A text that is the same for every number holds `{0}` for the first value, and so on. One with plurals begins with a
//! tab, and then has, with tabs between them, the place of the number, and for each plural its category (or a number of
//! its own) and its text; the last is for all others.

use std::fmt::Write;

use super::Argument;

/// The sign between the parts of a text with plurals.
pub(super) const SEPARATOR: char = '\t';

/// The text with these values; `category` names the plural of a number in the language of the text.
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
