//! Functions stay short.

use super::{product, without_tests};

/// Functions of this many lines do two things.
const MAX_FUNCTION: usize = 50;

/// Half of all functions have at most this many lines.
const MEDIAN_FUNCTION: usize = 10;

/// The functions of a file as rustfmt sets them: name and lines, without the lines of markup.
fn functions(text: &str) -> Vec<(String, usize)> {
    let lines: Vec<&str> = without_tests(text).lines().collect();
    let starts = lines.iter().enumerate().filter_map(|(at, line)| {
        let before = line.split("fn ").next()?;
        let words = ["pub", "const", "async", "pub(super)", "pub(crate)"];
        let begins = line.contains("fn ") && before.split_whitespace().all(|w| words.contains(&w));
        // One of a trait may have no body.
        (begins && !line.ends_with(';')).then_some((at, line.len() - line.trim_start().len()))
    });
    starts
        .filter_map(|(at, indent)| {
            let is_at = |line: &&&str| line.len() - line.trim_start().len() == indent;
            // One of a trait whose arguments stand on lines of their own.
            let closes = lines[at + 1..].iter().filter(|line| !line.is_empty()).find(is_at)?;
            if closes.ends_with(';') {
                return None;
            }
            let end = format!("{}}}", " ".repeat(indent));
            let length = lines[at..].iter().position(|line| *line == end)? + 1;
            let name = lines[at].split("fn ").nth(1)?.split(['(', '<']).next()?;
            let body = &lines[at..at + length];
            Some((name.to_owned(), length - markup(body)))
        })
        .collect()
}

/// The number of lines inside of `view!`: markup is one thing, however long.
fn markup(lines: &[&str]) -> usize {
    let Some(begin) = lines.iter().rposition(|line| line.trim() == "view! {") else {
        return 0;
    };
    let indent = lines[begin].len() - lines[begin].trim_start().len();
    let end = format!("{}}}", " ".repeat(indent));
    lines[begin..].iter().position(|line| *line == end).unwrap_or(0)
}

#[test]
fn functions_stay_short() {
    let mut lengths = Vec::new();
    for (name, text) in product() {
        for (function, length) in functions(&text) {
            assert!(
                length < MAX_FUNCTION,
                "{name}: `{function}` has {length} lines. A function is read in one glance: \
                 take out the step that has a name of its own.",
            );
            lengths.push(length);
        }
    }
    lengths.sort_unstable();
    let median = lengths[lengths.len() / 2];
    assert!(lengths.len() > 300, "the functions were found");
    assert!(
        median <= MEDIAN_FUNCTION,
        "half of all functions have {median} lines or more, over {MEDIAN_FUNCTION}. Short functions \
         with names save comments: split the longest of what was added.",
    );
}
