//! Line breaks of text: breaks by the writer are kept, breaks by automatic wrapping are joined.

use std::ops::RangeInclusive;

use footnote_documents::lines::item;

/// Line lengths, in characters, at which programs wrap text; shorter lines are those of lists and addresses.
const COLUMNS: RangeInclusive<usize> = 60..=100;

/// Returns a text with its wrapped lines joined.
pub(super) fn unwrapped(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    // Lines with words that fit in no line, such as addresses, do not show the wrapping length.
    let is_long = |word: &str| word.chars().count() >= *COLUMNS.start();
    let is_full_text =
        |line: &&&str| line.contains(' ') && !is_apart(line) && !line.split(' ').any(is_long);
    let of_words = lines.iter().filter(is_full_text);
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

/// Returns true if the first word of `next` would have fitted into `line`, or cannot belong there.
fn fits(line: &str, next: &str, room: usize) -> bool {
    let next = next.trim_start();
    let word = next.split(' ').next().unwrap_or_default();
    let together = line.chars().count() + 1 + word.chars().count();
    let is_blank = line.is_empty() || word.is_empty();
    is_blank
        || together <= room
        || is_apart(line)
        || is_apart(next)
        || item(next).is_some()
        || are_entries(line, next)
}

/// Returns true if both lines are records, or begin with a number, like those of a log.
fn are_entries(line: &str, next: &str) -> bool {
    let is_numbered = |line: &str| line.starts_with(|c: char| c.is_ascii_digit());
    (is_numbered(line) && is_numbered(next)) || are_records(line, next)
}

/// Separators of values, as in a phone list saved as text.
const SEPARATORS: [char; 3] = [';', '\t', '|'];

/// Returns true if both lines have one separator equally often. Two make three values; a single semicolon may be prose.
fn are_records(line: &str, next: &str) -> bool {
    let count = |line: &str, separator| line.matches(separator).count();
    SEPARATORS.iter().any(|it| count(line, *it) >= 2 && count(line, *it) == count(next, *it))
}

/// Returns true for quoted lines, headings, and rows of a table, even one with columns separated by blanks.
fn is_apart(line: &str) -> bool {
    line.starts_with(['>', '#', '|']) || line.contains('\t') || line.trim_start().contains("   ")
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
    fn records_and_the_lines_of_a_log_are_not_joined() {
        for text in [
            "Schmidt, Jörg;Room C 2.11;Phone 377;Finance and Control\n\
             Müller, Anna;Room C 2.12;Phone 378;Human Resources Dept\n",
            "2026-05-01 12:00:01 the pump at the harbour wall was started\n\
             2026-05-01 12:00:09 the pump at the harbour wall was stopped\n",
        ] {
            assert_eq!(unwrapped(text), text);
        }
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
        for text in ["Rose\nTulip and\nLily\n".to_owned(), format!("{}\nb\n", "a ".repeat(90))] {
            assert_eq!(unwrapped(&text).lines().count(), text.lines().count());
        }
        let rows = "Old Mill     Sunday closed      Monday from nine to five o'clock\n".repeat(3);
        assert_eq!(unwrapped(&rows), rows);
        let item = format!("- {long}\n  goes on\n");
        assert_eq!(unwrapped(&item), format!("- {} goes on\n", long.trim_end()));
    }
}
