//! Text laid out in columns with spaces, as in manuals and in lists from old programs.

use std::collections::HashSet;

/// The fence around code in Markdown.
pub const FENCE: &str = "```";

/// Minimum number of spaces between columns: one separates words, and two follow some full stops.
const GAP: usize = 3;

/// Returns the text with fences around paragraphs in columns, so that their layout is kept.
pub fn fenced(text: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut paragraph: Vec<&str> = Vec::new();
    let mut is_code = false;
    for line in text.lines() {
        let is_fence = line.starts_with(FENCE);
        if is_code || is_fence || line.trim().is_empty() {
            close(&mut parts, &mut paragraph);
            parts.push(line.to_owned());
            is_code ^= is_fence;
        } else {
            paragraph.push(line);
        }
    }
    close(&mut parts, &mut paragraph);
    parts.join("\n")
}

/// Ends a paragraph.
fn close(parts: &mut Vec<String>, paragraph: &mut Vec<&str>) {
    let lines = std::mem::take(paragraph);
    match in_columns(&lines) {
        Some(lines) => parts.extend([FENCE.to_owned(), lines.join("\n"), FENCE.to_owned()]),
        None => parts.extend(lines.into_iter().map(str::to_owned)),
    }
}

/// Returns the lines of a paragraph in their layout, if two of them have words that begin in the same column after a
/// gap. The first line gets back the margin that it lost when it was cut out of a longer text.
fn in_columns(lines: &[&str]) -> Option<Vec<String>> {
    let (first, rest) = lines.split_first()?;
    let behind: Vec<HashSet<usize>> = rest.iter().map(|line| columns(line)).collect();
    let shared = |from: &HashSet<usize>| behind.iter().any(|other| !other.is_disjoint(from));
    let margin = rest.first().map_or(0, |line| line.len() - line.trim_start().len());
    let begins = columns(first);
    let moved: HashSet<usize> = begins.iter().map(|column| column + margin).collect();
    let lost = if shared(&begins) { 0 } else { margin };
    let among_rest = behind
        .iter()
        .enumerate()
        .any(|(at, one)| behind.iter().skip(at + 1).any(|other| !other.is_disjoint(one)));
    let is_laid_out = shared(&begins) || shared(&moved) || among_rest;
    let lost = if shared(&moved) { lost } else { 0 };
    is_laid_out.then(|| {
        let first = format!("{}{first}", " ".repeat(lost));
        std::iter::once(first).chain(rest.iter().map(|line| (*line).to_owned())).collect()
    })
}

/// Returns the columns, in characters, at which words begin after a gap. A tab advances to the next multiple of eight.
fn columns(line: &str) -> HashSet<usize> {
    const TAB: usize = 8;
    let mut columns = HashSet::new();
    let (mut column, mut blanks) = (0, 0);
    let margin = line.len() - line.trim_start().len();
    for (at, c) in line.char_indices() {
        let width = if c == '\t' { TAB - column % TAB } else { 1 };
        if c.is_whitespace() {
            blanks += if c == '\t' { GAP } else { 1 };
        } else {
            // A word after the margin does not follow a gap.
            if blanks >= GAP && at > margin {
                columns.insert(column);
            }
            blanks = 0;
        }
        column += width;
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_begin_in_one_column_stay_there() {
        let options = "-a   all files\n-l   a long list";
        assert_eq!(fenced(options), format!("```\n{options}\n```"));
        let around = format!("Options:\n\n{options}\n\nThe end.");
        assert_eq!(fenced(&around), format!("Options:\n\n```\n{options}\n```\n\nThe end."));
    }

    #[test]
    fn a_first_line_gets_the_margin_back_that_it_has_lost() {
        let cut = "-a   all files\n       -l   a long list";
        assert_eq!(fenced(cut), "```\n       -a   all files\n       -l   a long list\n```");
    }

    #[test]
    fn prose_and_code_stay_as_they_are() {
        for text in [
            "One.  Two.\nOne.  Three.",
            "So   it is.\nAs ever   it was.",
            "a   b",
            "-b\n\t      of\n\t      it",
        ] {
            assert_eq!(fenced(text), text);
        }
        let code = "```\na   b\nc   d\n```";
        assert_eq!(fenced(code), code);
    }
}
