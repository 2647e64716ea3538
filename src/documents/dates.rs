//! Dates within texts, and the date that a document has by its name.

use footnote_text::analysis::in_full;

use crate::table::period::Period;

/// Maximum number of words of a date: `12 September 2024`.
const MAX_WORDS: usize = 3;

/// Words and endings within dates: `12th of September 2024`, `12 de septiembre de 2024`.
const WITHIN: [&str; 7] = ["st", "nd", "rd", "th", "of", "de", "del"];

/// Returns the day, month or year of a document by its name, title and folders. The name comes first; the others only
/// make it more exact.
pub fn of_document(path: &str, title: &str) -> Option<Period> {
    let is_ending = |end: &str| end.contains(char::is_alphabetic);
    let without_ending = path.rsplit_once('.').filter(|(_, end)| is_ending(end));
    let mut names = without_ending.map_or(path, |(rest, _)| rest).rsplit('/');
    let texts = names.next().into_iter().chain([title]).chain(names);
    texts.flat_map(in_text).reduce(
        |known, other| {
            if other.within(known) == Some(true) { other } else { known }
        },
    )
}

/// Returns the days, months and years that a text names.
pub fn in_text(text: &str) -> Vec<Period> {
    if !text.contains(|c: char| c.is_ascii_digit()) {
        return Vec::new();
    }
    let text = spaced(&in_full(text));
    let words = text.split(' ').filter(|word| !word.is_empty() && !WITHIN.contains(word));
    let words: Vec<String> = words.map(with_hyphens).collect();
    let mut rest = words.as_slice();
    let mut found = Vec::new();
    while let [_, after @ ..] = rest {
        let longest = (1..=MAX_WORDS).rev().find_map(|count| {
            let (date, after) = rest.split_at_checked(count)?;
            Some((Period::of(&date.join(" "), None)?, after))
        });
        found.extend(longest.map(|(period, _)| period));
        rest = longest.map_or(after, |(_, after)| after);
    }
    found
}

/// Returns a period in words for an index: `2024`, `2024-09` and `2024-09-12`, as far as it is so exact.
pub fn terms(period: Period) -> Vec<String> {
    let Period { from, to } = period;
    let (year, month, day) = (from / 10_000, from / 100 % 100, from % 100);
    let mut terms = vec![year.to_string()];
    if from / 100 == to / 100 {
        terms.push(format!("{year}-{month:02}"));
    }
    if from == to {
        terms.push(format!("{year}-{month:02}-{day:02}"));
    }
    terms
}

/// Returns the text with spaces between letters and digits, and instead of signs that are not between digits.
fn spaced(text: &str) -> String {
    let mut spaced = String::with_capacity(text.len());
    let mut before = ' ';
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let is_digit = |c: &char| c.is_ascii_digit();
        let is_between = is_digit(&before) && rest.peek().is_some_and(is_digit);
        if c.is_alphanumeric() {
            if before.is_alphanumeric() && is_digit(&before) != is_digit(&c) {
                spaced.push(' ');
            }
            spaced.push(c);
        } else {
            spaced.push(match c {
                '_' if is_between => '-',
                '-' | '.' | '/' if is_between => c,
                _ => ' ',
            });
        }
        before = c;
    }
    spaced
}

/// Returns `20240912` and `2024.09.12` as `2024-09-12`, and other words as they are.
fn with_hyphens(word: &str) -> String {
    let Some((year, rest)) = word.split_at_checked(4) else {
        return word.to_owned();
    };
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    match rest.split_at_checked(2) {
        Some((month, day)) if is_number(word) && word.len() == 8 => {
            format!("{year}-{month}-{day}")
        }
        _ if is_number(year) && rest.starts_with('.') => word.replace('.', "-"),
        _ => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Vec<String> {
        in_text(text).into_iter().map(|period| period.to_string()).collect()
    }

    fn dated(path: &str, title: &str) -> Option<String> {
        of_document(path, title).map(|period| period.to_string())
    }

    #[test]
    fn a_date_is_found_in_any_usual_form() {
        for text in [
            "Minutes (September 12, 2024).",
            "am 12. September 2024 beschlossen",
            "el 12 de septiembre de 2024",
            "the 12th of Sept. 2024",
            "board-2024-09-12-final",
            "report_20240912",
            "2024_09_12 2024.09.12",
            "12Sep2024",
            "on 12.09.2024?",
        ] {
            let found = read(text);
            assert!(!found.is_empty() && found.iter().all(|date| date == "2024-09-12"), "{text}");
        }
        assert_eq!(read("from sept 2024 to FY08"), ["2024-09", "2008"]);
    }

    #[test]
    fn what_is_no_date_or_may_be_two_is_not_found() {
        for text in ["", "1/2/2024", "version 3.5", "12345678", "May", "room 12", "2024-13-01"] {
            assert_eq!(read(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn a_document_is_dated_by_its_name_and_more_exactly_by_what_else_agrees() {
        for (path, title, date) in [
            ("minutes/2024-09-12.md", "", Some("2024-09-12")),
            ("Minutes Sept 2024.docx", "", Some("2024-09")),
            ("FY08/plan.xlsx", "Plan", Some("2008")),
            ("report 2024.pdf", "Report of 12 September 2024", Some("2024-09-12")),
            ("report 2024.pdf", "What changed since 3 May 2019", Some("2024")),
            ("notes.2024", "", Some("2024")),
            ("plan.md", "The plan", None),
        ] {
            assert_eq!(dated(path, title).as_deref(), date, "{path} {title}");
        }
    }

    #[test]
    fn a_term_is_as_exact_as_its_date() {
        let terms = |text: &str| in_text(text).into_iter().flat_map(terms).collect::<Vec<_>>();
        assert_eq!(terms("12 May 2024"), ["2024", "2024-05", "2024-05-12"]);
        assert_eq!(terms("May 2024"), ["2024", "2024-05"]);
        assert_eq!(terms("FY24"), ["2024"]);
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "[0-9a-zé/._ 月-]{0,40}") {
            in_text(&text);
            of_document(&text, &text);
        }
    }
}
