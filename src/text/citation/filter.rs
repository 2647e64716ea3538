//! Removing invented citations from an answer, chunk by chunk while it is streamed.

use std::ops::Range;

use super::{Piece, code, pieces_from};

/// Maximum number of bytes held back for an open bracket.
const MAX_HELD_BYTES: usize = 300;

/// A filter for readers without footnote marks: it removes invented sources together with the spaces before them. The
/// result does not depend on the boundaries of the chunks.
#[derive(Debug, Default)]
pub struct CitationFilter {
    known: Vec<String>,
    text: String,
    /// Number of bytes of the text that have been released or removed.
    released: usize,
}

impl CitationFilter {
    /// Returns an empty answer that may cite the sources in `known`.
    pub fn new(known: Vec<String>) -> Self {
        Self { known, ..Self::default() }
    }

    /// Processes the next chunk; returns the text that can be shown so far.
    pub fn push(&mut self, piece: &str) -> String {
        self.text.push_str(piece);
        self.take(self.released + final_length(self.text.get(self.released..).unwrap_or_default()))
    }

    /// Returns the text held back, when the answer has ended or something else follows.
    pub fn finish(&mut self) -> String {
        self.take(self.text.len())
    }

    /// Releases the text up to `end`.
    fn take(&mut self, end: usize) -> String {
        let from = std::mem::replace(&mut self.released, end);
        let text = self.text.get(..end).unwrap_or_default();
        let new = text.get(from..).unwrap_or_default();
        if !new.contains('[') {
            return new.to_owned();
        }
        let mut filtered = String::with_capacity(new.len());
        for (_, piece) in pieces_from(text, from, &within_code(text, from), &self.known, false) {
            match piece {
                Piece::Text(text) => filtered.push_str(&text),
                Piece::Citation(source) => filtered.extend(["[", &source, "]"]),
                Piece::Invented(_) => filtered.truncate(filtered.trim_end_matches(' ').len()),
            }
        }
        filtered
    }
}

/// Returns the length of the text that later text cannot change. It ends before a bracket that is open or may be
/// followed by an address, or before spaces that may precede a bracket.
fn final_length(text: &str) -> usize {
    let open = open_bracket(text).filter(|open| text.len() - open < MAX_HELD_BYTES);
    let before = text.get(..open.unwrap_or(text.len())).unwrap_or_default();
    before.trim_end_matches(' ').len()
}

/// Returns the last bracket, if it is open or its address may continue.
fn open_bracket(text: &str) -> Option<usize> {
    let open = text.rfind('[')?;
    let rest = text.get(open..).unwrap_or_default();
    let (_, after) = rest.split_once(']').unwrap_or_default();
    let is_open = after.is_empty() || (after.starts_with('(') && !after.contains(')'));
    is_open.then_some(open)
}

/// Returns the brackets from byte `from` on that open inside code, judged by the text before them.
fn within_code(text: &str, from: usize) -> Vec<Range<usize>> {
    let brackets = text.char_indices().filter(|(at, c)| *c == '[' && *at >= from);
    let within = brackets.filter(|(at, _)| is_code(text.get(..=*at).unwrap_or_default()));
    within.map(|(at, _)| at..at + 1).collect()
}

/// Returns true if the last character of `text` is in a code block, or follows an open backtick in its line.
fn is_code(text: &str) -> bool {
    let last = text.len().saturating_sub(1);
    let line = text.rfind('\n').map_or(0, |end| end + 1);
    let ticks = text.get(line..).unwrap_or_default().matches('`').count();
    ticks % 2 == 1 || code(text).iter().any(|range| range.contains(&last))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns the text shown for an answer that arrives in `pieces`.
    fn shown<'a>(pieces: impl IntoIterator<Item = &'a str>) -> String {
        let mut filtered =
            CitationFilter::new(vec!["a b.pdf#page=2".to_owned(), "leave.md".to_owned()]);
        let mut shown: String = pieces.into_iter().map(|piece| filtered.push(piece)).collect();
        shown.push_str(&filtered.finish());
        shown
    }

    #[test]
    fn an_invented_source_is_left_out_with_the_space_before_it() {
        let whole = "30 days [ghost.md], or 20 [leave.md] [plan.pdf#page=9].";
        assert_eq!(shown([whole]), "30 days, or 20 [leave.md].");
    }

    #[test]
    fn brackets_that_name_no_file_and_code_stay() {
        for whole in ["[sic] and [1]", "`[ghost.md]` is a link", "```\n[ghost.md]\n```\n", "[open"]
        {
            assert_eq!(shown([whole]), whole);
        }
    }

    #[test]
    fn an_image_of_another_site_is_no_source() {
        let whole = "![ghost.png](https://x.y/z.png)";
        assert_eq!(shown([whole]), whole);
    }

    #[test]
    fn a_bracket_that_never_closes_is_not_held_for_ever() {
        let mut filtered = CitationFilter::new(Vec::new());
        let mut shown = filtered.push("so [");
        shown.push_str(&filtered.push(&"x".repeat(MAX_HELD_BYTES)));
        assert_eq!(shown.len(), "so [".len() + MAX_HELD_BYTES);
    }

    proptest! {
        #[test]
        fn the_text_is_the_same_wherever_it_is_cut(
            parts in prop::collection::vec(
                prop::sample::select(vec![
                    "word ", " ", "[ghost.md]", "[leave.md]", "[a%20b.pdf#page=2]", "`", "\n", "é",
                    "(x)", "(https://x.y/a)", "![", "]", "[", "; plan.pdf#page=3]", "```\n",
                ]),
                0..12,
            ),
            cut in any::<prop::sample::Index>(),
        ) {
            let whole = parts.concat();
            let at = whole.floor_char_boundary(cut.index(whole.len() + 1));
            let (before, after) = whole.split_at(at);
            prop_assert_eq!(shown([before, after]), shown(whole.split_inclusive(|_| true)));
        }
    }
}
