//! Citations by number as a model writes them, `[3]`, replaced with the names of their sources while the text streams.

use std::fmt::Write as _;

/// Maximum length of a bracket with numbers, in bytes.
const MAX_LEN: usize = 48;

/// Maximum number of digits of a citation's number. Years have more.
const MAX_DIGITS: usize = 3;

/// Replaces citations by number with names in the text of an answer. Code is left alone, and so are brackets with
/// anything but numbers. Text is held back only while a bracket or a run of backticks may continue.
#[derive(Debug, Default)]
pub struct CitationNumbers {
    names: Vec<String>,
    /// Number of spaces held back. They are dropped if the citation after them is.
    blanks: usize,
    /// The text after them that is held back; it begins with a bracket or backticks.
    held: String,
    /// Number of backticks that opened the current code; 0 outside of code.
    fence: usize,
    /// True at the beginning of a line.
    at_line_start: bool,
}

impl CitationNumbers {
    /// Creates a replacer for citations of these names by their numbers, counted from 1.
    pub fn new(names: Vec<String>) -> Self {
        Self { names, ..Self::default() }
    }

    /// Takes the next piece and returns the text that can be shown now.
    pub fn push(&mut self, piece: &str) -> String {
        let mut shown = String::with_capacity(piece.len());
        for c in piece.chars() {
            self.take(c, &mut shown);
        }
        shown
    }

    /// Ends the text and returns what is still to be shown.
    pub fn finish(&mut self) -> String {
        let mut shown = String::new();
        self.release(&mut shown);
        shown
    }

    fn take(&mut self, c: char, shown: &mut String) {
        match self.held.chars().next() {
            None | Some('`') if c == '`' => self.held.push(c),
            Some('`') => {
                self.turn_fence(self.held.len());
                self.release(shown);
                self.take(c, shown);
            }
            Some(_) => self.take_in_bracket(c, shown),
            None if c == '[' && self.fence == 0 => self.held.push(c),
            None if c == ' ' && self.fence == 0 => self.blanks += 1,
            None => {
                self.release(shown);
                // Inline code ends with its paragraph, closed or not.
                if c == '\n' && self.at_line_start && self.fence < 3 {
                    self.fence = 0;
                }
                shown.push(c);
            }
        }
        self.at_line_start = c == '\n' || (self.at_line_start && c == ' ');
    }

    fn take_in_bracket(&mut self, c: char, shown: &mut String) {
        if c == ']' {
            if let Some(numbers) = numbers(self.held.get(1..).unwrap_or_default()) {
                self.cite(&numbers, shown);
            } else {
                self.held.push(c);
                self.release(shown);
            }
        } else if is_of_numbers(c) && self.held.len() < MAX_LEN {
            self.held.push(c);
        } else {
            self.release(shown);
            self.take(c, shown);
        }
    }

    /// Shows what was held back.
    fn release(&mut self, shown: &mut String) {
        shown.extend(std::iter::repeat_n(' ', std::mem::take(&mut self.blanks)));
        shown.push_str(&self.held);
        self.held.clear();
    }

    fn cite(&mut self, numbers: &[usize], shown: &mut String) {
        self.held.clear();
        let name = |number: &usize| self.names.get(number.checked_sub(1)?);
        let names: Vec<&String> = numbers.iter().filter_map(name).collect();
        for name in &names {
            let _ = write!(self.held, "[{name}]");
        }
        if names.is_empty() {
            // "It is so [99]." becomes "It is so."
            self.blanks = 0;
        }
        self.release(shown);
    }

    fn turn_fence(&mut self, run: usize) {
        match self.fence {
            0 => self.fence = run,
            open if open == run || (open >= 3 && run >= open) => self.fence = 0,
            _ => {}
        }
    }
}

/// Returns true for characters that may occur in a bracket of numbers.
fn is_of_numbers(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, ',' | ';' | ' ' | '-' | '–')
}

/// Returns the numbers in a bracket, with ranges expanded; `None` if it contains anything else.
fn numbers(inside: &str) -> Option<Vec<usize>> {
    let number = |text: &str| {
        let text = text.trim();
        let is_number = (1..=MAX_DIGITS).contains(&text.len());
        text.parse::<usize>().ok().filter(|_| is_number)
    };
    let mut all = Vec::new();
    for part in inside.split([',', ';']) {
        match part.split_once(['-', '–']) {
            Some((first, last)) => {
                let (first, last) = (number(first)?, number(last)?);
                all.extend(first..=last.clamp(first, first + MAX_DIGITS));
            }
            None => all.push(number(part)?),
        }
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn named(pieces: &[&str]) -> String {
        let names = ["a.md", "b.pdf#page=2"].map(str::to_owned);
        let mut numbers = CitationNumbers::new(names.into());
        let mut text: String = pieces.iter().map(|piece| numbers.push(piece)).collect();
        text.push_str(&numbers.finish());
        text
    }

    #[test]
    fn numbers_become_names_and_those_of_no_source_go() {
        for (written, shown) in [
            ("Ten days [1].", "Ten days [a.md]."),
            ("Ten [1, 2] or [1][2].", "Ten [a.md][b.pdf#page=2] or [a.md][b.pdf#page=2]."),
            ("All of it [1-2].", "All of it [a.md][b.pdf#page=2]."),
            ("So it is [9].", "So it is."),
            ("Both [1; 9].", "Both [a.md]."),
        ] {
            assert_eq!(named(&[written]), shown);
        }
    }

    #[test]
    fn other_brackets_and_code_stay() {
        for text in [
            "- [ ] to do, [x] done, [2024] and [b.pdf#page=2], [see] [",
            "Write `list[1]` or\n```\nx[2]\n```\n",
            "``a ` [1]`` b",
        ] {
            assert_eq!(named(&[text]), text);
        }
        assert_eq!(named(&["An odd ` sign.\n\nThen [1]."]), "An odd ` sign.\n\nThen [a.md].");
    }

    proptest! {
        #[test]
        fn where_a_text_is_cut_makes_no_difference(
            text in r"([a`\[\]1 2,;9-]|\n|\PC){0,60}",
            cuts in prop::collection::vec(0_usize..60, 0..8),
        ) {
            let mut at: Vec<usize> = cuts.iter().map(|cut| text.floor_char_boundary(*cut)).collect();
            at.extend([0, text.len()]);
            at.sort_unstable();
            let pieces: Vec<&str> = at.windows(2).map(|cut| &text[cut[0]..cut[1]]).collect();
            prop_assert_eq!(named(&pieces), named(&[&text]));
        }
    }
}
