//! Right-to-left text: conversion from visual order to reading order.

use unicode_bidi::{BidiClass, BidiInfo, Level, bidi_class};

/// Brackets that are mirrored in right-to-left text.
const PAIRS: [(char, char); 5] = [('(', ')'), ('[', ']'), ('{', '}'), ('<', '>'), ('«', '»')];

/// Returns true if a character belongs to a right-to-left script.
fn is_of_right(character: char) -> bool {
    matches!(bidi_class(character), BidiClass::R | BidiClass::AL)
}

/// Returns true if a part of a text is read from right to left.
pub(super) fn has_right(text: &str) -> bool {
    !text.is_ascii() && text.chars().any(is_of_right)
}

/// Returns true if most of the letters are read from right to left.
pub(super) fn is_from_right<'a>(texts: impl Iterator<Item = &'a str>) -> bool {
    let letters =
        texts.flat_map(str::chars).fold((0, 0), |(left, right), letter| match bidi_class(letter) {
            BidiClass::L => (left + 1, right),
            BidiClass::R | BidiClass::AL => (left, right + 1),
            _ => (left, right),
        });
    letters.1 > letters.0
}

/// Returns the indices of `signs`, which are in visual order from the start of their line, in reading order. Each comes
/// with true if the sign is a bracket that is displayed mirrored.
pub(super) fn read(signs: &[&str], from_right: bool) -> Vec<(usize, bool)> {
    let text = signs.concat();
    let base = if from_right { Level::rtl() } else { Level::ltr() };
    let info = BidiInfo::new(&text, Some(base));
    let starts = signs.iter().scan(0, |at, sign| {
        let start = *at;
        *at += sign.len();
        Some(start)
    });
    let level = |start: usize| info.levels.get(start).copied().unwrap_or(base).number();
    let mut levels: Vec<u8> = starts.map(level).collect();
    for at in 1..levels.len().saturating_sub(1) {
        // A number beside a left-to-right word belongs to it: "Windows 11".
        let beside = [at - 1, at + 1].map(|at| signs.get(at).and_then(|sign| sign.chars().next()));
        let is_word =
            |sign: &Option<char>| sign.is_some_and(|sign| bidi_class(sign) == BidiClass::L);
        let is_space = signs.get(at).is_some_and(|sign| sign.trim().is_empty());
        let are_above = [at - 1, at + 1].iter().all(|at| levels.get(*at) > Some(&base.number()));
        let is_joined = from_right && is_space && are_above && beside.iter().any(is_word);
        if let Some(level) = levels.get_mut(at).filter(|_| is_joined) {
            *level = base.number() + 1;
        }
    }
    // Text in the direction of the line is already in order.
    let above = levels.iter().map(|level| Level::new(level - base.number()).unwrap_or(base));
    let order = BidiInfo::reorder_visual(&above.collect::<Vec<_>>());
    let is_turned = |at: &usize| levels.get(*at).is_some_and(|level| level % 2 == 1);
    let seen = order.iter().filter(|at| is_turned(at)).filter_map(|at| signs.get(*at));
    let turned = seen.flat_map(|sign| sign.chars()).find_map(|sign| {
        PAIRS.iter().find_map(|(open, close)| match sign {
            _ if sign == *open => Some(false),
            _ if sign == *close => Some(true),
            _ => None,
        })
    });
    let is_turned = |at: &usize| turned == Some(true) && is_turned(at);
    order.iter().map(|at| (*at, is_turned(at))).collect()
}

/// Returns a text with its brackets mirrored.
pub(super) fn turned(text: &str) -> String {
    let turn = |sign: char| {
        let pair = PAIRS.iter().find(|(open, close)| [*open, *close].contains(&sign));
        pair.map_or(sign, |(open, close)| if sign == *open { *close } else { *open })
    };
    text.chars().map(turn).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the reading order of signs that are displayed from left to right.
    fn read_of(seen: &str) -> String {
        let from_right = is_from_right(std::iter::once(seen));
        let mut signs: Vec<String> = seen.chars().map(String::from).collect();
        if from_right {
            signs.reverse();
        }
        let signs: Vec<&str> = signs.iter().map(String::as_str).collect();
        let order = read(&signs, from_right).into_iter();
        order.map(|(at, is)| if is { turned(signs[at]) } else { signs[at].to_owned() }).collect()
    }

    #[test]
    fn numbers_and_latin_words_keep_their_direction() {
        assert_eq!(read_of("plain 12"), "plain 12");
        assert_eq!(read_of("םילקש 250 אוה"), "הוא 250 שקלים");
        assert_eq!(read_of("העשב 12:30 ףסכ"), "כסף 12:30 בשעה");
        assert_eq!(read_of("םלוע My Box םולש"), "שלום My Box עולם");
        assert_eq!(read_of("(מ) Office 7.5 םולש עם"), "םע שלום Office 7.5 (מ)");
        assert_eq!(read_of("The word םולש is"), "The word שלום is");
        assert_eq!(read_of("(בוט) םולש"), "שלום (טוב)");
    }
}
