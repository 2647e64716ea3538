//! Tests that functions are short.

use super::{product, without_tests};

/// Maximum number of lines of a function, exclusive.
const MAX_FUNCTION: usize = 50;

/// Maximum median number of lines of a function.
const MEDIAN_FUNCTION: usize = 10;

/// Returns the functions of a file formatted by rustfmt: name and number of lines, without markup.
fn functions(text: &str) -> Vec<(String, usize)> {
    let lines: Vec<&str> = without_tests(text).lines().collect();
    let starts = lines.iter().enumerate().filter_map(|(at, line)| {
        let before = line.split("fn ").next()?;
        let words = ["pub", "const", "async", "pub(super)", "pub(crate)"];
        let begins = line.contains("fn ") && before.split_whitespace().all(|w| words.contains(&w));
        // A method of a trait may have no body.
        (begins && !line.ends_with(';')).then_some((at, line.len() - line.trim_start().len()))
    });
    starts
        .filter_map(|(at, indent)| {
            let is_at = |line: &&&str| line.len() - line.trim_start().len() == indent;
            // A method of a trait may have its arguments on separate lines.
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

/// Returns the number of lines inside of `view!`, which do not count.
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
