//! The kept conversations by the day of their last question, on the reader's calendar.

use super::Entry;

/// A day on the reader's calendar.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Day {
    /// Counts the days, from any one on.
    pub number: i64,
    /// The month with its year: `May 2026`.
    pub month: String,
}

/// Conversations that stand below one heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The heading; empty for a list without any.
    pub heading: String,
    /// The conversations, in their order.
    pub entries: Vec<Entry>,
}

/// Puts entries that follow each other in time below headings; `day` tells the day of a time.
pub fn by_date(entries: Vec<Entry>, now: u64, day: impl Fn(u64) -> Day) -> Vec<Group> {
    let today = day(now);
    let mut groups: Vec<Group> = Vec::new();
    for entry in entries {
        let heading = heading(&today, day(entry.asked_at()));
        match groups.iter_mut().find(|group| group.heading == heading) {
            Some(group) => group.entries.push(entry),
            None => groups.push(Group {
                heading,
                entries: vec![entry],
            }),
        }
    }
    groups
}

/// The heading over what is of this day; a clock that was put back leaves days that are still to come.
fn heading(today: &Day, day: Day) -> String {
    match today.number - day.number {
        ..=0 => "Today".to_owned(),
        1 => "Yesterday".to_owned(),
        2..=7 => "Previous 7 days".to_owned(),
        8..=30 => "Previous 30 days".to_owned(),
        _ => day.month,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A calendar of months with thirty days.
    fn day(at: u64) -> Day {
        Day {
            number: i64::try_from(at).unwrap(),
            month: format!("Month {} of {}", at / 30 % 12 + 1, 2000 + at / 360),
        }
    }

    fn headings(days_ago: &[u64]) -> Vec<(String, usize)> {
        let now = 1000;
        let entries = days_ago.iter().map(|ago| Entry {
            at: now - ago,
            ..Entry::default()
        });
        let groups = by_date(entries.collect(), now, day).into_iter();
        let told = groups.map(|group| (group.heading, group.entries.len()));
        told.collect()
    }

    #[test]
    fn conversations_stand_below_the_time_of_their_last_answer() {
        let told = headings(&[0, 0, 1, 2, 7, 8, 30, 31, 40, 400]);
        let expected = [
            ("Today", 2),
            ("Yesterday", 1),
            ("Previous 7 days", 2),
            ("Previous 30 days", 2),
            ("Month 9 of 2002", 2),
            ("Month 9 of 2001", 1),
        ];
        assert_eq!(
            told,
            expected.map(|(heading, count)| (heading.to_owned(), count))
        );
    }

    #[test]
    fn a_time_that_is_still_to_come_is_of_today() {
        assert_eq!(heading(&day(5), day(9)), "Today");
    }

    #[test]
    fn what_is_said_of_an_answer_later_makes_it_no_younger() {
        let judged = Entry {
            at: 1000,
            asked: 999,
            ..Entry::default()
        };
        let groups = by_date(vec![judged], 1000, day);
        assert_eq!(groups[0].heading, "Yesterday");
    }

    #[test]
    fn each_heading_stands_once_whatever_the_order() {
        let told = headings(&[1, 0, 1]);
        assert_eq!(told, [("Yesterday".to_owned(), 2), ("Today".to_owned(), 1)]);
    }
}
