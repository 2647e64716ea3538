//! The blocks of an answer: paragraphs, lists, tables and code.

use footnote_text::citation::{Piece, placed};
use footnote_text::table;

/// The fences of code.
const FENCES: [&str; 2] = ["```", "~~~"];

/// Minimum number of bytes of a line by which the marker of a list is told.
pub(super) const MARKER_LEN: usize = 5;

/// A block that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    /// Number of bytes up to its last sign.
    pub(super) end: usize,
    /// Number of bytes up to the next block.
    pub(super) next: usize,
}

/// Returns the first block of a text; `None` until the next one has begun.
pub(super) fn first_block(text: &str) -> Option<Block> {
    let (mut at, mut is_code, mut is_list, mut end) = (0, false, false, 0);
    for line in text.split_inclusive('\n') {
        let words = line.trim_end();
        let is_blank = words.trim_start().is_empty();
        let is_gap = !is_code && text.get(end..at).is_some_and(|gap| gap.matches('\n').count() > 1);
        if !is_blank && end > 0 && is_gap {
            let is_open = !line.ends_with('\n') && words.trim_start().len() < MARKER_LEN;
            if is_open {
                return None;
            }
            let goes_on = is_list && (is_item(line) || line.starts_with("  "));
            if !goes_on {
                return Some(Block { end, next: at });
            }
        }
        is_code ^= is_fence(line);
        is_list |= !is_code && is_item(line);
        at += line.len();
        if !is_blank {
            end = at - (line.len() - words.len());
        }
    }
    None
}

/// Returns true if a block may be given a citation: it cites nothing, and is neither code nor just a heading or
/// lead-in.
pub(super) fn may_cite(block: &str, known: &[String]) -> bool {
    let cites =
        || placed(block, known, true).iter().any(|(_, piece)| !matches!(piece, Piece::Text(_)));
    let is_code = block.lines().any(is_fence) || block.matches('`').count() % 2 == 1;
    let last = block.lines().last().unwrap_or_default().trim_end_matches(['*', '_']);
    let is_frame = last.starts_with('#') || last.ends_with([':', '：', '?', '？']);
    !is_code && !is_frame && !block.trim_start().starts_with('[') && !cites()
}

/// Returns the citation of a block. Below a table it is a paragraph of its own.
pub(super) fn citation(block: &str, source: &str) -> String {
    let is_table = block.lines().last().is_some_and(|line| table::is_row(line.trim_start()));
    format!("{}[{source}]", if is_table { "\n\n" } else { " " })
}

fn is_fence(line: &str) -> bool {
    FENCES.iter().any(|fence| line.trim_start().starts_with(fence))
}

/// Returns true if a line is a list item.
fn is_item(line: &str) -> bool {
    let line = line.trim_start();
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = digits.strip_prefix(['.', ')']).filter(|_| digits.len() < line.len());
    let item = numbered.or_else(|| line.strip_prefix(['-', '*', '+', '•']));
    item.is_some_and(|rest| rest.starts_with(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_ends_where_the_next_begins() {
        for (text, block) in [
            ("One.\nTwo.\n\nThree.", Some("One.\nTwo.")),
            ("One.\n\n", None),
            ("One.\n\n12", None),
            ("- One\n\n- Two\n\nThree.", Some("- One\n\n- Two")),
            ("1. One\n\n   more\n\nThree.", Some("1. One\n\n   more")),
            ("| a |\n|---|\n| b |\n \nThree.", Some("| a |\n|---|\n| b |")),
            ("```\na\n\nb\n```\n\nThree.", Some("```\na\n\nb\n```")),
            ("\n\nOne.\n\nThree.", Some("\n\nOne.")),
        ] {
            let found = first_block(text).map(|block| &text[..block.end]);
            assert_eq!(found, block, "{text:?}");
        }
    }
}
