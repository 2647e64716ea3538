//! The kinds of a passage's lines: headings, rows, items, prose.

/// The kind of a line of Markdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    Blank,
    Heading,
    Row,
    Item,
    Fence,
    Prose,
}

/// The kind of a line, by its marks.
pub(super) fn line_kind(line: &str) -> Line {
    let line = line.trim();
    if line.is_empty() {
        Line::Blank
    } else if line.starts_with('#') && line.trim_start_matches('#').starts_with(' ') {
        Line::Heading
    } else if line.starts_with('|') {
        Line::Row
    } else if line.starts_with("```") {
        Line::Fence
    } else if item(line).is_some() {
        Line::Item
    } else {
        Line::Prose
    }
}

/// The words of a list item behind its marker.
pub(crate) fn item(line: &str) -> Option<&str> {
    let bullet = ["- ", "* ", "+ ", "• "].iter().find_map(|mark| line.strip_prefix(mark));
    bullet.or_else(|| {
        let (number, rest) = line.split_once(['.', ')'])?;
        let is_number =
            (1..=3).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit());
        rest.strip_prefix(' ').filter(|_| is_number)
    })
}

/// The words of a heading, without its marks and its number.
pub(super) fn heading(line: &str) -> &str {
    let words = line.trim().trim_start_matches('#').trim();
    item(words).unwrap_or(words)
}

/// True if `next` belongs to a block whose first line is of this kind.
pub(super) fn goes_on(kind: Line, next: &str) -> bool {
    match kind {
        Line::Row => line_kind(next) == Line::Row,
        Line::Fence => line_kind(next) != Line::Fence,
        Line::Prose | Line::Item => line_kind(next) == Line::Prose,
        Line::Blank | Line::Heading => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_by_how_they_begin() {
        for (line, kind) in [
            ("  ", Line::Blank),
            ("## Pay", Line::Heading),
            ("| a | b |", Line::Row),
            ("```sh", Line::Fence),
            ("12) Sign", Line::Item),
            ("#1 is best", Line::Prose),
            ("2024. A year", Line::Prose),
        ] {
            assert!(line_kind(line) == kind, "{line}");
        }
    }
}
