//! The rows of a document that a citation stands for.

use footnote_text::markdown::letters;

/// The rows that a citation stands for, each as its letters and digits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CitedRows(Vec<String>);

impl CitedRows {
    /// The rows with the cited words of a document.
    pub fn of(words: &str) -> Self {
        Self(words.lines().map(letters).filter(|row| !row.is_empty()).collect())
    }

    /// Returns true if a row with these letters and digits is one of them.
    pub fn has(&self, row: &str) -> bool {
        self.0.iter().any(|cited| cited == row)
    }
}
