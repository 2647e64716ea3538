//! Groups stored conversations by the day of their last question, in the reader's time zone.

use super::Entry;

use crate::words;

/// Conversations under one heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The heading; empty for a list without headings.
    pub heading: String,
    /// The conversations, in order.
    pub entries: Vec<Entry>,
}

/// Groups consecutive entries under headings. `day` numbers the days, from any start; `month` returns the name of a
/// time's month with the year.
pub fn by_date(
    entries: Vec<Entry>,
    now: u64,
    day: impl Fn(u64) -> i64,
    month: impl Fn(u64) -> String,
) -> Vec<Group> {
    let today = day(now);
    let mut groups: Vec<Group> = Vec::new();
    for entry in entries {
        let at = entry.at;
        let heading = match heading(today - day(at)) {
            _ if entry.pinned => words::pinned().to_owned(),
            Some(heading) => heading.to_owned(),
            None => month(at),
        };
        match groups.iter_mut().find(|group| group.heading == heading) {
            Some(group) => group.entries.push(entry),
            None => groups.push(Group { heading, entries: vec![entry] }),
        }
    }
    // Pinned conversations come first, whenever they were used.
    groups.sort_by_key(|group| group.heading != words::pinned());
    groups
}

/// Returns the heading for this many days ago; `None` if it is a month. Days in the future occur if the clock was set
/// back.
fn heading(days: i64) -> Option<&'static str> {
    match days {
        ..=0 => Some(words::today()),
        1 => Some(words::yesterday()),
        2..=7 => Some(words::last_week()),
        8..=30 => Some(words::last_month()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(at: u64) -> i64 {
        i64::try_from(at).unwrap()
    }

    /// Returns a calendar whose months all have thirty days.
    fn month(at: u64) -> String {
        format!("Month {} of {}", at / 30 % 12 + 1, 2000 + at / 360)
    }

    fn headings(days_ago: &[u64]) -> Vec<(String, usize)> {
        let now = 1000;
        let entries = days_ago.iter().map(|ago| Entry { at: now - ago, ..Entry::default() });
        let groups = by_date(entries.collect(), now, day, month).into_iter();
        let counted = groups.map(|group| (group.heading, group.entries.len()));
        counted.collect()
    }

    #[test]
    fn conversations_stand_below_the_time_of_their_last_answer() {
        let counted = headings(&[0, 0, 1, 2, 7, 8, 30, 31, 40, 400]);
        let expected = [
            ("Today", 2),
            ("Yesterday", 1),
            ("Previous 7 days", 2),
            ("Previous 30 days", 2),
            ("Month 9 of 2002", 2),
            ("Month 9 of 2001", 1),
        ];
        assert_eq!(counted, expected.map(|(heading, count)| (heading.to_owned(), count)));
    }

    #[test]
    fn a_time_that_is_still_to_come_is_of_today() {
        assert_eq!(heading(-4), Some("Today"));
    }

    #[test]
    fn each_heading_stands_once_whatever_the_order() {
        let counted = headings(&[1, 0, 1]);
        assert_eq!(counted, [("Yesterday".to_owned(), 2), ("Today".to_owned(), 1)]);
    }
}
