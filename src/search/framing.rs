//! Words that frame a question and say little about its subject, however rare they are in the documents.

use footnote_text::languages::Table;

/// Weight of a framing word, relative to other words.
const FRAMING_WEIGHT: f32 = 0.25;

/// Weight of a word in the question.
pub fn weight(word: &str) -> f32 {
    if is_framing(word) { FRAMING_WEIGHT } else { 1.0 }
}

/// True if a word only frames the question.
pub fn is_framing(word: &str) -> bool {
    Table::Framing.has(word.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_framing_word_is_told_however_it_is_written() {
        assert!(is_framing("Considering") && !is_framing("apples"));
    }
}
