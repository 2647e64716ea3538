//! The search for passages on a page, by their letters.

use footnote_text::markdown::letters;
use serde::{Deserialize, Serialize};

/// Maximum number of bytes of the encoded search: a variable may have 128 KiB.
const MAX_ENCODED_BYTES: usize = 100 * 1024;

/// A search for passages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchedText {
    /// The page, from 1.
    pub page: usize,
    /// The passages of the page in order; the last one is the one searched for.
    pub texts: Vec<String>,
    /// The cited words of that passage: those that stand apart, line by line.
    pub words: String,
}

impl SearchedText {
    /// Returns the encoding for a child process: letters only, line by line. If it is too long, only the last text is
    /// kept.
    #[must_use]
    pub fn encoded(&self) -> Self {
        let mut encoded = self.lettered();
        let length = encoded.words.len() + encoded.texts.iter().map(String::len).sum::<usize>();
        if length > MAX_ENCODED_BYTES {
            encoded.texts = encoded.texts.pop().into_iter().collect();
        }
        encoded
    }

    /// Returns the same search, reduced to the letters that are compared.
    fn lettered(&self) -> Self {
        let lettered = |text: &String| {
            let lines: Vec<String> = text.lines().map(letters).collect();
            lines.join("\n")
        };
        let texts: Vec<String> = self.texts.iter().map(lettered).collect();
        let words = lettered(&self.words);
        // A client may send words of any length, but a text cannot contain words that are longer than itself.
        let room = texts.last().map_or(0, String::len);
        Self {
            page: self.page,
            words: if words.len() > room { String::new() } else { words },
            texts,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn searched(texts: &[&str], words: &str) -> SearchedText {
        SearchedText {
            page: 3,
            texts: texts.iter().map(|text| (*text).to_owned()).collect(),
            words: words.to_owned(),
        }
    }

    fn encoded(texts: &[&str], words: &str) -> SearchedText {
        searched(texts, words).encoded()
    }

    #[test]
    fn letters_are_told_line_by_line() {
        let encoded = encoded(&["Tea!", "| Milk |\n| *no* sugar |\0"], "No sugar.");
        assert_eq!(encoded, searched(&["Tea", "Milk\nnosugar"], "Nosugar"));
    }

    #[test]
    fn of_too_many_texts_the_last_is_told() {
        let long = "語".repeat(20_000);
        let last = encoded(&[&long, &long, "Tea at four"], "Tea");
        assert_eq!(last, searched(&["Teaatfour"], "Tea"));
        assert_eq!(encoded(&[&long, "Tea"], "Tea").texts.len(), 2);
    }

    #[test]
    fn words_that_no_text_can_hold_are_not_told() {
        assert_eq!(encoded(&["Tea", "Milk"], &"milk ".repeat(99_999)).words, "");
        assert_eq!(encoded(&[], "Milk").words, "");
    }
}
