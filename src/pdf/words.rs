//! The words of a document, which show whether a hyphen at the end of a line belongs to its word.

use std::collections::HashSet;

use super::glyph::is_wide;

/// The characters used as hyphens.
const HYPHENS: [char; 3] = ['-', '\u{2010}', '\u{ad}'];

/// All words inside lines, in lower case, including hyphenated compounds.
#[derive(Default)]
pub(super) struct Vocabulary(HashSet<String>);

impl Vocabulary {
    pub(super) fn of(lines: impl Iterator<Item = String>) -> Self {
        let mut words = HashSet::new();
        for line in lines {
            for token in line.split_whitespace() {
                let token = token.trim_matches(|c: char| !c.is_alphanumeric() && c != '-');
                // The first and the last word of a line may be half a word.
                if !token.ends_with(HYPHENS) {
                    words.extend(token.split(HYPHENS).map(str::to_lowercase));
                    words.insert(token.to_lowercase());
                }
            }
        }
        Self(words)
    }

    /// Appends the next line to a text, and joins a word that was hyphenated at the end of the line.
    pub(super) fn append(&self, text: &mut String, next: &str) {
        let hyphen = text.strip_suffix(HYPHENS).filter(|before| {
            before.ends_with(char::is_alphabetic) && next.starts_with(char::is_alphabetic)
        });
        if let Some(before) = hyphen {
            let whole = next.starts_with(char::is_lowercase) && !self.keep_hyphen(before, next);
            text.truncate(if whole { before.len() } else { text.len() });
        } else if needs_space(text, next) {
            text.push(' ');
        }
        text.push_str(next);
    }

    /// Returns true if the hyphen between `before` and `next` belongs to the word: the document contains the word with
    /// a hyphen elsewhere, or contains both halves as words but never the whole.
    fn keep_hyphen(&self, before: &str, next: &str) -> bool {
        let first = before.split_whitespace().last().unwrap_or_default();
        let first = first.trim_start_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        let second = next.split_whitespace().next().unwrap_or_default();
        let second = second.trim_end_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        let half = first.rsplit(HYPHENS).next().unwrap_or_default();
        let has = |word: &str| self.0.contains(word);
        let compound = has(&format!("{first}-{second}")) || has(&format!("{half}-{second}"));
        let whole = has(&format!("{half}{second}"));
        compound || (!whole && (first.contains(HYPHENS) || (has(half) && has(&second))))
    }
}

fn needs_space(text: &str, next: &str) -> bool {
    let wide = text.ends_with(is_wide) && next.starts_with(is_wide);
    !text.is_empty() && !wide
}

#[cfg(test)]
mod tests {
    use super::Vocabulary;

    #[test]
    fn the_document_itself_tells_which_hyphens_stay() {
        let line = "The out-of-network bone is anchored; hyphenated in the plan, ated";
        let words = Vocabulary::of([line.to_owned()].into_iter());
        assert!(words.keep_hyphen("is out-of", "network care"));
        assert!(words.keep_hyphen("bone", "anchored."));
        assert!(!words.keep_hyphen("hyphen", "ated"));
        assert!(!words.keep_hyphen("compre", "hensive"));
    }
}
