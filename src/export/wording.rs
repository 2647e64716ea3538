//! What stands on paper beside the words of a conversation.

use time::OffsetDateTime;

/// The heading above the footnotes.
pub const FOOTNOTES: &str = "Footnotes";

/// Stands in the place of an answer that its reader may not see.
pub const WITHHELD: &str = "This answer is withheld: it rests on documents that you may not read, or that are no longer there.";

/// Stands where there is no answer.
pub const UNANSWERED: &str = "There is no answer.";

/// Stands behind an answer that its reader stopped.
pub const STOPPED: &str = "This answer was stopped before its end.";

/// Stands behind the name of a source that there is not.
pub const NO_SUCH_SOURCE: &str = "(no such source)";

/// A time in seconds since 1970 as a day: `25 November 2026`; empty if there is no such day.
pub fn day(at: i64) -> String {
    let Ok(at) = OffsetDateTime::from_unix_timestamp(at) else {
        return String::new();
    };
    format!("{} {} {}", at.day(), at.month(), at.year())
}

/// The rows of a table that a note does not name.
pub fn more_rows(more: usize) -> String {
    match more {
        0 => String::new(),
        1 => " and 1 more row".to_owned(),
        10.. => " and many more rows".to_owned(),
        more => format!(" and {more} more rows"),
    }
}

/// The quoted words of a note.
pub fn quoted(words: &str) -> String {
    format!("“{words}”")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_written_out() {
        assert_eq!(day(1_795_600_000), "25 November 2026");
        assert_eq!(day(i64::MAX), "");
    }
}
