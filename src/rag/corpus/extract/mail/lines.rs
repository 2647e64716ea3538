//! The lines of a mail's text: kept where their writer ended them, joined where they only had no more room.

use std::ops::RangeInclusive;

use mail_parser::{ContentType, MessagePart, MimeHeaders as _};

use crate::rag::corpus::statements::item;

/// The columns, in characters, at which programs begin a line of their own accord.
const COLUMNS: RangeInclusive<usize> = 50..=100;

/// The line above a signature; its space is not one that says that the line goes on.
const SIGNATURE: &str = "-- ";

/// The text of a part of a mail with the line breaks that were meant, and no others.
pub(super) fn meant(part: &MessagePart<'_>, text: &str) -> String {
    let kind = part.content_type();
    let has = |name: &str, value: &str| {
        let told = kind.and_then(|kind: &ContentType<'_>| kind.attribute(name));
        told.is_some_and(|told| told.eq_ignore_ascii_case(value))
    };
    if has("format", "flowed") {
        unflowed(text, has("delsp", "yes"))
    } else {
        unwrapped(text)
    }
}

/// A text whose lines go on where they end with a space; `is_extra` if that space is not of the text.
fn unflowed(text: &str, is_extra: bool) -> String {
    let mut joined = String::new();
    // The depth of quotation of the line that goes on.
    let mut open = None;
    for line in text.lines() {
        let rest = line.trim_start_matches('>');
        let depth = line.len() - rest.len();
        // A line that began with a space or a mark was given one more.
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        let is_signature = rest == SIGNATURE;
        if open.take() != Some(depth) || is_signature {
            let quoted = if depth > 0 { " " } else { "" };
            joined.push('\n');
            joined.push_str(&">".repeat(depth));
            joined.push_str(quoted);
        }
        let goes_on = rest.ends_with(' ') && !is_signature;
        open = goes_on.then_some(depth);
        let shown = rest.strip_suffix(' ').filter(|_| goes_on && is_extra);
        joined.push_str(shown.unwrap_or(rest));
    }
    joined
}

/// A text whose lines go on where the next word had no room.
fn unwrapped(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    // Words that are too long for any line, such as addresses, do not tell the room.
    let is_long = |word: &str| word.chars().count() >= *COLUMNS.start();
    let tells =
        |line: &&&str| line.contains(' ') && !is_apart(line) && !line.split(' ').any(is_long);
    let of_words = lines.iter().filter(tells);
    let room = of_words.map(|line| line.chars().count()).max();
    let room = room.filter(|room| COLUMNS.contains(room));
    let mut joined = String::new();
    let mut goes_on = false;
    for (at, line) in lines.iter().enumerate() {
        joined.push_str(if goes_on { line.trim_start() } else { line });
        let next = lines.get(at + 1).copied().unwrap_or_default();
        goes_on = room.is_some_and(|room| !fits(line, next, room));
        joined.push(if goes_on { ' ' } else { '\n' });
    }
    joined
}

/// True if the first word of `next` had room in `line`, or cannot have belonged there.
fn fits(line: &str, next: &str, room: usize) -> bool {
    let next = next.trim_start();
    let word = next.split(' ').next().unwrap_or_default();
    let together = line.chars().count() + 1 + word.chars().count();
    let is_blank = line.is_empty() || word.is_empty();
    is_blank || together <= room || is_apart(line) || is_apart(next) || item(next).is_some()
}

/// True for lines that are quoted, headings, or rows of a table.
fn is_apart(line: &str) -> bool {
    line.starts_with(['>', '#', '|'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_go_on_only_where_the_next_word_had_no_room() {
        let text = "The meeting about the harbour wall is on Tuesday at four o'clock, in\n\
            the upper room; please bring the plans that were sent round by Ann in\n\
            spring.\n\nBest regards\nAnn Smith\nHarbour Road 5\n12345 Tarn\n";
        let meant = "The meeting about the harbour wall is on Tuesday at four o'clock, in \
            the upper room; please bring the plans that were sent round by Ann in \
            spring.\n\nBest regards\nAnn Smith\nHarbour Road 5\n12345 Tarn\n";
        assert_eq!(unwrapped(text), meant);
    }

    #[test]
    fn a_long_address_does_not_tell_the_room() {
        let text = format!(
            "The meeting about the harbour wall is on Tuesday at four o'clock, in\nthe upper room.\n\n\
             Join: https://example.org/{}\n",
            "a".repeat(120)
        );
        assert!(unwrapped(&text).starts_with(
            "The meeting about the harbour wall is on Tuesday at four o'clock, in the upper room.\n\nJoin"
        ));
    }

    #[test]
    fn quotations_items_and_lines_without_a_common_end_stay_as_they_are() {
        let long = "word ".repeat(14);
        let apart = format!("{long}\n> quoted\n{long}\n- item\n{long}\n2. item\n{long}\n# head\n");
        assert_eq!(unwrapped(&apart).lines().count(), 8);
        for text in [
            "Rose\nTulip and\nLily\n".to_owned(),
            format!("{}\nb\n", "a ".repeat(90)),
        ] {
            assert_eq!(unwrapped(&text).lines().count(), text.lines().count());
        }
        let item = format!("- {long}\n  goes on\n");
        assert_eq!(unwrapped(&item), format!("- {} goes on\n", long.trim_end()));
    }

    #[test]
    fn a_flowed_text_goes_on_where_it_says_so() {
        let text = "Tea is \nat four.\nBring cups.\n> Is there \n> tea?\n>> Not \n> yet.\n From here\n-- \nAnn\n";
        let meant =
            "\nTea is at four.\nBring cups.\n> Is there tea?\n>> Not \n> yet.\nFrom here\n-- \nAnn";
        assert_eq!(unflowed(text, false), meant);
        assert_eq!(unflowed("Wo \nrt\n", true), "\nWort");
    }
}
