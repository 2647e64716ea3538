//! The words of a document: they tell whether a hyphen at a line's end belongs to its word.

use std::collections::HashSet;

use super::lines::Line;

/// The characters that hyphenate.
pub(super) const HYPHENS: [char; 3] = ['-', '\u{2010}', '\u{ad}'];

/// The words of a document, and what it does with them at the ends of lines.
#[derive(Default)]
pub(super) struct Words {
    /// Every word that stands inside a line, in lower case; compounds with their hyphens as well.
    known: HashSet<String>,
    /// True if it breaks lines at the hyphens of its words and does not divide words: so where the words that
    /// are known tell it in most places.
    keeps: bool,
}

impl Words {
    pub(super) fn of<'a>(lines: impl Iterator<Item = &'a Line>) -> Self {
        let mut words = Self::default();
        let mut broken = Vec::new();
        let mut last = String::new();
        for line in lines {
            let text = line.text();
            for token in text.split_whitespace() {
                words.learn(token);
            }
            let before = last.strip_suffix(HYPHENS);
            if let Some(before) = before.filter(|it| it.ends_with(char::is_alphabetic)) {
                broken.push(Halves::of(before, &text));
            }
            last = text;
        }
        let told = broken.iter().filter_map(|halves| words.told(halves));
        let (kept, joined): (Vec<bool>, Vec<bool>) = told.partition(|keeps| *keeps);
        words.keeps = kept.len() > joined.len();
        words
    }

    fn learn(&mut self, token: &str) {
        let token = token.trim_matches(|c: char| !c.is_alphanumeric() && c != '-');
        // The last word of a line may be half of one, the first as well.
        if !token.ends_with(HYPHENS) {
            self.known
                .extend(token.split(HYPHENS).map(str::to_lowercase));
            self.known.insert(token.to_lowercase());
        }
    }

    /// True if the hyphen between `before` and `next` belongs to the word: the document has the
    /// word with a hyphen elsewhere, or it has the halves as words but never the whole, or it does so elsewhere.
    pub(super) fn keep_hyphen(&self, before: &str, next: &str) -> bool {
        let halves = Halves::of(before, next);
        let is_compound =
            halves.first.contains(HYPHENS) || (self.has(halves.half()) && self.has(&halves.second));
        self.told(&halves).unwrap_or(is_compound || self.keeps)
    }

    /// True if the document has the word with its hyphen elsewhere, false if without; `None` if with neither.
    fn told(&self, halves: &Halves) -> Option<bool> {
        let Halves { first, second } = halves;
        let half = halves.half();
        let with = |first: &str| self.has(&format!("{first}-{second}"));
        if with(first) || with(half) {
            return Some(true);
        }
        self.has(&format!("{half}{second}")).then_some(false)
    }

    fn has(&self, word: &str) -> bool {
        self.known.contains(word)
    }
}

/// The halves of a word at the end of a line and the beginning of the next, in lower case.
struct Halves {
    first: String,
    second: String,
}

impl Halves {
    fn of(before: &str, next: &str) -> Self {
        let first = before.split_whitespace().last().unwrap_or_default();
        let second = next.split_whitespace().next().unwrap_or_default();
        let is_edge = |c: char| !c.is_alphanumeric();
        Self {
            first: first.trim_start_matches(is_edge).to_lowercase(),
            second: second.trim_end_matches(is_edge).to_lowercase(),
        }
    }

    /// The last part of the first half: of `out-of` it is `of`.
    fn half(&self) -> &str {
        self.first.rsplit(HYPHENS).next().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, Words};

    fn words(lines: &[&str]) -> Words {
        let line = |text: &&str| Line {
            cells: vec![(*text).into()],
            pieces: Vec::new(),
            left: 0.0,
            right: 9.0,
            down: 0.0,
            size: 9.0,
            turn: 0,
            bold: false,
        };
        let lines: Vec<Line> = lines.iter().map(line).collect();
        Words::of(lines.iter())
    }

    #[test]
    fn the_document_itself_tells_which_hyphens_stay() {
        let words = words(&["The out-of-network bone is anchored; hyphenated in the plan, ated"]);
        assert!(words.keep_hyphen("is out-of", "network care"));
        assert!(words.keep_hyphen("bone", "anchored."));
        assert!(!words.keep_hyphen("hyphen", "ated"));
        assert!(!words.keep_hyphen("compre", "hensive"));
    }

    #[test]
    fn a_document_that_divides_no_words_keeps_the_hyphens_of_unknown_ones() {
        let divides = ["insurance of in-network care, insur-", "ance of all"];
        assert!(!words(&divides).keep_hyphen("cutting", "edge"));
        let keeps = ["insurance of in-network care, in-", "network care"];
        assert!(words(&keeps).keep_hyphen("cutting", "edge"));
        assert!(!words(&keeps).keep_hyphen("insur", "ance"));
        assert!(!words(&[]).keep_hyphen("cutting", "edge"));
    }
}
