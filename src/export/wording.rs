//! Texts of exported documents besides the conversation, in the reader's language.

use footnote_client::words;
use time::OffsetDateTime;

/// Label after the name of a source that does not exist.
pub fn no_such_source() -> String {
    format!("({})", words::no_such_source())
}

/// Formats a time in seconds since 1970 as a day: `25 November 2026`; empty if out of range.
pub fn day(at: i64) -> String {
    let Ok(at) = OffsetDateTime::from_unix_timestamp(at) else {
        return String::new();
    };
    let month = usize::from(u8::from(at.month()));
    let month = words::months().split(' ').nth(month - 1).unwrap_or_default();
    words::day_of(u32::from(at.day()), month, &at.year().to_string())
}

/// Text for the table rows that a note does not name.
pub fn more_rows(more: usize) -> String {
    match more {
        0 => String::new(),
        10.. => format!(" {}", words::many_more_rows()),
        more => format!(" {}", words::more_rows(more)),
    }
}

#[cfg(test)]
mod tests {
    use footnote_client::Locale;

    use super::*;

    #[test]
    fn a_day_is_written_out() {
        assert_eq!(day(1_795_600_000), "25 November 2026");
        assert_eq!(day(i64::MAX), "");
        let german = Locale::of_code("de").unwrap();
        assert_eq!(words::in_locale(german, || day(1_795_600_000)), "25. November 2026");
    }
}
