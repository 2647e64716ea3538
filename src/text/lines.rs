//! Line breaks of plain text, written so that Markdown keeps them.

use super::columns::{FENCE, fenced};

/// Returns the text as Markdown. If it `keeps_lines`, each line stays a line of its own, and columns stay aligned.
pub fn markdown(text: &str, keeps_lines: bool) -> String {
    if keeps_lines { with_breaks(&fenced(text)) } else { text.to_owned() }
}

fn with_breaks(text: &str) -> String {
    let mut with_breaks = String::new();
    let mut before = "";
    let mut is_code = false;
    for (at, line) in text.lines().enumerate() {
        let is_fence = line.starts_with(FENCE);
        if at > 0 {
            let is_literal = is_code || is_fence;
            with_breaks.push_str(if is_literal { "\n" } else { line_break(before, line) });
        }
        let words = line.trim_start();
        if !is_code && !before.is_empty() && is_underline(words) {
            with_breaks.push_str(line.get(..line.len() - words.len()).unwrap_or_default());
            with_breaks.push('\\');
            with_breaks.push_str(words);
        } else {
            with_breaks.push_str(line);
        }
        is_code ^= is_fence;
        before = line;
    }
    with_breaks
}

/// Returns the line break between two lines.
fn line_break(before: &str, line: &str) -> &'static str {
    if before.is_empty() || line.is_empty() {
        "\n"
    } else if before.starts_with('>') == line.starts_with('>') {
        "  \n"
    } else {
        // A quotation would absorb the next line.
        "\n\n"
    }
}

/// Returns true if Markdown would turn the previous line into a heading.
fn is_underline(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && ['-', '='].iter().any(|sign| line.chars().all(|c| c == *sign))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markdown::{Block, parse};

    fn shown(text: &str) -> Vec<String> {
        let blocks = parse(&with_breaks(text), &[], false).into_iter();
        let shown = blocks.map(|block| match block {
            Block::Paragraph(_) => block.plain(),
            Block::Quote(_) => format!("> {}", block.plain()),
            Block::List { items, .. } => format!("{} items", items.len()),
            other => format!("{other:?}"),
        });
        shown.collect()
    }

    #[test]
    fn every_line_is_shown_on_its_own() {
        assert_eq!(with_breaks("Ann\nRoad 5\n\nBo"), "Ann  \nRoad 5\n\nBo");
        assert_eq!(with_breaks(""), "");
        assert_eq!(shown("Bring:\n- cups\n- milk"), ["Bring:", "2 items"]);
    }

    #[test]
    fn a_signature_makes_no_heading_and_a_quotation_ends_with_its_lines() {
        assert_eq!(shown("Best regards\n--\nAnn").len(), 1);
        assert_eq!(shown("> Is there tea?\nYes."), ["> Is there tea?", "Yes."]);
        assert_eq!(with_breaks("Ann\n  --"), "Ann  \n  \\--");
    }

    #[test]
    fn columns_are_code() {
        let expected = "Rooms:\n\n```\nA   one\nB   two\n```\n\nThat is  \nall.";
        assert_eq!(markdown("Rooms:\n\nA   one\nB   two\n\nThat is\nall.", true), expected);
    }

    #[test]
    fn code_stays_as_it_is() {
        let code = "```\nname\n----\n\n  tea\n```";
        assert_eq!(with_breaks(code), code);
    }
}
