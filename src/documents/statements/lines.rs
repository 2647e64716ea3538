//! The kinds of lines in a passage: headings, rows, items, prose.

use crate::lines::item;

/// The kind of a line of Markdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    Blank,
    Heading,
    Row,
    Item,
    Fence,
    Prose,
}

/// Returns the kind of a line, by its markup.
pub(super) fn line_kind(line: &str) -> LineKind {
    let line = line.trim();
    if line.is_empty() {
        LineKind::Blank
    } else if line.starts_with('#') && line.trim_start_matches('#').starts_with(' ') {
        LineKind::Heading
    } else if line.starts_with('|') {
        LineKind::Row
    } else if line.starts_with("```") {
        LineKind::Fence
    } else if item(line).is_some() {
        LineKind::Item
    } else {
        LineKind::Prose
    }
}

/// Returns the words of a heading, without its markup and its number.
pub(super) fn heading(line: &str) -> &str {
    let words = line.trim().trim_start_matches('#').trim();
    item(words).unwrap_or(words)
}

/// Returns true if `next` belongs to a block whose first line is of this kind.
pub(super) fn goes_on(kind: LineKind, next: &str) -> bool {
    match kind {
        LineKind::Row => line_kind(next) == LineKind::Row,
        LineKind::Fence => line_kind(next) != LineKind::Fence,
        LineKind::Prose | LineKind::Item => line_kind(next) == LineKind::Prose,
        LineKind::Blank | LineKind::Heading => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_by_how_they_begin() {
        for (line, kind) in [
            ("  ", LineKind::Blank),
            ("## Pay", LineKind::Heading),
            ("| a | b |", LineKind::Row),
            ("```sh", LineKind::Fence),
            ("12) Sign", LineKind::Item),
            ("#1 is best", LineKind::Prose),
            ("2024. A year", LineKind::Prose),
        ] {
            assert!(line_kind(line) == kind, "{line}");
        }
    }
}
